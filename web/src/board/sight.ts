/** What is to be seen of a board in space, and where. */
import { Vector3 } from "three";
import type { Side } from "../lib/answers";
import { cellOf, type Link } from "../lib/geometry";
import { floorOf, type Room } from "./room";
import type { Mark } from "./types";

/** What is to be seen. Layers that are not `shown` are left out. */
export interface Picture {
    readonly room: Room;
    /** For each layer, from the lowest. */
    readonly shown: readonly boolean[];
    readonly stones: ReadonlyMap<string, Side>;
    readonly last: string | null;
    /** Whether stones fall along dimension 3: then they are beads on pegs. */
    readonly pegs: boolean;
    readonly ghost: string | null;
    readonly turn: Side;
    readonly pointed: string | null;
    readonly strokes: readonly {
        readonly cells: readonly string[];
        readonly links: readonly Link[];
        readonly kind: "win" | "hint" | "lit";
        readonly shade: number;
    }[];
    readonly marks: ReadonlyMap<string, Mark>;
    readonly paint: ReadonlyMap<string, number>;
    readonly preview: readonly string[];
    readonly blocked: readonly string[];
    /** The side that places the stone after a number of others from here on. */
    readonly sideAhead: (plies: number) => Side;
}

/** How high above its floor the middle of a stone is. */
export const LIFT = 0.36;

/** The middle of a cell: where its stone is. */
export function middleOf(room: Room, cell: string): Vector3 {
    const [x, y, z] = floorOf(room, cell);
    return new Vector3(x, y + LIFT, z);
}

/** Whether the cell's layer is shown. */
export const isShown = ({ shown }: Picture, cell: string): boolean => shown[cellOf(cell)[2] ?? 0] ?? true;
