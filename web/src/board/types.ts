import type { Side } from "../lib/answers";
import type { Face, Link } from "../lib/geometry";
import type { Placed } from "./points";
import type { Press } from "./press";

/** What a mark on a cell says: an exact result, or an estimate. */
export interface Mark {
    /** A few characters: `W7`, `=`, `L12`, `+23`. */
    readonly text: string;
    readonly tone: "win" | "draw" | "loss" | "plain";
    /** Whether the value is proven; estimates are outlined. */
    readonly exact: boolean;
    /** Whether this is one of the best moves. */
    readonly best: boolean;
    /** The sign of a mistake, if this move was played and was one: `??`. */
    readonly sign?: string;
    /** The whole sentence, for the tooltip and for screen readers. */
    readonly title: string;
}

/** The name of the colour in which a tone is drawn. */
export const colourOf = (tone: Mark["tone"]): "win" | "draw" | "loss" | "ink" =>
    tone === "plain" ? "ink" : tone;

/** How stones look: as signs in cells, as discs in a rack, or as stones on crossings. */
export type Look = "bare" | "disc" | "stone";

/** A line drawn through cells. */
export interface Stroke {
    readonly cells: readonly string[];
    /** `win` ended the game; `hint` is looked at; `lit` is one of the lines through the cell pointed at. */
    readonly kind: "win" | "hint" | "lit";
    readonly side: Side | null;
    /** How the cells are joined, if not to their neighbours in the board's rows. */
    readonly links?: readonly Link[];
    /** Which of several lines that are lit this is. */
    readonly shade?: number;
}

/**
 * What every board shows, flat, in space or in slices. A board knows no rules: it is told what can be played, and
 * says what was pointed at.
 */
export interface BoardProps {
    readonly sizes: readonly number[];
    readonly faces: readonly Face[];
    readonly stones: ReadonlyMap<string, Side>;
    /** The cells that can be played now, each with the ids of the faces it can be dropped through. */
    readonly playable: ReadonlyMap<string, readonly string[]>;
    readonly turn: Side;
    /** The side that places the stone after a number of others from here on; without it sides alternate. */
    readonly sideAhead?: (plies: number) => Side;
    /** Cells that no stone ever stands on. */
    readonly blocked?: ReadonlySet<string>;
    /** Empty cells that the rules forbid the side to move to take. */
    readonly forbidden?: ReadonlySet<string>;
    /** Whether cells are drawn as points that are no grid. */
    readonly arePoints?: boolean;
    /** Where these points are, if somebody has placed them. */
    readonly placed?: Placed;
    /** The winning lines, if those through the cell pointed at are to be lit. */
    readonly lines?: readonly (readonly string[])[];
    readonly last: string | null;
    readonly marks: ReadonlyMap<string, Mark>;
    /** Cells painted with a strength from −1 (O's) to 1 (X's). */
    readonly paint: ReadonlyMap<string, number>;
    readonly strokes: readonly Stroke[];
    /** A line of moves to show as numbered ghosts, the side to move first. */
    readonly preview: readonly string[];
    /** The cell pointed at, on this board or elsewhere. */
    readonly hovered: string | null;
    /** The move that a second press plays. */
    readonly selected?: string | null;
    /** The numbers of the moves, for their stones to show; none if they show their signs. */
    readonly numbers?: ReadonlyMap<string, number>;
    readonly onplay: (cell: string, press: Press) => void;
    /** A press that is not a move. */
    readonly onmiss?: (cell: string, press: Press) => void;
    readonly onhover: (cell: string | null) => void;
}
