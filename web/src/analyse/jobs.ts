/** Which request comes next while a game is analysed. */
import type { Path } from "../lib/tree";
import { graphStep, type Knowledge, nextStep, type Source, type Step } from "./knowledge";

/** Seconds that the best line of one move may take. */
const LINE_SECONDS = 2;
/** Where there are no more moves than this, each one's line is asked for in the end. */
const LINES = 12;

/** What the view wants to know. */
export interface AnalysisSettings {
    readonly heuristic: string;
    readonly source: Source;
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
    readonly line: Path;
    /** Whether the position shown is to be analysed: its moves are legal and the game goes on. */
    readonly open: boolean;
    readonly cells: number;
    readonly gameIsKnown: boolean;
}

/**
 * What to ask next: of the position shown, of the move that is pointed at, of the other positions of the game, of the
 * lines of the moves; `null` if all is known or the limits are reached. `times` says how often somebody asked to go
 * deeper.
 */
export function nextJob(
    target: Target,
    knownOf: (path: Path) => Knowledge,
    times: number,
    pointed: string | null,
): Job | null {
    const { path, line, cells, gameIsKnown } = target;
    const known = knownOf(path);
    const wanted = {
        source: target.source,
        depth: target.depth + 4 * times,
        seconds: target.seconds * 4 ** times,
        empty: cells - path.length,
        gameIsKnown,
    };
    if (target.open) {
        const step = nextStep(known, wanted);
        if (step) return { path, step, own: true };
        if (pointed !== null && !known.lines.has(pointed)) return lineJob(path, pointed);
    }
    // Later positions are solved sooner; before two that were too hard, the solver is not asked.
    let hard = 0;
    for (let ply = line.length; ply >= 0; ply -= 1) {
        const there = line.slice(0, ply);
        const found = knownOf(there);
        const shown = ply === path.length && target.open;
        const step = shown ? null : graphStep(found, { ...wanted, empty: cells - ply }, hard < 2);
        if (step) return { path: there, step, own: false };
        hard = found.exact ? 0 : hard + 1;
    }
    const moves = known.exact?.moves.length ? known.exact.moves : (known.search?.moves ?? []);
    const bare =
        moves.length > LINES ? undefined : moves.find((candidate) => !known.lines.has(candidate.move));
    if (!target.open || !bare) return null;
    return lineJob(path, bare.move);
}

const lineJob = (path: Path, move: string): Job => ({
    path,
    step: { kind: "line", move, seconds: LINE_SECONDS },
    own: false,
});
