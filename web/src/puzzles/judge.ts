/** Whether a move that was tried is right, and what is said of it. */
import type { MoveReason, Solution } from "../lib/answers";
import { opponentOf } from "../lib/sides";
import type { Path } from "../lib/tree";
import { nameOf } from "../lib/words";
import { ownMoves, type Puzzle } from "./puzzle";

/** What is found of a move. */
export interface Verdict {
    readonly isRight: boolean;
    /** The opponent's best reply, if it is known and there is one. */
    readonly reply: string | null;
    /** What the move does, in sentences. */
    readonly text: string;
    /** Best play after the move, to be seen on the board. */
    readonly line: Path;
}

/** What `solve` says of the position after a move; the moves of the opponent's best play begin with the reply. */
export type After = Pick<Solution, "result" | "distance" | "line">;

/** How many plies of a refutation are shown. */
const SHOWN = 3;

/** The plies of best play that are left before the last move that was tried. */
const left = (puzzle: Puzzle, tried: Path): number => (puzzle.distance ?? 0) - (tried.length - 1);

/** Whether the moves that were tried are the beginning of the solution. */
export const isOnSolution = (puzzle: Puzzle, tried: Path): boolean =>
    tried.every((move, ply) => puzzle.solution[ply] === move);

/** The verdict on a move of the solution, which needs no question. */
export function onSolution(puzzle: Puzzle, tried: Path): Verdict {
    const goesOn = puzzle.goal === "win";
    const reply = goesOn ? (puzzle.solution[tried.length] ?? null) : null;
    return { isRight: true, reply, text: "", line: [] };
}

/**
 * The verdict on another move. The first move of a solution is the only one; later ones may have equals, which win as
 * soon. `after` is `null` if the server could not tell in time.
 */
export function offSolution(puzzle: Puzzle, tried: Path, after: After | null): Verdict {
    const reply = after?.line[0] ?? null;
    const wins = after?.result === "loss";
    const isFast = wins && after.distance !== null && after.distance + 1 <= left(puzzle, tried);
    if (tried.length > 1 && isFast) return { isRight: true, reply, text: "", line: [] };
    return {
        isRight: false,
        reply,
        text: refusal(puzzle, tried, after),
        line: after?.line.slice(0, SHOWN) ?? [],
    };
}

/** What is wrong with a move. */
function refusal(puzzle: Puzzle, tried: Path, after: After | null): string {
    const move = tried.at(-1) ?? "";
    const opponent = nameOf(opponentOf(puzzle.to_move));
    if (!after || after.result === null) {
        if (tried.length === 1) return `${move} is not the move.`;
        return `The server could not tell in time whether ${move} wins as soon. Only the solution’s move counts here.`;
    }
    const [reply] = after.line;
    const answers = reply === undefined ? "" : `: ${opponent} answers ${reply}`;
    if (after.result === "win") {
        const moves = after.distance === null ? 0 : ownMoves(after.distance);
        if (moves === 1) return `${move} loses${answers} and wins at once.`;
        return `${move} loses${answers}${answers === "" ? "" : " and wins"}${moves > 1 ? ` in ${moves} moves` : ""}.`;
    }
    if (after.result === "draw") {
        const misses = puzzle.goal === "hold" ? "only draws" : "does not win";
        return `${move} ${misses}${answers}${answers === "" ? "" : " and holds the draw"}.`;
    }
    if (puzzle.goal === "fork") return `${move} does not make two threats at once${answers}.`;
    if (puzzle.goal === "hold") return `${move} is not the move.`;
    const wanted = ownMoves(left(puzzle, tried));
    const needed = after.distance === null ? null : ownMoves(after.distance + 1);
    const late = needed === null || needed <= wanted ? "later" : `in ${needed} moves, not in ${wanted}`;
    return `${move} wins ${late}${answers}.`;
}

/** The kinds of reasons that say what goes wrong, the most telling first. */
const FAULTS = ["allows", "spoils", "fears"];

/** Of the reasons of a move that is wrong, the one that says so. */
export function faultOf(reasons: readonly MoveReason[]): MoveReason | null {
    for (const kind of FAULTS) {
        const found = reasons.find((reason) => reason.kind === kind);
        if (found) return found;
    }
    return null;
}
