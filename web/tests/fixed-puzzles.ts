/** Gives the page puzzles that do not depend on how the server finds them. */
import type { Page } from "playwright-core";
import { GOMOKU, QUBIC, SET, TIC_TAC_TOE } from "../src/puzzles/fixtures";
import type { Puzzle } from "../src/puzzles/puzzle";

const BY_GAME: Readonly<Record<string, readonly Puzzle[]>> = {
    "connect-four": SET,
    "tic-tac-toe": [TIC_TAC_TOE],
    qubic: [QUBIC],
    gomoku: [GOMOKU],
};

/** A request for puzzles. */
export interface Asked {
    readonly game: string;
    readonly count: number;
    readonly seed: number;
}

/** Lets the page be given the puzzles of the fixtures; says what it asked for. */
export async function withPuzzles(page: Page): Promise<Asked[]> {
    const asked: Asked[] = [];
    await page.route("**/api/puzzles", (route) => {
        const body = route.request().postDataJSON() as Asked;
        asked.push(body);
        return route.fulfill({ json: (BY_GAME[body.game] ?? []).slice(0, body.count) });
    });
    return asked;
}
