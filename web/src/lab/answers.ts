/** What the server answers about experiments. */

export type State = "running" | "stopped" | "done" | "failed";

/** An experiment in a list. */
export interface Listed {
    readonly id: string;
    readonly title: string;
    readonly state: State;
    /** Seconds since 1970. */
    readonly begun: number | null;
    readonly games?: number;
    readonly games_wanted?: number;
}

/** What the server allows, as far as it concerns experiments. */
export interface Limits {
    /** Games of an experiment, all its cells together. */
    readonly experiment_games: number;
    /** Bytes of an experiment, of all, and of the disk that they leave free. */
    readonly experiment_bytes: number;
    readonly experiments_bytes: number;
    readonly free_bytes: number;
    /** Experiments that are played at the same time, and that are kept. */
    readonly experiments_at_once: number;
    readonly experiments_kept: number;
}

/** What a text plays. */
export interface Checked {
    readonly title: string;
    readonly question?: string;
    readonly cells: number;
    readonly games: number;
    readonly cautions: readonly string[];
}

/** An experiment that the program brings along. */
export interface Shipped extends Checked {
    readonly name: string;
    readonly text: string;
}

/** Why a text is not an experiment; line and column count from 1. */
export interface ParserProblem {
    readonly message: string;
    readonly hint?: string;
    readonly line?: number;
    readonly column?: number;
    readonly width?: number;
}

/** What the check of a text found: one of the two. */
export interface LookedAt {
    readonly experiment: Checked | null;
    readonly problem: ParserProblem | null;
}

export interface ExpectedTime {
    readonly seconds: number;
    /** Whether it takes longer, nobody knows how much. */
    readonly at_least: boolean;
}

/** How a cell stands; the interval is that of the points per game. */
export interface Score {
    readonly wins: number;
    readonly draws: number;
    readonly losses: number;
    readonly interval: readonly [number, number];
}

export interface Cell {
    readonly study: string;
    readonly title: string;
    readonly cell: number;
    readonly game: string;
    readonly levels: string;
    readonly player: string;
    readonly opponent: string;
    readonly games_wanted: number;
    readonly score: Score;
}

/** An experiment, and how far it is. */
export interface Shown extends Listed {
    readonly text: string;
    readonly status: {
        readonly question?: string;
        readonly cells: number;
        /** What must be known before any score. */
        readonly cautions?: readonly string[];
    } | null;
    readonly cells: readonly Cell[];
    /** The results in words, a paragraph each, once all games are played. */
    readonly summary: readonly string[];
    readonly error: string | null;
}

/** A word of progress; each row of `cells` is wins, draws, losses, low, high. */
export interface RunProgress {
    readonly done: number;
    readonly total?: number;
    readonly seconds: number;
    readonly cells?: readonly (readonly [number, number, number, number, number])[];
    readonly detail?: string;
    readonly notice?: string;
}
