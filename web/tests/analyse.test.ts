/** Analysing a position: values of every move, best lines, the graph of the game. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ask, cell, picture, reason, serving, streamed } from "./browser";

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
    await page.getByRole("heading", { name: /Best thinks/ }).waitFor();
    for (const move of ["d1", "d2", "d3"]) {
        await cell(page, move).click();
        await page.waitForTimeout(300);
        // The browser may tell of the end of a request after the beginning of the next.
        await expect.poll(() => running.size).toBe(1);
    }
    await page.locator("header").getByText("Play", { exact: true }).click();
    await expect.poll(() => running.size).toBe(0);
    const atWork = async (): Promise<number> => {
        const answer = await fetch(new URL("api/limits", session.url));
        return ((await answer.json()) as { work?: { running: number } }).work?.running ?? 0;
    };
    await expect.poll(atWork).toBe(0);
});

it("stops and goes on", async () => {
    const page = await session.open("/?view=analyse&game=7x7:4:-2&moves=d1");
    await page.getByRole("heading", { name: /Best thinks/ }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("These are the last values found.").waitFor();
    await page.waitForTimeout(300);
    const before = await page.getByRole("region", { name: "Moves" }).innerText();
    await page.waitForTimeout(700);
    expect(await page.getByRole("region", { name: "Moves" }).innerText()).toBe(before);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
});

it("says whose opinion it is, and searches further", async () => {
    const page = await session.open("/?view=analyse&game=connect-four&value=search&depth=3");
    await page.getByText(/^Searched 3 plies deep in/).waitFor();
    await page.getByRole("heading", { name: /^Alpha-beta with runs thinks: / }).waitFor();
    await page.getByRole("button", { name: "Search deeper" }).click();
    await page.getByText(/^Searched 7 plies deep in/).waitFor();
    expect(new URL(page.url()).searchParams.get("value")).toBe("search");

    // Whoever chooses best has its opinion, whatever the heuristic was.
    await page.getByText("Whose opinion, limits and side").click();
    const asked = page.waitForRequest((request) => /api\/analyze/.test(request.url()));
    await page.getByLabel("Who thinks").selectOption("best");
    expect((await asked).postDataJSON()).toMatchObject({ player: "best", why: true });
    expect(new URL(page.url()).searchParams.has("depth")).toBe(false);
});

it("lets best look at more positions when somebody asks", async () => {
    const page = await session.open("/?view=analyse&game=7x7:4:-2&seconds=1");
    const deeper = page.getByRole("button", { name: "Search deeper" });
    await deeper.waitFor();
    const asked = page.waitForRequest((request) => /api\/analyze/.test(request.url()));
    await deeper.click();
    expect((await asked).postDataJSON().player).toMatch(/^best:nodes=\d{6,}$/);
});

it("values a board of 15×15", async () => {
    const page = await session.open("/?view=analyse&game=gomoku&moves=h8+i9");
    await page.getByRole("heading", { name: /^Best thinks: .*%/ }).waitFor();
    expect(await rows(page).count()).toBeGreaterThan(5);
    await page.getByText("the expected score of X, the side to move").waitFor();
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
    await page.getByText("Whose opinion, limits and side").click();
    await page.getByRole("combobox", { name: "Heuristic" }).selectOption("learned");
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
    await page.getByText("Whose opinion, limits and side").click();
    const choices = page.getByRole("combobox", { name: "Heuristic" }).getByRole("option");
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

it("reviews a game that is over in one request, and leads to its mistakes", async () => {
    const page = await session.open("about:blank");
    const asked: unknown[] = [];
    page.on("request", (request) => {
        if (request.url().endsWith("api/review")) asked.push(request.postDataJSON());
    });
    const moves = "d1 c1 d2 d3 c2 d4 e1 c3 b1 b2 f1 a1";
    await page.goto(`${session.url}?view=analyse&game=connect-four&moves=${moves.replaceAll(" ", "+")}`);
    const box = page.getByRole("region", { name: "Review" });
    await box
        .getByText("X lost the game with move 5, c2: it turned a draw into a loss; d4 held (=).")
        .waitFor();
    const mistakes = box.getByRole("list", { name: "Mistakes" }).getByRole("button");
    const texts = (await mistakes.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    expect(texts).toEqual(["3. X d2 ?? blunder", "5. X c2 ?? blunder"]);
    expect(asked).toEqual([{ game: "connect-four", moves }]);
    await mistakes.first().click();
    await box.getByText(/^3\. d2 turned a win into a draw/).waitFor();
    expect(new URL(page.url()).searchParams.get("moves")).toBe("d1 c1");
    await picture(page, "analyse-review");
    await page.waitForTimeout(500);
    expect(asked.length).toBe(1);
});

/** The position before a mistake, with the review of the whole game. */
const MISTAKE =
    "/?view=analyse&game=connect-four&moves=d1+c1+d2+d3&tree=d1+c1+d2+d3+c2+d4+e1+c3+b1+b2+f1+a1&review=1";

it("tells the reasons of a mistake once, in sentences that end where they end", async () => {
    const page = await session.open(MISTAKE);
    const box = page.getByRole("region", { name: "Review" });
    await page.getByText("Why d4? It is the only move that keeps the draw").waitFor();
    await box.getByText(/^Why\? c2/).waitFor();
    expect(await box.getByText(/^Why\? d4/).count()).toBe(0);
    expect(await cell(page, "c2").getAttribute("aria-label")).toContain("played, a blunder");
    const told = await box.locator(".current p").allInnerTexts();
    expect(told.flatMap((text) => text.split("\n")).filter((row) => row === ".")).toEqual([]);
    await page.getByRole("button", { name: "Play a1" }).hover();
    await page.getByText("Why a1? It").waitFor();
});

it("lists reasons of the best move alone, and of the others for those who ask", async () => {
    const page = await session.open(MISTAKE, { width: 360, height: 740, touch: true });
    await page.getByText("Solved: these values are proven.").waitFor();
    const why = rows(page).getByText("is proven to lose in 32 plies");
    await expect.poll(() => why.count()).toBe(6);
    expect(await why.filter({ visible: true }).count()).toBe(0);
    await rows(page).getByText("is the only move that keeps the draw").waitFor();
    await rows(page).getByText("Why c2?").click();
    expect(await why.filter({ visible: true }).count()).toBe(1);
});

it("draws the graph of a review, marks mistakes, and steps with the keyboard", async () => {
    const page = await session.open("/?view=analyse&game=tic-tac-toe&moves=b2+a2+a3+c1+b1+b3");
    const slider = page.getByRole("slider", { name: "Position of the game" });
    const moves = page.getByRole("list", { name: "Moves of the game" });
    expect(await slider.count()).toBe(0);
    await page.getByRole("button", { name: "Review the game" }).click();
    // The edge in answer to the centre loses.
    await moves.getByRole("button", { name: "2. a2 blunder" }).waitFor();
    expect(new URL(page.url()).searchParams.get("review")).toBe("1");
    await slider.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await slider.getAttribute("aria-valuenow")).toBe("2");
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^2\. a2: X wins in \d+ plies \(blunder/);
    await page.getByText(/^2\. a2 turned a draw into a loss/).waitFor();
    const width = (await slider.boundingBox())?.width ?? 0;
    await slider.click({ position: { x: width - 3, y: 20 } });
    await expect.poll(() => slider.getAttribute("aria-valuenow")).toBe("6");
    await picture(page, "analyse-graph");

    // Another move makes the review one of another game.
    await cell(page, "a1").click();
    await page.getByText("The game has changed since its review.").waitFor();
    await moves.getByRole("button", { name: "2. a2 blunder" }).waitFor();
    await page.getByRole("button", { name: "Review it again" }).click();
    await page.getByText("The game has changed since its review.").waitFor({ state: "detached" });
});

it("asks again for the moves that the server had no time for", async () => {
    const page = await session.open("about:blank");
    const asked: string[] = [];
    await page.route("**/api/review", (route) => {
        const { moves } = route.request().postDataJSON() as { moves: string };
        asked.push(moves);
        const played = moves.split(" ");
        const judged = played.map((move, ply) => ({
            ply: ply + 1,
            side: ply % 2 === 0 ? "x" : "o",
            move,
            exact: false,
            mistake: ply === 1 ? "mistake" : null,
            better: [],
            text: `${move} is judged.`,
            best_worth: { score: 0.5 },
            worth: { score: 0.5 },
        }));
        const late = played.length === 4;
        const text = late ? "No mistake was found." : "No move decided the game alone.";
        return route.fulfill(
            streamed({ moves: late ? judged.slice(2) : judged, text, player: "best", interrupted: late }),
        );
    });
    await page.goto(`${session.url}?view=analyse&game=gomoku&moves=h8+i9+g8+i8&review=1`);
    const box = page.getByRole("region", { name: "Review" });
    await box.getByText("No move decided the game alone.").waitFor();
    expect(asked).toEqual(["h8 i9 g8 i8", "h8 i9"]);
    expect(await box.getByRole("list", { name: "Mistakes" }).getByRole("button").count()).toBe(1);
});

it("tells the reasons of a move, and lights their cells", async () => {
    const page = await session.open("about:blank");
    await page.route("**/api/analyze", (route) => {
        const valued = ["a1", "c1"].map((move, index) => ({
            move,
            value: 10 - index,
            score: 0.6 - index / 10,
            reasons: [reason(`opens a line through ${move}`, move, "c3"), reason("fears a3", "a3")],
        }));
        return route.fulfill(
            streamed({
                value: 10,
                score: 0.6,
                best: ["a1"],
                moves: valued,
                line: ["a1"],
                nodes: 1,
                to_move: "o",
            }),
        );
    });
    await page.goto(`${session.url}?view=analyse&game=tic-tac-toe&moves=b2&value=search`);
    await page.getByText("Why a1? It opens a line through a1").waitFor();
    const lit = page.locator("[data-board] .stroke.hint rect");
    expect(await lit.count()).toBe(0);
    await page.getByRole("button", { name: "opens a line through a1" }).focus();
    await expect.poll(() => lit.count()).toBe(2);
    await page.getByRole("button", { name: "fears a3" }).hover();
    await expect.poll(() => lit.count()).toBe(1);
    // The move pointed at is told instead, and stays.
    await page.getByRole("button", { name: "Play c1" }).hover();
    await page.getByText("Why c1? It opens a line through c1").waitFor();
    await page.mouse.move(0, 0);
    await page.getByText("Why c1? It opens a line through c1").waitFor();
    await picture(page, "analyse-reasons");
});

it("invites to play where there is no game yet, and fits a phone", async () => {
    const page = await session.open("/?view=analyse&game=tic-tac-toe", { width: 360, dark: true });
    await page.getByText("Play a move on the board: then the game can be reviewed.").waitFor();
    await page.getByRole("heading", { name: "A draw with every move." }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await picture(page, "analyse-phone");
});

it("values a finished game by its review alone", async () => {
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
