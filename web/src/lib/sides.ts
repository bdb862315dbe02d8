/** The two sides: X plays first, and they take turns. */
import type { Side } from "./answers";

/** The side to move after a number of plies. */
export const sideAfter = (plies: number): Side => (plies % 2 === 0 ? "x" : "o");

export const opponentOf = (side: Side): Side => (side === "x" ? "o" : "x");

/** The stones on the board after the moves of a game. */
export const stonesAfter = (moves: readonly string[]): ReadonlyMap<string, Side> =>
    new Map(moves.map((cell, ply) => [cell, sideAfter(ply)]));
