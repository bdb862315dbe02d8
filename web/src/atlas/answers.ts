/** What `atlas` answers: the games of one kind with what is known of them, and what is surprising among all. */
import type { Facts, KnownGame } from "../lib/answers";
import { post } from "../lib/api";
import type { Filters } from "./filters";

/** A game of the atlas. Values are for X, who moves first. */
export interface AtlasGame extends KnownGame {
    /** Canonical game text. */
    readonly game: string;
    readonly sizes: readonly number[];
    /** `null` where winning lines are not so many in a row. */
    readonly k: number | null;
    readonly lines_rule?: string;
    /** `free`, or the ids of the open faces separated by commas. */
    readonly faces: string;
}

/** Games that show what a finding says. */
export interface Example {
    readonly games: readonly string[];
    /** The games with their values, in words. */
    readonly text: string;
}

/** A question about all games of the atlas, with its answer. */
export interface Finding {
    readonly question: string;
    readonly answer: string;
    readonly examples: readonly Example[];
}

/** What is known of a game that is described, if anything is: books have games that the atlas does not have. */
export const knownOf = ({ known, ...facts }: Facts): AtlasGame | undefined => known && { ...facts, ...known };

export interface Atlas {
    readonly games: readonly AtlasGame[];
    readonly findings: readonly Finding[];
}

/** The games of one kind. */
export const ask = (filters: Filters, signal: AbortSignal): Promise<Atlas> => post("atlas", filters, signal);
