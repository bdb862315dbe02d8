/** Puzzles: solved on the board, with help, and kept. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { thought } from "../src/opinion/ask";
import { FORK, GOMOKU, HOLD, QUBIC, SET, TIC_TAC_TOE } from "../src/puzzles/fixtures";
import { attemptOf } from "../src/puzzles/puzzle";
import { ask, cell, picture, serving } from "./browser";
import { type Asked, withPuzzles } from "./fixed-puzzles";

const session = serving();
async function open(query: string, options = {}): Promise<{ page: Page; asked: Asked[] }> {
    const page = await session.open("/?game=tic-tac-toe", options);
    const asked = await withPuzzles(page);
    await page.goto(new URL(`?view=puzzles${query}`, session.url).href);
    return { page, asked };
}

const status = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const stone = (page: Page, text: string, side: "X" | "O" | "empty") =>
    cell(page, text)
        .and(page.getByLabel(`${text}, ${side}`))
        .first()
        .waitFor();
const inSet = (page: Page, number: number) =>
    page
        .getByRole("region", { name: "Puzzles of this set" })
        .getByRole("link")
        .nth(number - 1);

it("the puzzles of these tests are what they claim to be", async () => {
    interface Move {
        readonly move: string;
        readonly result: string;
        readonly distance: number | null;
    }
    for (const puzzle of [...SET, TIC_TAC_TOE]) {
        const { game, moves } = puzzle;
        const { moves: found } = await ask<{ moves: Move[] }>(session, "solve", {
            game,
            moves,
            all_moves: true,
        });
        const good = found.filter(({ result, distance }) =>
            puzzle.goal === "hold"
                ? result !== "loss"
                : result === "win" && (distance ?? 99) <= (puzzle.distance ?? 0),
        );
        expect(
            good.map(({ move }) => move),
            puzzle.text,
        ).toEqual(puzzle.solution.slice(0, 1));
        const first = await ask(session, "attempt", attemptOf(puzzle, puzzle.solution.slice(0, 1)));
        const reply = puzzle.solution[1] ?? null;
        expect(first, puzzle.text).toMatchObject({ right: true, reply });
    }
    const { game, moves } = QUBIC;
    const answer = await ask<{ best: string[]; distance: number }>(session, "solve", { game, moves });
    expect(answer).toMatchObject({ best: ["d1.1"], distance: 3 });
    // Whatever else O plays, X completes the four.
    const after = await ask<{ outcome: string }>(session, "moves", {
        game: GOMOKU.game,
        moves: `${GOMOKU.moves} a1 i12`,
    });
    expect(after.outcome).toBe("x");
});

it("a puzzle is solved move by move, and the opponent answers", async () => {
    const { page, asked } = await open("");
    await status(page, "X to move wins in 3 moves.");
    await page.getByRole("heading", { name: "Puzzle 1 Connect Four" }).waitFor();
    await page.getByText("easy (2 of 5)").waitFor();
    await picture(page, "puzzles-first");
    expect(asked.map(({ game, count }) => [game, count])).toEqual([
        ["connect-four", 1],
        ["connect-four", 10],
    ]);
    await cell(page, "b6").click();
    await status(page, "Right. O answers a1: 2 moves to go.");
    await stone(page, "a1", "O");
    // Not the move of the solution, but one that wins as soon.
    await cell(page, "g4").press("Enter");
    await status(page, "Right. O answers e2: 1 move to go.");
    await cell(page, "e3").click();
    await status(page, "Solved at the first try: X wins.");
    await inSet(page, 1).getByText("solved at the first try").waitFor({ state: "attached" });
    await page.reload();
    await page.getByText("1 of 5 solved").waitFor();
    await page.getByRole("link", { name: "Next puzzle" }).click();
    await status(page, "O to move wins in 2 moves.");
    expect(new URL(page.url()).searchParams.get("number")).toBe("2");
});

it("a wrong move is refuted, taken back and tried again, and Back leaves the puzzle as it was", async () => {
    const { page } = await open("&number=3");
    await status(page, "X to move: find the only move that does not lose.");
    await cell(page, "c5").click();
    await status(page, "Wrong: O wins at once with a1.");
    await picture(page, "puzzles-wrong");
    // Nothing else is played as long as it stands there.
    await cell(page, "e1").click();
    await stone(page, "e1", "empty");
    await button(page, "Try again").click();
    await stone(page, "c5", "empty");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("gridcell");
    await cell(page, "a1").click();
    await status(page, "Solved: a1 is the only move that does not lose.");
    await inSet(page, 3).getByText("solved with help").waitFor({ state: "attached" });
    await page.goBack();
    await status(page, "X to move: find the only move that does not lose.");
    await stone(page, "a1", "empty");
});

it("the reason of a wrong move is told and lit", async () => {
    const page = await session.open("/?game=tic-tac-toe");
    await withPuzzles(page);
    let asked = 0;
    await page.route("**/api/analyze", (route) => {
        asked += 1;
        expect(route.request().postDataJSON()).toEqual(thought({ game: HOLD.game, moves: HOLD.moves }));
        const reasons = [
            { kind: "builds", cells: ["c5"], moves: ["c5"], text: "opens a line" },
            { kind: "allows", cells: ["a1", "b1"], moves: ["c5", "a1"], text: "lets O win with a1" },
        ];
        const moves = ["c5", "e1"].map((move) => ({ move, value: 0, reasons }));
        return route.fulfill({ json: { moves } });
    });
    await page.goto(new URL("?view=puzzles&number=3", session.url).href);
    await status(page, "X to move");
    await cell(page, "c5").click();
    await page.getByText("c5: lets O win with a1.").waitFor();
    expect(await page.locator(".stroke.hint").count()).toBe(2);
    // One answer tells the reasons of all moves of a position.
    await button(page, "Try again").click();
    await cell(page, "e1").click();
    await page.getByText("e1: lets O win with a1.").waitFor();
    expect(asked).toBe(1);
});

it("an error of the server is no verdict: the move can be judged again", async () => {
    const { page } = await open("&number=3");
    await status(page, "X to move: find");
    const error = "the server has too much to do";
    await page.route("**/api/attempt", (route) => route.fulfill({ status: 503, json: { error } }));
    await cell(page, "a1").click();
    await page.getByRole("alert").getByText(error).waitFor();
    await page.unroute("**/api/attempt");
    await button(page, "Try again").click();
    await status(page, "Solved at the first try: a1 is the only move that does not lose.");
    expect(await page.getByRole("alert").count()).toBe(0);
});

it("help comes in three steps, and counts", async () => {
    const { page } = await open("&number=4");
    await button(page, "Hint").click();
    await page.getByText(FORK.hint).waitFor();
    expect(await page.locator(".stroke.hint").count()).toBe(0);
    await button(page, "More help").click();
    await page.getByText("Look at c5, g1").waitFor();
    expect(await page.locator(".stroke.hint").count()).toBe(2);
    await button(page, "More help").click();
    await page.getByText("The move is f2: it makes two threats at once").waitFor();
    await cell(page, "f2").click();
    await status(page, "Solved: f2 makes two threats at once. After c5, g1 wins.");
});

it("the solution is shown move by move", async () => {
    const { page } = await open("&number=4");
    await button(page, "Solution").click();
    await status(page, "Solution: f2.");
    await page.getByText("f2: makes two threats at once (c5 and g1).").waitFor();
    await stone(page, "f2", "O");
    await button(page, "Next move").press("Enter");
    await button(page, "Next move").press("Enter");
    await status(page, "Solution: f2 c5 g1.");
    await picture(page, "puzzles-solution");
    await button(page, "Play it yourself").press("Enter");
    await stone(page, "f2", "empty");
    await cell(page, "f2").click();
    await status(page, "Solved: f2 makes");
});

it("kinds, games and seeds are chosen, and Back goes back", async () => {
    const { page, asked } = await open("&seed=7");
    await status(page, "X to move wins in 3 moves.");
    await page.getByLabel("Kind").selectOption("fork");
    await status(page, "O to move: find the move that threatens twice.");
    expect(await page.getByRole("region", { name: "Puzzles of this set" }).getByRole("link").count()).toBe(1);
    await page.goBack();
    await status(page, "X to move wins in 3 moves.");
    await button(page, "Tic-Tac-Toe").click();
    await status(page, "X to move wins in 2 moves.");
    await stone(page, "c3", "O");
    const seeds = new Set(asked.map(({ seed }) => seed));
    await button(page, "Other puzzles").click();
    await expect.poll(() => asked.some(({ seed }) => !seeds.has(seed))).toBe(true);
    await page.getByLabel("Any game").fill("nonsense");
    await button(page, "Puzzles of this game").click();
    await page.locator("form .error").getByText("nonsense").waitFor();
    await page.getByLabel("Any game").fill("5x4:4:-2");
    await button(page, "Puzzles of this game").click();
    await page.getByText("No puzzle was found for this game.").waitFor();
});

it("says how far it is, stops, goes on, and tells an error in the server's words", async () => {
    const page = await session.open("/?game=tic-tac-toe");
    await page.route("**/api/puzzles", () => undefined);
    await page.goto(new URL("?view=puzzles&game=gomoku", session.url).href);
    await page.getByText("0 of 10 found").waitFor();
    await picture(page, "puzzles-making");
    await button(page, "Stop").click();
    await page.getByText("Stopped: 0 puzzles found.").waitFor();
    await page.unroute("**/api/puzzles");
    const error = "no line fits on the board of 3x3:4, so nobody can win and there is no puzzle";
    await page.route("**/api/puzzles", (route) => route.fulfill({ status: 422, json: { error } }));
    await button(page, "Go on").click();
    await page.getByRole("alert").getByText(error).waitFor();
    await page.unroute("**/api/puzzles");
    await withPuzzles(page);
    await button(page, "Connect Four").click();
    await status(page, "X to move wins in 3 moves.");
});

it("a set that is too small says so", async () => {
    const { page } = await open("&game=qubic&number=4");
    await page.getByText("There is no puzzle 4: this set has 1.").waitFor();
    await page.getByRole("link", { name: "Go to puzzle 1" }).click();
    await status(page, "X to move: find the move that threatens twice.");
    await picture(page, "puzzles-qubic");
    await cell(page, "d1.1").first().click();
    await status(page, "Solved at the first try: d1.1 makes two threats at once.");
});

it("a position is analysed, and Back returns to the puzzle", async () => {
    const { page } = await open("&number=3");
    await status(page, "X to move: find");
    await page.getByRole("link", { name: "Analyse this position" }).click();
    await page.getByRole("region", { name: "Moves" }).waitFor();
    expect(new URL(page.url()).searchParams.get("moves")).toBe(HOLD.moves);
    await page.goBack();
    await status(page, "X to move: find the only move that does not lose.");
});

it("is played with fingers on a phone, where the buttons are in sight", async () => {
    const { page } = await open("&number=3", { width: 360, height: 740, touch: true });
    await status(page, "X to move: find");
    await cell(page, "c5").tap();
    await status(page, "Wrong: O wins at once with a1.");
    const box = await button(page, "Try again").boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
    await picture(page, "puzzles-phone");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
