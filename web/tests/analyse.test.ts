/** Analysing a position: values of every move, best lines, the graph of the game. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ask, cell, picture, serving } from "./browser";

const session = serving();

/** Connect Four, X to move: one move loses, one draws, the others win. */
const MIDGAME = "b1 g1 a1 a2 g2 g3 b2 c1 g4 a3 a4 c2 e1 d1 d2 g5 e2 a5 a6 c3 c4 e3";

const rows = (page: Page) => page.getByRole("region", { name: "Moves" }).getByRole("row");
const solved = (page: Page) => page.getByText("Solved: these values are proven.").waitFor();

it("shows the exact result of every move, as the solver gives it", async () => {
    const page = await session.open(`/?view=analyse&game=connect-four&moves=${MIDGAME.replaceAll(" ", "+")}`);
    await solved(page);
    const answer = await ask<{
        result: string;
        distance: number | null;
        moves: { move: string; result: "win" | "draw" | "loss"; distance: number | null }[];
    }>(session, "solve", { game: "connect-four", moves: MIDGAME, all_moves: true });
    const letters = { win: "W", draw: "=", loss: "L" };
    for (const { move, result, distance } of answer.moves) {
        const row = rows(page).filter({
            has: page.getByRole("button", { name: new RegExp(`^Play ${move}\\b`) }),
        });
        expect(await row.locator("td").first().innerText(), move).toBe(letters[result] + (distance ?? ""));
    }
    expect(await rows(page).count()).toBe(answer.moves.length + 1);
    await picture(page, "analyse-solved");
});

it("asks for nothing more after another position or another view is opened", async () => {
    const page = await session.open("/?view=analyse&game=7x7:4:-2");
    const running = new Set<unknown>();
    page.on("request", (request) => {
        if (/api\/(analyze|solve)/.test(request.url())) running.add(request);
    });
    page.on("requestfailed", (request) => running.delete(request));
    page.on("requestfinished", (request) => running.delete(request));
    await page.getByRole("heading", { name: /Best so far/ }).waitFor();
    for (const move of ["d1", "d2", "d3"]) {
        await cell(page, move).click();
        await page.waitForTimeout(300);
        // The browser may tell of the end of a request after the beginning of the next.
        await expect.poll(() => running.size).toBe(1);
    }
    await page.locator("header").getByText("Play", { exact: true }).click();
    await page.waitForTimeout(500);
    expect(running.size).toBe(0);
    const atWork = async (): Promise<number> => {
        const answer = await fetch(new URL("api/limits", session.url));
        return ((await answer.json()) as { work?: { running: number } }).work?.running ?? 0;
    };
    await expect.poll(atWork).toBe(0);
});

it("stops and goes on", async () => {
    const page = await session.open("/?view=analyse&game=7x7:4:-2&moves=d1");
    await page.getByRole("heading", { name: /Best so far/ }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("These are the last values found.").waitFor();
    await page.waitForTimeout(300);
    const before = await page.getByRole("region", { name: "Moves" }).innerText();
    await page.waitForTimeout(700);
    expect(await page.getByRole("region", { name: "Moves" }).innerText()).toBe(before);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
});

it("says what a limit allowed, and goes deeper", async () => {
    const page = await session.open("/?view=analyse&game=connect-four&value=search&depth=3");
    await page.getByText("Searched 3 plies deep (limit: the maximum depth).").waitFor();
    await page.getByRole("button", { name: "Search deeper" }).click();
    await page.getByText("Searched 7 plies deep (limit: the maximum depth).").waitFor();
    expect(new URL(page.url()).searchParams.get("value")).toBe("search");
});

it("values the board after each move by the heuristic that is chosen", async () => {
    const page = await session.open(
        "/?view=analyse&game=tic-tac-toe&moves=b2&value=static&heuristic=open-lines",
    );
    await rows(page).nth(8).waitFor();
    for (const move of ["a1", "b1"]) {
        const { worth } = await ask<{ worth: Record<string, { score: number }> }>(session, "eval", {
            game: "tic-tac-toe",
            moves: `b2 ${move}`,
            for: "o",
            heuristic: "open-lines",
        });
        const row = rows(page).filter({
            has: page.getByRole("button", { name: new RegExp(`^Play ${move}`) }),
        });
        const score = worth["open-lines"]?.score ?? NaN;
        expect(await row.locator("td").first().innerText(), move).toBe(`${Math.round(100 * score)} %`);
    }
});

it("offers learned weights where they come with the program, as expected scores", async () => {
    const page = await session.open("/?view=analyse&game=connect-four&moves=d1&value=static");
    await page.getByText("Heuristic, limits and side").click();
    await page.getByLabel("Heuristic").selectOption("learned");
    await rows(page).filter({ hasText: /\d+ %/ }).nth(6).waitFor();
    const { values } = await ask<{ values: Record<string, number> }>(session, "eval", {
        game: "connect-four",
        moves: "d1 d2",
        for: "o",
        heuristic: "learned",
    });
    const row = rows(page).filter({ has: page.getByRole("button", { name: /^Play d2/ }) });
    const expected = Math.round(50 * (1 + Math.tanh((values.learned ?? 0) / 1e6)));
    expect(await row.locator("td").first().innerText()).toBe(`${expected} %`);

    await page.goto(new URL("?view=analyse&game=6x5:4:-2&value=static", session.url).href);
    await page.getByText("Heuristic, limits and side").click();
    const choices = page.getByLabel("Heuristic").getByRole("option");
    await choices.filter({ hasText: "runs" }).first().waitFor({ state: "attached" });
    await expect.poll(async () => (await choices.allInnerTexts()).length).toBe(7);
});

it("plays a move of the list, and shows the line of the one pointed at", async () => {
    const page = await session.open("/?view=analyse&game=tic-tac-toe&moves=b2+a1+c1+a3");
    await page.getByRole("heading", { name: "A draw with a2." }).waitFor();
    await page.getByRole("button", { name: "Play a2" }).hover();
    await page.waitForTimeout(400);
    await picture(page, "analyse-pointed");
    await page.getByRole("button", { name: "Play a2" }).click();
    await cell(page, "a2").and(page.getByLabel("a2, X")).waitFor();
    expect(new URL(page.url()).searchParams.get("moves")).toBe("b2 a1 c1 a3 a2");
});

it("draws the graph of the game, marks mistakes, and steps with the keyboard", async () => {
    const page = await session.open("/?view=analyse&game=tic-tac-toe&moves=b2+a2+a3+c1+b1+b3");
    const slider = page.getByRole("slider", { name: "Position of the game" });
    const moves = page.getByRole("list", { name: "Moves of the game" });
    // The edge in answer to the centre loses.
    await moves.getByRole("button", { name: "2. a2 ?? blunder: a draw became a loss" }).waitFor();
    await slider.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await slider.getAttribute("aria-valuenow")).toBe("2");
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^2\. a2: X wins in \d+ plies \(blunder/);
    await page.getByText("a2: a draw became a loss.").waitFor();
    const width = (await slider.boundingBox())?.width ?? 0;
    await slider.click({ position: { x: width - 3, y: 20 } });
    await expect.poll(() => slider.getAttribute("aria-valuenow")).toBe("6");
    await picture(page, "analyse-graph");
});

it("invites to play where there is no game yet, and fits a phone", async () => {
    const page = await session.open("/?view=analyse&game=tic-tac-toe", { width: 360, dark: true });
    await page.getByText("Play a move on the board to see the graph of the game.").waitFor();
    await page.getByRole("heading", { name: "A draw with every move." }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await picture(page, "analyse-phone");
});

it("values a finished game by its graph alone", async () => {
    const page = await session.open("/?view=analyse&game=tic-tac-toe&moves=a1+a2+b1+b2+c1");
    await page.getByRole("heading", { name: "The game is over." }).waitFor();
    await expect
        .poll(() => page.getByRole("slider").getAttribute("aria-valuetext"))
        .toMatch(/^5\. c1: X has won$/);
});

it("shows the line of the column pointed at", async () => {
    const page = await session.open("/?view=analyse&game=4x4:4:-2&moves=b1+b2");
    const row = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Play b3" }) });
    await row.waitFor();
    // The highest cell of the column: a stone falls from there to b3.
    await cell(page, "b4").hover();
    await expect.poll(() => row.getAttribute("class")).toContain("hovered");
});

it("tells the server that all its requests are of one page", async () => {
    const page = await session.open("about:blank");
    const names = new Set<string | undefined>();
    page.on("request", (request) => {
        if (request.url().includes("/api/")) names.add(request.headers()["connect-toe-client"]);
    });
    await page.goto(`${session.url}?view=analyse&game=3x3:3&moves=b2`);
    await page.getByText("Solved: these values are proven.").waitFor();
    expect(names.size).toBe(1);
    expect([...names][0]).toMatch(/^[0-9a-f]{24}$/);
});

it("asks again what a server that stopped did not answer", async () => {
    const page = await session.open("about:blank");
    let isStopping = true;
    await page.route("**/api/solve", (route) => {
        if (!isStopping) return route.continue();
        const error = JSON.stringify({ error: "the server is stopping", status: 503 });
        return route.fulfill({
            contentType: "text/event-stream",
            body: `event: error\ndata: ${error}\n\n`,
        });
    });
    await page.goto(`${session.url}?view=analyse&game=3x3:3&moves=b2`);
    const problem = page.getByRole("alert").filter({ hasText: "the server is stopping" });
    await problem.waitFor();
    isStopping = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Solved: these values are proven.").waitFor();
    expect(await page.getByText("Not possible here").count()).toBe(0);
});

it("fits a phone where cells have long names", async () => {
    const page = await session.open("/?view=analyse&game=2x2x2x2x2x2x2x2:2", { width: 360 });
    await page
        .getByRole("button", { name: /^Play a1\.1/ })
        .first()
        .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

it("takes a game with a plus sign from the address as people write it", async () => {
    const page = await session.open("/?view=analyse&game=3x3:3:+1,-2&moves=c1");
    await cell(page, "c1").and(page.getByLabel("c1, X")).waitFor();
    await page
        .getByRole("button", { name: /^Play a/ })
        .first()
        .waitFor();
});
