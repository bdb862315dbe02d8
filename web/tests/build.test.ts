import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { EXAMPLES } from "../src/build/examples";
import { ask, cell, picture, serving } from "./browser";

// The browser itself logs a request that is refused.
const session = serving();

const text = (page: Page) => page.getByLabel("Game text or a name");
/** Waits until the facts are those of this game. */
const described = (page: Page, canonical: string) =>
    page.locator("section.game:not(.stale) dd code").getByText(canonical, { exact: true }).waitFor();

it("every preset is shown, and its text is that of its controls", async () => {
    const page = await session.open("/?view=build");
    await page.getByRole("button", { name: "Qubic" }).waitFor();
    const presets = await ask<{ name: string; game: string; about: string }[]>(session, "games", {});
    expect(presets.length).toBeGreaterThan(10);
    const cards = page.locator("section[aria-labelledby=choose] li button");
    for (const [index, preset] of presets.entries()) {
        await cards.nth(index).click();
        await described(page, preset.game);
        expect(await text(page).inputValue()).toBe(preset.name);
        // Touching the controls and back writes the same game.
        const run = page.getByRole("spinbutton", { name: /In a row/ });
        const k = await run.inputValue();
        await run.fill("1");
        await run.fill(k);
        expect(await text(page).inputValue()).toBe(preset.game);
        await described(page, preset.game);
    }
    await picture(page, "build");
});

it("what is known of a game is told", async () => {
    const page = await session.open("/?view=build&game=connect-four");
    await page.getByText("X wins in 41 plies (book)").waitFor();
    await text(page).fill("3x4:3:+1");
    await page.getByText("X wins in 9 plies (atlas)").waitFor();
    await text(page).fill("gomoku");
    await described(page, "15x15:5");
    expect(await page.getByText("With best play").count()).toBe(0);
});

it("sizes, dimensions, faces and flags make a game that can be played", async () => {
    const page = await session.open("/?view=build&game=tic-tac-toe");
    await described(page, "3x3:3");
    await page.getByRole("button", { name: "Add a dimension" }).click();
    await described(page, "3x3x3:3");
    await page.getByLabel("Size of dimension 3").fill("2");
    await page.getByLabel("Through an open face").check();
    await described(page, "3x3x2:3:-2");
    await page.getByLabel("from layer 2").check();
    await page.getByLabel("from row 3").uncheck();
    await described(page, "3x3x2:3:-3");
    await page.getByLabel("Torus").check();
    await described(page, "3x3x2:3:-3:torus");
    await page.locator("[data-face='+1']").click();
    await described(page, "3x3x2:3:+1,-3:torus");
    await page.locator("[data-face='+1']").click();
    await described(page, "3x3x2:3:-3:torus");
    await page.reload();
    await described(page, "3x3x2:3:-3:torus");
    await picture(page, "build-own");
    await page.getByRole("link", { name: "Play this game" }).click();
    await page.getByRole("status").getByText("X to move").waitFor();
    expect(new URL(page.url()).searchParams.get("game")).toBe("3x3x2:3:-3:torus");
    await cell(page, "b2.1").click();
    await page.getByRole("status").getByText("O to move").waitFor();
    await page.goBack();
    await page.goBack();
    await described(page, "3x3x2:3:-3:torus");
});

it("the text changes the controls", async () => {
    const page = await session.open("/?view=build");
    await described(page, "7x6:4:-2");
    await text(page).fill("6x6:4:all:misere");
    await described(page, "6x6:4:+1,-1,+2,-2:misere");
    expect(await page.getByLabel("Misère").isChecked()).toBe(true);
    expect(await page.getByLabel("Size of dimension 1").inputValue()).toBe("6");
    for (const side of ["from the left", "from the right", "from below", "from above"]) {
        expect(await page.getByLabel(side).isChecked(), side).toBe(true);
    }
});

it("errors are in the server's words, below the field", async () => {
    const page = await session.open("/?view=build");
    await described(page, "7x6:4:-2");
    const errors = (field: string) => page.locator(`#error-${field}`);
    await page.getByLabel("Size of dimension 1").fill("700");
    await errors("sizes").getByText("4200 cells").waitFor();
    await page.getByLabel("Size of dimension 1").fill("");
    await errors("sizes").getByText("is not a whole number").waitFor();
    await page.getByLabel("Size of dimension 1").fill("7");
    await page.getByRole("spinbutton", { name: /In a row/ }).fill("0");
    await errors("run").getByText("the run length must be at least 1").waitFor();
    expect(await errors("sizes").textContent()).toBe("");
    await page.getByRole("spinbutton", { name: /In a row/ }).fill("4");
    await described(page, "7x6:4:-2");
    await page.getByLabel("from above").uncheck();
    await page.getByText("Open at least one face").waitFor();
    await text(page).fill("7x6:4:-2:foo");
    await page.getByText("no rule variation has the name `foo`").waitFor();
    expect(await page.getByRole("link", { name: "Play this game" }).count()).toBe(0);
    await page.getByLabel("from above").check();
    await described(page, "7x6:4:-2");
});

it("the server is asked once for a text, not again and again", async () => {
    const page = await session.open("/?view=build");
    await described(page, "7x6:4:-2");
    await page.waitForLoadState("networkidle");
    let asked = 0;
    page.on("request", (request) => {
        if (request.url().includes("/api/")) asked += 1;
    });
    await page.waitForTimeout(700);
    expect(asked).toBe(0);
    await text(page).pressSequentially("x", { delay: 10 });
    await expect.poll(() => asked).toBe(1);
    await page.waitForTimeout(700);
    expect(asked).toBe(1);
});

it("a shape is drawn by clicks", async () => {
    const page = await session.open("/?view=build&build=6x6:3");
    await described(page, "6x6:3");
    await page.getByLabel("Kind of winning lines").selectOption("shape");
    await described(page, "6x6:shape=a1+b1+b2");
    const board = page.getByRole("grid", { name: "Shape" });
    await board.getByRole("gridcell", { name: "c2" }).click();
    await described(page, "6x6:shape=a1+b1+b2+c2");
    // The keyboard does the same.
    await board.getByRole("gridcell", { name: "a1, in the shape" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await described(page, "6x6:shape=a1+b2+c2");
    await page.reload();
    await described(page, "6x6:shape=a1+b2+c2");
    expect(await page.getByLabel("Cells of the shape").inputValue()).toBe("a1 b2 c2");
    await picture(page, "build-shape");
});

it("lines come from a file, or are written", async () => {
    const page = await session.open("/?view=build");
    await described(page, "7x6:4:-2");
    await page.getByLabel("Kind of winning lines").selectOption("lines");
    await page.locator("#error-run").getByText("lacks cells").waitFor();
    const file = "# a path\n4:free:maker\na b # one edge\nb+c\n\nc d\n";
    await page
        .locator("input[type=file]")
        .setInputFiles({ name: "path.txt", mimeType: "text/plain", buffer: Buffer.from(file) });
    await described(page, "4:lines=a+b/b+c/c+d:free:maker");
    expect(await page.getByLabel("Maker and breaker").isChecked()).toBe(true);
    await page.getByLabel("Lines, one a row").fill("a b\nb c d");
    await described(page, "4:lines=a+b/b+c+d:free:maker");
    await page.getByLabel("Lines, one a row").fill("a b\nb z");
    await page.locator("#error-run").getByText("z").waitFor();
});

it("variations with numbers and cells are made, and what does not go together is refused in place", async () => {
    const page = await session.open("/?view=build&build=7x6:4:-2");
    await described(page, "7x6:4:-2");
    await page.getByText("Blocked cells", { exact: true }).click();
    const board = page.getByRole("grid", { name: "Board with blocked cells" });
    await board.getByRole("gridcell", { name: "d4" }).click();
    await board.getByRole("gridcell", { name: "a1" }).click();
    await described(page, "7x6:4:-2:blocked=a1+d4");
    await page.getByLabel("every later").selectOption("2");
    await page.getByLabel("Torus").check();
    await page.getByLabel("dimension 2", { exact: true }).uncheck();
    await described(page, "7x6:4:-2:blocked=a1+d4:torus=1:turn=1+2");
    await page.getByText("7 × 6 cells without a1 d4; 4 in a row wins").waitFor();
    await page.getByLabel("Renju").check();
    await page.locator("#error-flags").getByText("`renju` cannot be combined with").waitFor();
    await page.getByLabel("Renju").uncheck();
    await described(page, "7x6:4:-2:blocked=a1+d4:torus=1:turn=1+2");
    // What blocked cells and faces there are stays, as far as there is room for it.
    await page.getByLabel("Kind of winning lines").selectOption("projective");
    await described(page, "7:projective:free:blocked=a+d:turn=1+2");
});

it("a plane is chosen by its order", async () => {
    const page = await session.open("/?view=build&build=7x6:4");
    await described(page, "7x6:4");
    await page.getByLabel("Kind of winning lines").selectOption("plane");
    await described(page, "7x7:plane");
    const orders = await page
        .getByRole("combobox", { name: /^Order/ })
        .getByRole("option")
        .allInnerTexts();
    expect(orders.slice(0, 8)).toEqual(["2", "3", "4", "5", "7", "8", "9", "11"]);
    await page.getByRole("combobox", { name: /^Order/ }).selectOption("4");
    await described(page, "4x4:plane");
    await page.getByRole("button", { name: "Add a dimension" }).click();
    await page.getByRole("combobox", { name: /^Order/ }).selectOption("3");
    await described(page, "3x3x3:plane");
    await page.getByLabel("Size of dimension 1").fill("6");
    await page.locator("#error-sizes").getByText("one power of a prime").waitFor();
    await page.getByLabel("Kind of winning lines").selectOption("projective");
    await described(page, "7:projective");
    await page.getByRole("combobox", { name: /^Order/ }).selectOption("5");
    await described(page, "31:projective");
});

it("a game of each kind is opened with one click, and its picture has a line that wins", async () => {
    const page = await session.open("/?view=build");
    await described(page, "7x6:4:-2");
    const examples = page.locator("section[aria-labelledby=choose] [data-example] button");
    expect(await examples.count()).toBeGreaterThan(9);
    for (const [index, { name, game }] of EXAMPLES.entries()) {
        await examples.nth(index).click();
        expect(await text(page).inputValue()).toBe(game);
        await described(page, game);
        await page.getByRole("heading", { name, exact: true }).waitFor();
        expect(await examples.nth(index).getAttribute("aria-pressed")).toBe("true");
        await page.locator("section.game .picture .stroke.win:not(.lit)").waitFor();
        // Controls and text are one: changing the turn, and back, writes the same game.
        if (game.endsWith("renju")) continue;
        const later = page.getByLabel("every later");
        const before = await later.inputValue();
        await later.selectOption("3");
        await later.selectOption(before);
        await described(page, game);
    }
    await picture(page, "build-examples");
});

it("cells are drawn where a file places them, for as long as this browser keeps it", async () => {
    const page = await session.open("/?view=build");
    await described(page, "7x6:4:-2");
    await page.getByLabel("Kind of winning lines").selectOption("lines");
    const file =
        "4 # a triangle and its middle\na b d\na c d\nb c d\na at 0,0\nb at 1,0\nc at 0.5,0.9\nd at 0.5,0.3\n";
    const open = (buffer: string) =>
        page
            .locator("input[type=file]")
            .setInputFiles({ name: "triangle.txt", mimeType: "text/plain", buffer: Buffer.from(buffer) });
    await open(file.replace("a c d", "a z d"));
    await page.locator("#error-run").getByText("z").waitFor();
    await open(file);
    await described(page, "4:lines=a+b+d/a+c+d/b+c+d");
    await page.getByRole("link", { name: "Play this game" }).click();
    await page.getByRole("status").getByText("X to move").waitFor();
    const middle = async (text: string): Promise<readonly [x: number, y: number]> => {
        const box = await cell(page, text).boundingBox();
        return box ? [box.x + box.width / 2, box.y + box.height / 2] : [NaN, NaN];
    };
    const [a, b, c, d] = [await middle("a"), await middle("b"), await middle("c"), await middle("d")];
    expect(a[1]).toBeCloseTo(b[1], 0);
    expect(c[1]).toBeLessThan(d[1]);
    expect(d[1]).toBeLessThan(a[1]);
    expect(c[0]).toBeCloseTo(d[0], 0);
    await cell(page, "a").focus();
    await cell(page, "a").press("ArrowRight");
    await cell(page, "d").press("Enter");
    await page.getByRole("gridcell", { name: /^d, X/ }).waitFor();
    await picture(page, "placed");
    await page.reload();
    await page.getByRole("gridcell", { name: /^d, X/ }).waitFor();
    expect((await middle("c"))[1]).toBeLessThan((await middle("d"))[1]);
});

it("a game of the wider class shows its parts", async () => {
    const page = await session.open("/?view=build");
    await text(page).fill("13:projective:free:blocked=c:maker:misere:turn=2+3");
    await described(page, "13:projective:free:blocked=c:maker:misere:turn=2+3");
    expect(await page.getByLabel("Kind of winning lines").inputValue()).toBe("projective");
    expect(await page.getByLabel("Maker and breaker").isChecked()).toBe(true);
    expect(await page.getByLabel("Misère").isChecked()).toBe(true);
    expect(await page.getByLabel("X’s first").inputValue()).toBe("2");
    expect(await page.getByLabel("every later").inputValue()).toBe("3");
    await page.getByRole("gridcell", { name: "c, blocked" }).waitFor();
});
