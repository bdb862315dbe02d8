/** What is known of a position, and what to find out next. */
import type { Analysis, Result, Solution, SolvedMove, ValuedMove, Worth } from "../lib/answers";

/** What a search found, at its deepest look. */
export interface Searched {
    /** Plies of that look. */
    readonly depth: number;
    readonly worth: Worth;
    readonly best: readonly string[];
    readonly moves: readonly ValuedMove[];
    readonly line: readonly string[];
    readonly nodes: number;
}

/** What the solver found. `moves` is empty if only the position was solved. */
export interface Exact {
    readonly result: Result;
    readonly distance: number | null;
    readonly best: readonly string[];
    readonly moves: readonly SolvedMove[];
    readonly line: readonly string[];
}

/** All that is known of one position; every value is for the side to move. */
export interface Knowledge {
    /** The heuristic's value of the board after each move. */
    readonly still: readonly ValuedMove[] | null;
    readonly search: Searched | null;
    readonly exact: Exact | null;
    /** The best line that begins with a move, where somebody asked for it. */
    readonly lines: ReadonlyMap<string, readonly string[]>;
    /** Searches that have ended: each one goes further than the one before. */
    readonly searches: number;
    /** Seconds spent on the last search and on the solver. */
    readonly searching: number;
    readonly solving: number;
    /** Kinds of work that the server refused for this position, with its words. */
    readonly refused: ReadonlyMap<StepKind, string>;
}

export const NOTHING: Knowledge = {
    still: null,
    search: null,
    exact: null,
    lines: new Map(),
    searches: 0,
    searching: 0,
    solving: 0,
    refused: new Map(),
};

/** The values that people can look at: the best that is known, or one kind alone. */
export const SOURCES = ["best", "static", "search", "exact"] as const;
export type Source = (typeof SOURCES)[number];

export type StepKind = "static" | "search" | "solve" | "line";

/** One request. */
export interface Step {
    readonly kind: StepKind;
    /** When it is given up; a search of `best` has its own end. */
    readonly seconds: number | null;
    /** How often somebody asked to search further, of a search. */
    readonly further?: number;
    /** The move whose line is asked for. */
    readonly move?: string;
}

export interface Wanted {
    readonly source: Source;
    /** The heuristic that alpha-beta looks ahead with, where its opinion is asked for; `null`: `best` is asked. */
    readonly heuristic: string | null;
    /** How often somebody asked to search further. */
    readonly further: number;
    /** Seconds for a search by alpha-beta, and as many for the solver. */
    readonly seconds: number;
    /** Whether the server knows the game's value: then most positions are solved at once. */
    readonly gameIsKnown: boolean;
}

/** Seconds for the solver before all else, where it mostly knows at once. */
const FIRST_SECONDS = 1;

/** The next request about the position shown; `null` if all is known or the limits are reached. */
export function nextStep(known: Knowledge, wanted: Wanted): Step | null {
    const { source, further } = wanted;
    const wants = (kind: StepKind): boolean => !known.refused.has(kind);
    if (source === "static")
        return known.still || !wants("static") ? null : { kind: "static", seconds: null };

    const seconds = wanted.seconds * 4 ** further;
    const maySolve = source !== "search" && !isSolved(known) && wants("solve");
    if (wanted.gameIsKnown && maySolve && known.solving === 0)
        return { kind: "solve", seconds: Math.min(FIRST_SECONDS, seconds) };
    if (source !== "exact" && known.searches <= further && wants("search"))
        return { kind: "search", further, seconds: wanted.heuristic === null ? null : seconds };
    const left = seconds - known.solving;
    return maySolve && left > 0 ? { kind: "solve", seconds: left } : null;
}

/** Whether every move's result is proven, with its distance. */
export function isSolved({ exact, search }: Pick<Knowledge, "exact" | "search">): boolean {
    if (exact && exact.moves.length > 0) return true;
    const moves = search?.moves ?? [];
    const isWhole = ({ exact: proven }: ValuedMove): boolean =>
        proven?.result === "draw" || (proven?.distance != null && proven.at_most !== true);
    return moves.length > 0 && moves.every(isWhole);
}

/** What is read of a search's answer, or of its progress. */
type Look = Worth & Pick<Analysis, "value" | "best" | "moves" | "line" | "nodes" | "interrupted">;

/** What is known after a look of a search. A look that sees less than one before changes nothing. */
export function withLook(known: Knowledge, depth: number, found: Look): Knowledge {
    return depth <= (known.search?.depth ?? 0) ? known : withFound(known, depth, found);
}

/** What is known after a search. One that was stopped changes nothing: its looks are known already. */
export const withSearch = (known: Knowledge, depth: number, found: Look): Knowledge =>
    found.interrupted ? known : withFound(known, depth, found);

function withFound(known: Knowledge, depth: number, found: Look): Knowledge {
    const { value, score, exact, claim, best, moves, line, nodes } = found;
    if (value === null) return known;
    const [first] = line;
    // Lines of the looks before see less; those of the solver stay.
    const stay = first === undefined || (known.exact !== null && known.exact.moves.length > 0);
    return {
        ...known,
        search: { depth, worth: { score, exact, claim }, best, moves, line, nodes },
        lines: stay ? known.lines : new Map([[first, line]]),
    };
}

/** What is read of the solver's answer. A solver that was stopped may not know the result. */
type Solved = Pick<Solution, "result" | "distance" | "best" | "line" | "moves">;

/** What is known after the solver. */
export function withExact(known: Knowledge, solution: Solved): Knowledge {
    const { result, distance, best, line } = solution;
    if (!isResult(result)) return known;
    const moves = (solution.moves ?? []).filter((move) => isResult(move.result));
    const found = { result, distance, best, line, moves };
    const [first] = found.line;
    const others = moves.length > 0 ? [] : [...known.lines];
    return {
        ...known,
        // A position that was solved with all its moves stays so.
        exact: found.moves.length > 0 || !known.exact ? found : known.exact,
        lines: new Map(first === undefined ? others : [...others, [first, found.line]]),
    };
}

function isResult(text: string | null): text is Result {
    return text === "win" || text === "draw" || text === "loss";
}
