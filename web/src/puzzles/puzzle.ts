/** A puzzle as the server makes it, its kind, and what is said of it. */
import type { MoveReason, Side } from "../lib/answers";
import { type Path, pathIn } from "../lib/tree";

/** `puzzles`: a position with one good move. */
export interface Puzzle {
    readonly game: string;
    /** The moves that lead to the position, with spaces between them. */
    readonly moves: string;
    readonly to_move: Side;
    /** `win`: the only move that wins so soon; `hold`: that does not lose; `fork`: that makes two threats at once. */
    readonly goal: "win" | "hold" | "fork";
    /** The good move and best play after it, both sides in turn. */
    readonly solution: readonly string[];
    /** Plies to the end of the game, where the good move wins. */
    readonly distance: number | null;
    /** From 0 to 1. */
    readonly difficulty: number;
    /** The task, without its full stop. */
    readonly text: string;
    /** A first nudge. */
    readonly hint: string;
    /** Why the good move is good, the strongest reason first; the server may be asked for them later. */
    readonly reasons?: readonly MoveReason[];
}

/** `attempt`: what a move of a puzzle does. */
export interface Verdict {
    readonly right: boolean;
    /** What is to be said of it, in a sentence. */
    readonly text: string;
    /** The opponent's reply, if there is one to tell of: the best one to a right move, one that refutes a wrong move. */
    readonly reply: string | null;
}

/** The kinds of puzzles to choose from. */
export const KINDS = [
    ["all", "All kinds"],
    ["win-2", "Win in 2 moves"],
    ["win-3", "Win in 3 moves"],
    ["win-4", "Win in 4 moves"],
    ["hold", "The only move that holds"],
    ["fork", "Find the fork"],
] as const;
export type Kind = (typeof KINDS)[number][0];

/** How many puzzles are made at a time. */
export const SET_SIZE = 10;

/** The kind that an address names. */
export const kindIn = (text: string): Kind => KINDS.find(([name]) => name === text)?.[0] ?? "all";

/** The number of the puzzle that an address names, counted from 1. */
export function numberIn(text: string): number {
    const number = Number(text || 1);
    return Number.isSafeInteger(number) && number >= 1 ? number : 1;
}

/** How many puzzles there have to be, so that there is one with this number: whole tens. */
export const countFor = (number: number): number => Math.ceil(number / SET_SIZE) * SET_SIZE;

/** The position of a puzzle. */
export const startOf = (puzzle: Puzzle): Path => pathIn(puzzle.moves);

/** Whether the moves that were tried are the beginning of the solution. */
export const isOnSolution = (puzzle: Puzzle, tried: Path): boolean =>
    tried.every((move, ply) => puzzle.solution[ply] === move);

/** The body of the request whether the last of the moves that were tried is right. */
export function attemptOf(puzzle: Puzzle, tried: Path) {
    const { game, goal, distance, solution } = puzzle;
    const before = tried.slice(0, -1);
    return {
        game,
        moves: [...startOf(puzzle), ...before].join(" "),
        // Two threats are followed by a win.
        goal: goal === "fork" && before.length > 0 ? "win" : goal,
        distance: distance === null ? null : distance - before.length,
        solution: solution[0],
        move: tried.at(-1),
    };
}

/** The kinds of reasons that say what goes wrong, the most telling first. */
const FAULTS = ["allows", "expects"];

/** Of the reasons of a move that is wrong, the one that says so. */
export function faultOf(reasons: readonly MoveReason[]): MoveReason | null {
    for (const kind of FAULTS) {
        const found = reasons.find((reason) => reason.kind === kind);
        if (found) return found;
    }
    return null;
}

/** The moves of one's own in a number of plies that begins with one. */
export const ownMoves = (plies: number): number => Math.ceil(plies / 2);

/** What a puzzle is called in a list. */
export function nameOfKind({ goal, distance }: Pick<Puzzle, "goal" | "distance">): string {
    if (goal === "win") return `win in ${ownMoves(distance ?? 0)}`;
    return goal === "hold" ? "only move" : "fork";
}

export function isOfKind({ goal, distance }: Pick<Puzzle, "goal" | "distance">, kind: Kind): boolean {
    return kind === "all" || kind === (goal === "win" ? `win-${ownMoves(distance ?? 0)}` : goal);
}

/** The numbers of the puzzles of a kind. */
export const numbersOf = (puzzles: readonly Puzzle[], kind: Kind): readonly number[] =>
    puzzles.flatMap((puzzle, index) => (isOfKind(puzzle, kind) ? [index + 1] : []));

/** The number of the puzzle that comes next; of all kinds more can be made, unless `isAll` of the game are known. */
export function numberAfter(
    puzzles: readonly Puzzle[],
    number: number,
    kind: Kind,
    isAll: boolean,
): number | null {
    const next = numbersOf(puzzles, kind).find((other) => other > number);
    return next ?? (kind === "all" && !isAll ? number + 1 : null);
}

const DIFFICULTIES = ["very easy", "easy", "medium", "hard", "very hard"] as const;
export const MOST_DIFFICULT = DIFFICULTIES.length;

/** A difficulty from 1 to 5, with its word. */
export function gradeOf(difficulty: number): { readonly grade: number; readonly word: string } {
    const index = Math.max(0, Math.min(MOST_DIFFICULT - 1, Math.floor(difficulty * MOST_DIFFICULT)));
    return { grade: index + 1, word: DIFFICULTIES[index] ?? "" };
}
