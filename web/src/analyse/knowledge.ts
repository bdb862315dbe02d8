/** What is known of a position, and what to find out next. */
import type { Analysis, Result, Solution, SolvedMove, ValuedMove, Worth } from "../lib/answers";

/** What a search found, at its deepest look. */
export interface Searched {
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
    /** Seconds spent on searches and on the solver. */
    readonly searched: number;
    readonly solving: number;
    /** Kinds of work that the server refused for this position, with its words. */
    readonly refused: ReadonlyMap<StepKind, string>;
}

export const NOTHING: Knowledge = {
    still: null,
    search: null,
    exact: null,
    lines: new Map(),
    searched: 0,
    solving: 0,
    refused: new Map(),
};

/** The values that people can look at: the best that is known, or one kind alone. */
export const SOURCES = ["best", "static", "search", "exact"] as const;
export type Source = (typeof SOURCES)[number];

export type StepKind = "static" | "search" | "solve" | "line";

/** One request. `seconds` is when it is given up. */
export interface Step {
    readonly kind: StepKind;
    readonly seconds: number;
    /** Plies to look ahead, of a search; and as deep as it may go, where the server tells of each look. */
    readonly depth?: number;
    readonly most?: number;
    /** Whether the solver values every move. */
    readonly all?: boolean;
    /** The move whose line is asked for. */
    readonly move?: string;
}

export interface Wanted {
    readonly source: Source;
    /** The deepest look. */
    readonly depth: number;
    /** Seconds for the searches of a position, and as many for the solver. */
    readonly seconds: number;
    /** Empty cells: a look as deep as this sees the end of every game. */
    readonly empty: number;
    /** Whether the server knows the game's value: then most positions are solved at once. */
    readonly gameIsKnown: boolean;
}

/** Seconds for the solver before all else, where it mostly knows at once. */
const FIRST_SECONDS = 1;

/** Looks this deep come before the solver, because they are there at once. */
const FIRST_LOOKS = 4;

/** The next request about the position shown; `null` if all is known or the limits are reached. */
export function nextStep(known: Knowledge, wanted: Wanted): Step | null {
    const { source, empty } = wanted;
    const depth = (known.search?.depth ?? 0) + 1;
    const most = Math.min(wanted.depth, empty);
    const left = wanted.seconds - known.searched;
    const wants = (kind: StepKind): boolean => !known.refused.has(kind);
    const solved = (known.exact?.moves.length ?? 0) > 0;
    const maySolve = source !== "search" && source !== "static" && !solved && wants("solve");

    if (wanted.gameIsKnown && maySolve && known.solving === 0)
        return { kind: "solve", all: true, seconds: Math.min(FIRST_SECONDS, wanted.seconds) };
    if (!known.still && wants("static") && source !== "exact")
        return { kind: "static", seconds: wanted.seconds };
    if (source === "static") return null;
    const maySearch = source !== "exact" && wants("search") && depth <= most && left > 0;
    const enough = source === "best" && solved;
    if (maySearch && depth <= FIRST_LOOKS && (wanted.gameIsKnown || !enough))
        return { kind: "search", depth, most: Math.min(most, FIRST_LOOKS), seconds: left };
    const toSolve = wanted.seconds - known.solving;
    if (maySolve && toSolve > 0) return { kind: "solve", all: true, seconds: toSolve };
    if (maySearch && !enough) return { kind: "search", depth, most, seconds: left };
    return null;
}

/** Seconds that a position of the graph may take, for the solver and for a search. */
const GRAPH_SECONDS = 1;
/** Plies that a search for the graph looks ahead. */
const GRAPH_DEPTH = 6;

/** The next request about another position of the game, for the graph. */
export function graphStep(known: Knowledge, wanted: Wanted, maySolve: boolean): Step | null {
    if (known.exact) return null;
    if (maySolve && known.solving < GRAPH_SECONDS && !known.refused.has("solve"))
        return { kind: "solve", all: false, seconds: GRAPH_SECONDS - known.solving };
    const depth = (known.search?.depth ?? 0) + 1;
    const most = Math.min(GRAPH_DEPTH, wanted.empty);
    if (depth > most || known.refused.has("search")) return null;
    const left = GRAPH_SECONDS - known.searched;
    return left > 0 ? { kind: "search", depth, most, seconds: left } : null;
}

/** What is read of a search's answer, or of its progress. */
type Look = Worth & Pick<Analysis, "value" | "best" | "moves" | "line" | "nodes" | "interrupted">;

/** What is known after a search. A look that was given up early changes nothing but the time spent. */
export function withSearch(known: Knowledge, depth: number, found: Look): Knowledge {
    const { value, score, exact, claim, best, moves, line, nodes } = found;
    if (value === null || found.interrupted || depth <= (known.search?.depth ?? 0)) return known;
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
