import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { picture, serving } from "./browser";

const session = serving();

/** A game in the table. */
const game = (page: Page, text: string) => page.locator(`table [data-game='${text}']`);
const card = (page: Page) => page.getByRole("region", { name: "The chosen game" });
const setting = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

it("a game's card says who wins, and leads to the game", async () => {
    const page = await session.open("/?view=atlas");
    await game(page, "4x4:4:-2").getByText("=", { exact: true }).waitFor();
    await page.getByText("Choose a game in the table").waitFor();
    await page.getByRole("link", { name: "4x4:4:-2: a draw" }).click();
    await card(page).getByText("With best play, a draw.").waitFor();
    await card(page).getByText("a1, b1, c1, d1").waitFor();
    expect(await game(page, "4x4:4:-2").getAttribute("aria-current")).toBe("true");
    expect(setting(page, "atlas")).toBe("4x4:4:-2");
    await picture(page, "atlas");
    await page.reload();
    await card(page).getByText("With best play, a draw.").waitFor();
    await page.goBack();
    await page.getByText("Choose a game in the table").waitFor();
    await page.goForward();
    await card(page).getByRole("link", { name: "Play this game" }).click();
    await page.getByRole("status").getByText("X to move").waitFor();
    expect(setting(page, "game")).toBe("4x4:4:-2");
    await page.goBack();
    await card(page).getByText("With best play, a draw.").waitFor();
    expect(await page.title()).toBe("Atlas · Connect-Toe");
});

it("filters are kept in the address", async () => {
    const page = await session.open("/?view=atlas");
    await game(page, "4x4:4:-2").waitFor();
    await page
        .getByRole("group", { name: "In a row" })
        .getByRole("button", { name: "3", exact: true })
        .click();
    await game(page, "3x3:3:-2").waitFor();
    expect(setting(page, "run")).toBe("3");
    await page.getByLabel("Where stones go").selectOption("On any empty cell");
    await game(page, "4x4:3").waitFor();
    await page.getByLabel("Misère").check();
    await game(page, "4x4:3:free:misere").waitFor();
    expect([setting(page, "placement"), setting(page, "rules")]).toEqual(["free", "misere"]);
    await page.reload();
    await game(page, "4x4:3:free:misere").waitFor();
    expect(await page.getByLabel("Misère").isChecked()).toBe(true);
    await page.goBack();
    await game(page, "4x4:3").waitFor();
    await page.goBack();
    await game(page, "3x3:3:-2").waitFor();
    expect(await page.getByLabel("Where stones go").inputValue()).toBe("one face");
});

it("boards of other dimensions and with several open faces have tables of their own", async () => {
    const page = await session.open("/?view=atlas&dimensions=3&placement=several+faces");
    await game(page, "3x2x2:3:-2,-3").click();
    await card(page).getByText("3×2×2, 3 in a row").waitFor();
    await page.getByRole("columnheader", { name: "±1 ±2 ±3" }).waitFor();
    await picture(page, "atlas-faces");
    await page
        .getByRole("group", { name: "Dimensions" })
        .getByRole("button", { name: "1", exact: true })
        .click();
    await game(page, "5:3:+1,-1").waitFor();
    expect(await page.getByRole("group", { name: "In a row" }).count()).toBe(0);
});

it("the table is one stop of the Tab key, and arrow keys go through it", async () => {
    const page = await session.open("/?view=atlas&run=2");
    await game(page, "2x2:2:-2").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await card(page).getByText("3×3, 2 in a row").waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Play this game");
});

it("findings lead to their games, of whatever kind they are", async () => {
    const page = await session.open("/?view=atlas");
    const findings = page.getByRole("region", { name: "What is surprising" });
    await findings.getByRole("heading", { level: 3 }).first().waitFor();
    const link = findings.getByRole("listitem").getByRole("link").first();
    const text = (await link.textContent()) ?? "";
    await link.click();
    await card(page).locator("code").getByText(text, { exact: true }).waitFor();
    expect(await game(page, text).getAttribute("aria-current")).toBe("true");
});

it("a game that the atlas does not have is named, and errors can be tried again", async () => {
    const page = await session.open("/?view=atlas&atlas=8x8:5");
    await card(page).getByText("The atlas does not have 8x8:5").waitFor();
    await page.route("**/api/atlas", (route) => route.abort());
    await page.getByLabel("Torus").check();
    await page.getByText("the server does not answer").waitFor();
    await page.unroute("**/api/atlas");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("the server does not answer").waitFor({ state: "hidden" });
    await page.locator("[data-game$=':5:free:torus']").first().waitFor();
});

it("an address may name a game by its preset, on a turned board, or one that only a book has", async () => {
    const page = await session.open("/?view=atlas&atlas=tic-tac-toe");
    await card(page).getByText("With best play, a draw.").waitFor();
    expect(setting(page, "atlas")).toBe("3x3:3");
    await page.goto(new URL("/?view=atlas&atlas=3x4:3:+1", session.url).href);
    await card(page).locator("code").getByText("4x3:3:-2", { exact: true }).waitFor();
    expect(await game(page, "4x3:3:-2").getAttribute("aria-current")).toBe("true");
    await page.goto(new URL("/?view=atlas&atlas=connect-four", session.url).href);
    await card(page).getByText("X, who moves first, wins in 41 plies.").waitFor();
    await page.goto(new URL("/?view=atlas&atlas=nothing:3", session.url).href);
    await card(page).getByRole("alert").waitFor();
});

it("nothing scrolls sideways on a phone but the table", async () => {
    const page = await session.open("/", { width: 360, height: 740, touch: true });
    for (const query of [
        "/?view=atlas&atlas=4x4:4:-2",
        "/?view=atlas&dimensions=1&placement=free&rules=torus",
        "/?view=atlas&dimensions=2&placement=one+face&rules=torus",
        "/?view=atlas&atlas=3x2x2:3:-2,-3:misere",
    ]) {
        await page.goto(new URL(query, session.url).href);
        await page.locator("table a").first().waitFor();
        const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        expect(width, query).toBeLessThanOrEqual(inner ?? 0);
        await picture(page, `phone-${query.replace(/\W+/g, "-")}`);
    }
});
