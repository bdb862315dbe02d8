/** The laboratory: an experiment from its text to its report. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { picture, serving } from "./browser";

// Chromium itself styles what is typed in place of a selection; the page's policy does not let it.
const session = serving("Applying inline style violates");

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const editor = (page: Page) => page.getByRole("textbox", { name: "Experiment file" });
const experimentOf = (page: Page) => new URL(page.url()).searchParams.get("experiment");
const answer = async <Answer>(path: string): Promise<Answer> =>
    (await (await fetch(new URL(`api/${path}`, session.url))).json()) as Answer;

/** An experiment with this many games, of which a page of its own is opened. */
async function begin(games: number): Promise<string> {
    const response = await fetch(new URL("api/experiments", session.url), {
        method: "POST",
        body: `title = "Two plies against none"
games_per_cell = ${games}
[[study]]
name = "small"
title = "Small boards"
game = ["3x3:3", "4x4:3"]
player = ["two-ply", "alpha-beta:depth=2,eval=runs"]
opponent = "random"
`,
    });
    return ((await response.json()) as { id: string }).id;
}

/** Puts a text in the place of the editor's. */
async function write(page: Page, text: string): Promise<void> {
    await editor(page).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
}

it("shows questions with their games and time, and no results yet", async () => {
    const page = await session.open("/?view=lab");
    await page.getByRole("heading", { name: "Does looking further ahead help?" }).waitFor();
    await page.getByText("38 cells, 114\u202f000 games: about").waitFor();
    await page.getByText("None yet: start an experiment above.").waitFor();
    await button(page, /^Quick look/)
        .first()
        .waitFor();
    await page.waitForTimeout(3000);
    await picture(page, "lab-first");
    await page.getByText("More experiments").click();
    await page.getByRole("heading", { name: "Which heuristic plays best?" }).waitFor();
    await picture(page, "lab-more");
});

it("an experiment goes from the editor to its report, and a game of it to the board", async () => {
    const page = await session.open("/?view=lab&experiment=new&from=own");
    await page.locator(".cm-editor").waitFor();
    await page.getByText("6 cells").waitFor();
    await page.getByText(/^about \d/).waitFor();
    await picture(page, "lab-editor");
    await button(page, "Start").click();
    await page.getByRole("heading", { level: 2, name: "An experiment of my own" }).waitFor();
    const id = experimentOf(page);
    expect(id).toMatch(/^\d+$/);
    await page.getByRole("status").getByText("Done").waitFor();
    await page.getByText("all 1200 games").waitFor();
    await page.getByRole("region", { name: "Summary" }).getByText("depth 4 scores most").waitFor();
    await picture(page, "lab-done");

    // The table says what the server says.
    const { cells } = await answer<{ cells: { player: string; score: { wins: number; draws: number } }[] }>(
        `experiments/${id}`,
    );
    const rows = page.getByRole("table").getByRole("row");
    expect(await rows.count()).toBe(cells.length + 1);
    const first = cells[0]?.score ?? { wins: 0, draws: 0 };
    await rows
        .nth(1)
        .getByText(`${((first.wins + first.draws / 2) / 2).toFixed(1)}\u00a0%`, { exact: true })
        .waitFor();

    await page.getByRole("link", { name: "Open the report" }).click();
    const report = page.frameLocator("iframe");
    await report.getByRole("heading", { name: "An experiment of my own" }).first().waitFor();
    await picture(page, "lab-report");
    await page.goBack();
    await page.getByRole("table").waitFor();
    await page.goForward();
    const link = report.locator("a[data-replay]").first();
    const moves = (await link.textContent())?.trim();
    await link.evaluate((element) => {
        for (let part = element.parentElement; part; part = part.parentElement) {
            if (part instanceof HTMLDetailsElement) part.open = true;
        }
    });
    await link.click();
    await page.getByRole("grid").first().waitFor();
    expect(new URL(page.url()).searchParams.get("moves")).toBe(moves);
});

it("cells fill while it plays; it stops, goes on, and is listed", async () => {
    const id = await begin(2_000_000);
    const page = await session.open(`/?view=lab&experiment=${id}`);
    const played = async (): Promise<number> =>
        Number(await page.getByRole("progressbar").evaluate((bar) => (bar as HTMLProgressElement).value));
    await page.getByRole("status").getByText("Playing").waitFor();
    await expect.poll(played).toBeGreaterThan(100);
    const before = await played();
    await expect.poll(played).toBeGreaterThan(before);
    await page.getByText(/about .* left/).waitFor();
    await picture(page, "lab-running");

    // Another page sees the same, and its list.
    const other = await session.open("/?view=lab");
    const row = other.getByRole("row").filter({ has: other.getByText("running") });
    await row.getByRole("link", { name: "Two plies against none" }).first().waitFor();

    await button(page, "Stop").click();
    await page.getByRole("status").getByText("Stopped; it can be resumed").waitFor();
    const stopped = await played();
    expect((await answer<{ experiments: number }>("limits")).experiments).toBe(0);
    await other.getByText("stopped").first().waitFor();
    await button(page, "Resume").click();
    await expect.poll(played).toBeGreaterThan(stopped);
    await button(page, "Stop").click();
    await button(page, "Resume").waitFor();

    // Tiles by keyboard: arrows choose, and the sentence follows.
    await page.getByRole("button", { name: /^Cell 1: two-ply against random, Tic-Tac-Toe/ }).focus();
    await page.keyboard.press("End");
    await page.getByText(/^Cell 4: alpha-beta:depth=2,eval=runs against random, 4x4:3/).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByText(/^Cell 3:/).waitFor();
});

it("deletes an experiment that is no longer needed, and says how much the server takes", async () => {
    const [kept, deleted] = [await begin(20), await begin(2_000_000)];
    const page = await session.open(`/?view=lab&experiment=${deleted}`);
    await page.getByRole("status").getByText("Playing").waitFor();
    await button(page, "Delete …").click();
    const dialog = page.getByRole("dialog", { name: "Delete “Two plies against none”?" });
    await dialog.getByText(/^It stops playing\. Its text, its results/).waitFor();
    await picture(page, "lab-delete");
    await button(page, "Keep it").click();
    await dialog.waitFor({ state: "detached" });
    expect((await fetch(new URL(`api/experiments/${deleted}`, session.url))).status).toBe(200);
    await button(page, "Delete …").click();
    await button(page, "Delete the experiment").click();
    await page
        .getByText(/^An experiment may have 10\u202f000\u202f000 games and 2\u00a0GB of results/)
        .waitFor();
    expect((await fetch(new URL(`api/experiments/${deleted}`, session.url))).status).toBe(404);
    expect((await answer<{ experiments: number }>("limits")).experiments).toBe(0);

    // From the list, too.
    const row = page.locator("tr").filter({ has: page.locator(`a[href*="experiment=${kept}"]`) });
    await row.getByRole("button", { name: "Delete “Two plies against none”" }).click();
    await button(page, "Delete the experiment").click();
    await row.waitFor({ state: "detached" });
    expect((await fetch(new URL(`api/experiments/${kept}`, session.url))).status).toBe(404);
});

it("says where a text is wrong, while it is written", async () => {
    const page = await session.open("/?view=lab&experiment=new&from=own");
    await page.locator(".cm-editor").waitFor();
    await page.getByText("6 cells").waitFor();
    await write(
        page,
        'seed = 1\n[[study]]\nname = "a"\ngame = "3x3:3"\nplayer = "two-pli"\nopponent = "random"\n',
    );
    await page.getByRole("heading", { name: "Line 5, column 10" }).waitFor();
    await page
        .getByRole("region", { name: "What it plays" })
        .getByText(/two-pli/)
        .waitFor();
    expect(await page.locator(".cm-lintRange-error").innerText()).toContain("two-pli");
    expect(await button(page, "Start").isDisabled()).toBe(true);
    await picture(page, "lab-wrong");
    await button(page, "Go there").click();
    await page.keyboard.insertText('"two-ply"');
    await page.getByRole("heading", { name: "Line 5, column 10" }).waitFor({ state: "detached" });

    // A text that was changed is still there after a reload.
    await page.reload();
    await page.locator(".cm-content").getByText("3x3:3").waitFor();
    await button(page, "Restore the original").click();
    await page.locator(".cm-content").getByText("An experiment of my own").waitFor();
});

it("completes keys and values at the cursor", async () => {
    const page = await session.open("/?view=lab&experiment=new&from=own");
    await page.locator(".cm-editor").waitFor();
    await page.getByText("6 cells").waitFor();
    await write(page, 'title = "A"\n');
    await page.keyboard.type("fir");
    await page.getByRole("option", { name: /^first/ }).waitFor();
    await picture(page, "lab-completion");
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Alt+Enter");
    await page.getByRole("option", { name: /^alternate/ }).waitFor();
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
    expect(await page.locator(".cm-content").innerText()).toContain('first = "alternate"');
    // The editor is no trap for the keyboard.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.className.includes("host"))).toBe(false);
});

it("cautions before a start where games are too few", async () => {
    const page = await session.open("/?view=lab&experiment=new&from=own");
    await page.locator(".cm-editor").waitFor();
    await page.getByText("6 cells").waitFor();
    await write(
        page,
        'games_per_cell = 2\n[[study]]\nname = "a"\ngame = "3x3:3"\nplayer = "two-ply"\nopponent = "random"\n',
    );
    await page.getByText(/^Too few games/).waitFor();
    expect(await button(page, "Start").isDisabled()).toBe(false);
    await button(page, "Restore the original").click();
});

it("an experiment that is not there is said so, in the server's words", async () => {
    const page = await session.open("/?view=lab&experiment=4711");
    await page.getByRole("alert").getByText("there is no such experiment").waitFor();
    session.errors.length = 0;
    await page.getByRole("link", { name: "← All experiments" }).click();
    await page.getByRole("heading", { name: "Results" }).waitFor();
});

it("a server that is gone is said so, and asked again", async () => {
    const page = await session.open("/?view=lab&experiment=new&from=own");
    await page.locator(".cm-editor").waitFor();
    await page.getByText("6 cells").waitFor();
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("textbox", { name: "Experiment file" }).press("Control+End");
    await page.keyboard.type("# a comment");
    await page.getByRole("alert").getByText("the server does not answer").waitFor();
    await page.unroute("**/api/**");
    await button(page, "Try again").click();
    await page.getByText("6 cells").waitFor();
    session.errors.length = 0;
});

it("fits a phone, in the dark too", async () => {
    const id = await begin(400);
    for (const [name, place] of [
        ["list", ""],
        ["editor", "&experiment=new&from=own"],
        ["run", `&experiment=${id}`],
        ["report", `&experiment=${id}&report=open`],
    ] as const) {
        const page = await session.open(`/?view=lab${place}`, {
            width: 360,
            height: 740,
            dark: true,
            touch: true,
        });
        await page.getByRole("heading", { level: 2 }).first().waitFor();
        await page.waitForTimeout(1500);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360);
        await picture(page, `lab-phone-${name}`);
        await page.close();
    }
});
