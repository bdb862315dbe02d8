import type { Moves, Side } from "./answers";

/** A side's name for people. */
export const nameOf = (side: Side): string => side.toUpperCase();

/** The status line: whose turn it is, or who has won. */
export function statusOf(moves: Moves): string {
    if (moves.outcome === "draw") return "The game is a draw.";
    if (moves.outcome) return `${nameOf(moves.outcome)} has won.`;
    return `${nameOf(moves.to_move)} to move.`;
}
