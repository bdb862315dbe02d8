/** Which request comes next while a game is analysed. */
import type { Path } from "../lib/tree";
import { isSolved, type Knowledge, nextStep, type Source, type Step } from "./knowledge";

/** Seconds that the best line of one move may take. */
const LINE_SECONDS = 2;
/** Where there are no more moves than this and all are proven, each one's line is asked for in the end. */
const LINES = 12;

/** What the view wants to know. */
export interface AnalysisSettings {
    /** The heuristic of the alpha-beta whose opinion is asked for; `null`: `best` is asked. */
    readonly heuristic: string | null;
    readonly source: Source;
    /** Plies that alpha-beta looks ahead. */
    readonly depth: number;
    readonly seconds: number;
}

/** A step about a position. */
export interface Job {
    readonly path: Path;
    readonly step: Step;
    /** Whether it is about the position shown; other jobs give way. */
    readonly own: boolean;
}

/** What is analysed, and how. */
export interface Target extends AnalysisSettings {
    readonly game: string;
    readonly path: Path;
    /** Whether the position shown is to be analysed: its moves are legal and the game goes on. */
    readonly open: boolean;
    /** Empty cells: a look as deep as this sees the end of every game. */
    readonly empty: number;
    readonly gameIsKnown: boolean;
}

/**
 * What to ask next: of the position shown, of the move that is pointed at, of the lines of the other moves; `null` if all
 * is known or the limits are reached. `further` says how often somebody asked to search further.
 */
export function nextJob(
    target: Target,
    known: Knowledge,
    further: number,
    pointed: string | null,
): Job | null {
    const { path, source, heuristic, seconds, gameIsKnown } = target;
    if (!target.open) return null;
    const step = nextStep(known, { source, heuristic, further, seconds, gameIsKnown });
    if (step) return { path, step, own: true };
    if (pointed !== null && !known.lines.has(pointed)) return lineJob(path, pointed);
    // A line that is not proven costs a search.
    const moves = known.exact?.moves.length ? known.exact.moves : (known.search?.moves ?? []);
    if (moves.length > LINES || !isSolved(known)) return null;
    const bare = moves.find((candidate) => !known.lines.has(candidate.move));
    return bare ? lineJob(path, bare.move) : null;
}

const lineJob = (path: Path, move: string): Job => ({
    path,
    step: { kind: "line", move, seconds: LINE_SECONDS },
    own: false,
});
