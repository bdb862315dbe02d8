/** What Python tells of a board in a notebook, and what is asked of it. `python/connect_toe/notebook.py` is the other end. */
import type { Analysis, Facts, Moves, Side } from "../lib/answers";

/** The position that the board shows. */
export interface Shown {
    /** Its number: what is asked of another position is not heard. */
    readonly at: number;
    readonly stones: Readonly<Record<string, Side>>;
    /** The moves that are known of the game. */
    readonly path: readonly string[];
    readonly moves: Moves;
    /** Who plays against the person; `null` if people play both sides. */
    readonly opponent: string | null;
    readonly side: Side;
    /** Whether there is a move to take back. */
    readonly undo: boolean;
    readonly analyse: boolean;
}

/** All that is told, by its name. */
export interface Told {
    readonly _facts: Facts & { readonly name: string };
    readonly _position: Shown;
    readonly _analysis: Analysis | null;
    /** Who is asked about the position, and for what, if somebody thinks. */
    readonly _thinker: string;
    readonly _thinks: "" | "opponent" | "analysis";
    readonly _problem: { readonly error: string; readonly hint: string | null } | null;
}

/** What a person wants. */
export type Wish =
    | { readonly do: "play"; readonly cell: string }
    | { readonly do: "undo" | "new game" }
    | { readonly do: "analyse"; readonly on: boolean };

/** The part of anywidget's model that is used. */
export interface Model {
    get<Name extends keyof Told>(name: Name): Told[Name];
    on(event: string, hear: () => void): void;
    off(event: string, hear: () => void): void;
    send(content: unknown): void;
}
