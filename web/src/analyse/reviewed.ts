/** What a review of a game says. */
import type { MoveReason, ReviewedGame, ReviewedMove } from "../lib/answers";
import type { Path } from "../lib/tree";

/** A review with the game that it is of. */
export interface Review {
    readonly game: string;
    readonly line: Path;
    readonly found: ReviewedGame;
}

/** The review of a game whose end was reviewed before: the server has limited time for a request. */
export function joined(found: ReviewedGame, later: ReviewedGame | null): ReviewedGame {
    if (!later) return found;
    const speaks = mistakesOf(later).length > 0 && (later.decisive != null || found.decisive == null);
    const { text, decisive = null } = speaks ? later : found;
    return { ...found, text, decisive, moves: [...found.moves, ...later.moves] };
}

/** The moves that were mistakes. */
export const mistakesOf = ({ moves }: ReviewedGame): readonly ReviewedMove[] =>
    moves.filter(({ mistake }) => mistake !== null);

/** How many moves two games have in common at their beginning. */
export function shared(a: Path, b: Path): number {
    const other = a.findIndex((move, ply) => move !== b[ply]);
    return other < 0 ? a.length : other;
}

/** The sign of a kind of mistake, as records of games write it. */
export const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" } as const;

/** A move of which reasons are told. */
export interface Told {
    readonly move: string;
    readonly reasons: readonly MoveReason[];
}

/** Why a mistake is one: what is wrong with the move, and what is right with the better one. */
export function whyOf({ move, better, reasons = [], refutation = [] }: ReviewedMove): Told[] {
    const [best] = better;
    const told = [
        { move, reasons: refutation },
        { move: best ?? move, reasons: best === undefined ? [] : reasons },
    ];
    return told.filter((entry) => entry.reasons.length > 0);
}
