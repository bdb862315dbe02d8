/** Positions that several lessons use. */
import type { TreeRequest } from "../nodes.svelte";

/** A position that a game leads to. */
export interface Reached {
    readonly game: string;
    readonly moves: string;
}

/** `__x/oox/_xo`, X to move: one move draws, two lose. */
export const ENDGAME: Reached = { game: "3x3:3", moves: "c3 a2 c2 c1 b1 b2" };

/** `xox/oox/___`, X to move: the example of the minimax article. */
export const ARTICLE: Reached = { game: "3x3:3", moves: "a3 b3 c3 a2 c2 b2" };

/** `__x/x_o/oox`, X to move: one move makes two threats. */
export const FORK: Reached = { game: "3x3:3", moves: "c3 c2 a2 a1 c1 b1" };

export const EMPTY_BOARD: Reached = { game: "3x3:3", moves: "" };
export const CONNECT_FOUR: Reached = { game: "7x6:4:-2", moves: "" };

/** The position after more moves. */
export const after = ({ game, moves }: Reached, more: string): Reached => ({
    game,
    moves: `${moves} ${more}`.trim(),
});

/** A search of a position. */
export const request = (
    { game, moves }: Reached,
    search: "minimax" | "alpha-beta",
    depth: number,
    heuristic: string,
): TreeRequest => ({ game, moves, search, depth, eval: heuristic, hurry: false });
