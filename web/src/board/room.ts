/**
 * Where the cells of a board stand in space: dimension 1 to the right, dimension 2 away from the viewer, dimension 3
 * up. Cells are one unit wide; layers are `gap` units apart.
 */
import { cellOf, type Face } from "../lib/geometry";
import type { Point } from "./pick";

/** The first direction of view, from the board's middle: degrees to the right, and up. */
export const AZIMUTH = 26;
export const ELEVATION = 23;

export interface Room {
    readonly sizes: readonly number[];
    readonly gap: number;
}

/** The middle of a cell's floor. */
export function floorOf({ sizes, gap }: Room, text: string): Point {
    const [x = 0, z = 0, y = 0] = cellOf(text);
    const [width = 1, depth = 1, layers = 1] = sizes;
    return [x - (width - 1) / 2, (y - (layers - 1) / 2) * gap, (depth - 1) / 2 - z];
}

/** How far a stone moves in space for one cell along a face's way. */
export function stepOf(gap: number, face: Face): Point {
    const way = face.up ? 1 : -1;
    if (face.dimension === 0) return [way, 0, 0];
    return face.dimension === 1 ? [0, 0, -way] : [0, way * gap, 0];
}

/**
 * The gap at which no layer hides another from the first direction of view; less where the board would become a
 * thin tower.
 */
export function gapFor(sizes: readonly number[]): number {
    const [width = 1, depth = 1, layers = 1] = sizes;
    const turn = (AZIMUTH * Math.PI) / 180;
    const seen = width * Math.sin(turn) + depth * Math.cos(turn);
    const clear = seen * Math.tan((ELEVATION * Math.PI) / 180) + 0.2;
    const tall = (2.6 * Math.max(width, depth)) / Math.max(1, layers - 1);
    return Math.max(1.1, Math.min(clear, tall));
}
