/** The two sides: X plays first, and they take turns, of one stone or of several. */
import type { Side, Turns } from "./answers";

/** One stone a turn. */
export const SINGLE: Turns = { first: 1, later: 1 };

/** How many turns have begun before the ply after a number of others. */
export const turnAt = (plies: number, { first, later }: Turns = SINGLE): number =>
    plies < first ? 0 : 1 + Math.floor((plies - first) / later);

/** The side to move after a number of plies. */
export const sideAfter = (plies: number, turns: Turns = SINGLE): Side =>
    turnAt(plies, turns) % 2 === 0 ? "x" : "o";

export const opponentOf = (side: Side): Side => (side === "x" ? "o" : "x");

/** The stones on the board after the moves of a game. */
export const stonesAfter = (moves: readonly string[], turns: Turns = SINGLE): ReadonlyMap<string, Side> =>
    new Map(moves.map((cell, ply) => [cell, sideAfter(ply, turns)]));
