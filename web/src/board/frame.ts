/** The frame of a flat layer: where its open faces are, and the arrows at their columns. */
import { cellOf, type Face, hasGravity, type Layer } from "../lib/geometry";

/** The side of a cell in the drawing's units. */
export const UNIT = 48;
/** How wide the frame is where a face is open. */
const RAIL = 24;

/** A point of the drawing. */
export interface Place {
    readonly x: number;
    readonly y: number;
}

/** The middle of each cell of a layer. */
export const placesOf = (layer: Layer): ReadonlyMap<string, Place> =>
    new Map(
        layer.rows.flatMap((row, y) =>
            row.map((cell, x) => [cell, { x: (x + 0.5) * UNIT, y: (y + 0.5) * UNIT }] as const),
        ),
    );

/** Whether stones fall within a layer: then it is drawn as a rack with holes. */
export const isRack = (sizes: readonly number[], faces: readonly Face[]): boolean =>
    hasGravity(sizes, faces) && facesAtEdges(faces).length > 0;

/** From this size on a board on which stones go anywhere is drawn as one for Gomoku: stones stand on crossings. */
const GOBAN = 9;

/** Whether a layer is drawn with stones on the crossings of its lines. */
export const isGoban = (sizes: readonly number[], faces: readonly Face[]): boolean =>
    sizes.length === 2 && faces.length === 0 && sizes.every((size) => size >= GOBAN);

/** The coordinates of the star points along one edge of such a board; none on boards too large for them. */
function starsAlong(size: number): readonly number[] {
    if (size > 25) return [];
    const near = size < 12 ? 2 : 3;
    const middle = size >= 17 && size % 2 === 1 ? [(size - 1) / 2] : [];
    return [near, ...middle, size - 1 - near];
}

/** The star points of a board with stones on crossings: near the corners, and where it has one, in the middle. */
export function starsOf([width = 0, height = 0]: readonly number[]): readonly Place[] {
    const columns = starsAlong(width);
    const rows = starsAlong(height);
    const hasMiddle = width % 2 === 1 && height % 2 === 1 && columns.length > 0 && rows.length > 0;
    const cells = columns.flatMap((x) => rows.map((y) => [x, y] as const));
    const middle = [(width - 1) / 2, (height - 1) / 2] as const;
    const all = hasMiddle && columns.length + rows.length < 6 ? [...cells, middle] : cells;
    return all.map(([x, y]) => ({ x: (x + 0.5) * UNIT, y: (y + 0.5) * UNIT }));
}

export interface Edges {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
}

/** The open faces that lie at the edges of a layer. */
const facesAtEdges = (faces: readonly Face[]): Face[] => faces.filter((face) => face.dimension < 2);

/** What surrounds the cells: a rail at each open face of a rack, a little room elsewhere. */
export function edgesOf(sizes: readonly number[], faces: readonly Face[]): Edges {
    const rack = isRack(sizes, faces);
    const padding = rack ? 5 : 2;
    const open = (dimension: number, up: boolean): number =>
        rack && faces.some((face) => face.dimension === dimension && face.up === up) ? RAIL : padding;
    return { left: open(0, true), right: open(0, false), top: open(1, false), bottom: open(1, true) };
}

/** An arrow on the frame, at one column of one face. */
export interface Arrow extends Place {
    readonly face: string;
    /** Degrees by which an arrow that points down is turned. */
    readonly turn: number;
    /** Where the stone stops; `null` if the column is closed. */
    readonly lands: string | null;
}

/** The arrows at the edges of a layer. `drops` says where stones can stop, and through which faces. */
export function arrowsOf(
    layer: Layer,
    faces: readonly Face[],
    drops: ReadonlyMap<string, readonly string[]>,
): Arrow[] {
    const height = layer.rows.length;
    const width = layer.rows[0]?.length ?? 0;
    return facesAtEdges(faces).flatMap((face) => {
        const lands = new Map<number, string>();
        const across = 1 - face.dimension;
        for (const row of layer.rows) {
            for (const cell of row) {
                if (drops.get(cell)?.includes(face.id)) lands.set(cellOf(cell)[across] ?? 0, cell);
            }
        }
        return Array.from({ length: across === 0 ? width : height }, (_, lane) => ({
            face: face.id,
            ...placeOf(face, lane, width, height),
            lands: lands.get(lane) ?? null,
        }));
    });
}

function placeOf(face: Face, lane: number, width: number, height: number): Omit<Arrow, "face" | "lands"> {
    const middle = RAIL / 2 + 1;
    const x = (lane + 0.5) * UNIT;
    const y = (height - lane - 0.5) * UNIT;
    if (face.dimension === 1) {
        return face.up ? { x, y: height * UNIT + middle, turn: 180 } : { x, y: -middle, turn: 0 };
    }
    return face.up ? { x: -middle, y, turn: -90 } : { x: width * UNIT + middle, y, turn: 90 };
}
