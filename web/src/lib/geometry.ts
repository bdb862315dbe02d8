/**
 * Cells of a grid of any number of dimensions: their text, and where they stand.
 *
 * A cell's text is a letter for dimension 1 and numbers for the others (`d1`, `b3.4`); in one dimension the letter
 * alone. Coordinates count from 0 here.
 */

export type Cell = readonly number[];

/** The letters of a coordinate: `a` to `z`, then `aa`, `ab`, … */
export function letters(coordinate: number): string {
    let text = "";
    for (let rest = coordinate + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
        text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
    }
    return text;
}

/** The text of a cell. */
export function cellText(cell: Cell): string {
    const [first = 0, ...others] = cell;
    return letters(first) + others.map((coordinate) => coordinate + 1).join(".");
}

/** The cell of a text that the server wrote. */
export function cellOf(text: string): Cell {
    const [, column = "", rest = ""] = /^([a-z]+)(.*)$/.exec(text) ?? [];
    let first = 0;
    for (const letter of column) first = first * 26 + (letter.charCodeAt(0) - 96);
    return [first - 1, ...(rest === "" ? [] : rest.split(".").map((number) => Number(number) - 1))];
}

/** A flat layer of a board: what is left when the coordinates of dimensions 3 and up are fixed. */
export interface Layer {
    /** The fixed coordinates, of dimensions 3, 4, …; empty on a flat board. */
    readonly at: readonly number[];
    /** What a person reads: `layer 2`, `slice 2.1`; empty on a flat board. */
    readonly name: string;
    /** Rows as they are drawn: the highest coordinate of dimension 2 first. */
    readonly rows: readonly (readonly string[])[];
}

/** All layers of a board, layer 1 first. */
export function layersOf(sizes: readonly number[]): Layer[] {
    const [width = 1, height] = sizes;
    const deep = sizes.slice(2);
    const word = deep.length === 1 ? "layer" : "slice";
    return tuples(deep).map((at) => ({
        at,
        name: at.length === 0 ? "" : `${word} ${at.map((coordinate) => coordinate + 1).join(".")}`,
        rows: Array.from({ length: height ?? 1 }, (_, fromTop) =>
            Array.from({ length: width }, (_, column) =>
                cellText([column, ...(height === undefined ? [] : [height - 1 - fromTop]), ...at]),
            ),
        ),
    }));
}

/** All tuples of coordinates below `sizes`, the first coordinate running fastest. */
function tuples(sizes: readonly number[]): number[][] {
    return sizes.reduce<number[][]>(
        (found, size) =>
            Array.from({ length: size }, (_, coordinate) => found.map((at) => [...at, coordinate])).flat(),
        [[]],
    );
}

/** A face of the board through which stones are dropped. */
export interface Face {
    /** The id: `+1`, `-2`, … */
    readonly id: string;
    /** The dimension along which stones travel, from 0. */
    readonly dimension: number;
    /** Whether stones travel toward the high end. */
    readonly up: boolean;
}

/** The open faces of a description; none where placement is free. */
export function facesOf(faces: string): Face[] {
    if (faces === "free" || faces === "") return [];
    return faces
        .split(",")
        .map((id) => ({ id, dimension: Math.abs(Number(id)) - 1, up: id.startsWith("+") }));
}

/** What is needed to say where a stone can go. */
export interface Ground {
    readonly sizes: readonly number[];
    readonly faces: readonly Face[];
    readonly stones: ReadonlyMap<string, unknown>;
    /** Cells at which stones stop as at other stones. */
    readonly blocked?: ReadonlySet<string>;
}

/** What a description says of where stones can go. */
export const groundOf = (game: {
    readonly sizes: readonly number[];
    readonly faces: string;
    readonly blocked?: readonly string[];
}): Omit<Ground, "stones"> => ({
    sizes: game.sizes,
    faces: facesOf(game.faces),
    blocked: new Set(game.blocked),
});

/** The cells of the column through `cell` along a face's way, in the order in which a stone passes them. */
function columnOf(sizes: readonly number[], face: Face, cell: Cell): string[] {
    const length = sizes[face.dimension] ?? 1;
    return Array.from({ length }, (_, step) =>
        cellText(cell.with(face.dimension, face.up ? step : length - 1 - step)),
    );
}

/** Where a stone stops that is dropped through `face` in the column of `cell`; `null` if the entrance is taken. */
export function landing({ sizes, stones, blocked }: Ground, face: Face, cell: Cell): string | null {
    const column = columnOf(sizes, face, cell);
    const taken = column.findIndex((passed) => stones.has(passed) || blocked?.has(passed));
    return (taken < 0 ? column.at(-1) : column[taken - 1]) ?? null;
}

/** All cells in which a dropped stone can stop, each with the ids of the faces that lead there. */
export function dropsOf(ground: Ground): Map<string, string[]> {
    const found = new Map<string, string[]>();
    for (const face of ground.faces) {
        const entrances = ground.sizes.map((size, dimension) => (dimension === face.dimension ? 1 : size));
        for (const entrance of tuples(entrances)) {
            const cell = landing(ground, face, entrance);
            if (cell !== null) found.set(cell, [...(found.get(cell) ?? []), face.id]);
        }
    }
    return found;
}

/**
 * The move that pointing at a cell means: the cell itself, or else the nearest cell of its columns in which a
 * dropped stone stops. `null` if there is no such move.
 */
export function aim(
    ground: Ground & { readonly playable: ReadonlyMap<string, unknown> },
    text: string,
): string | null {
    if (ground.playable.has(text)) return text;
    const cell = cellOf(text);
    // The cell may be of the game that was shown before.
    if (cell.length !== ground.sizes.length) return null;
    let nearest: { cell: string; distance: number } | null = null;
    for (const face of ground.faces) {
        const found = landing(ground, face, cell);
        if (found === null || !ground.playable.has(found)) continue;
        const distance = Math.abs((cellOf(found)[face.dimension] ?? 0) - (cell[face.dimension] ?? 0));
        if (!nearest || distance < nearest.distance) nearest = { cell: found, distance };
    }
    return nearest?.cell ?? null;
}

/** Whether stones travel before they stop: a face of a dimension with one cell is a choice of any empty cell. */
export function hasGravity(sizes: readonly number[], faces: readonly Face[]): boolean {
    return faces.length > 0 && faces.every((face) => (sizes[face.dimension] ?? 1) > 1);
}

/** How many dimensions a drawing needs: trailing dimensions of one cell need none. */
export function depthOf(sizes: readonly number[]): number {
    return sizes.findLastIndex((size, dimension) => dimension === 0 || size > 1) + 1;
}

/** Two cells between which a line is drawn. */
export type Link = readonly [from: string, to: string];

/**
 * The pieces of lines through cells. Runs that ended a game all pass through the last stone, so they are followed
 * from there; other lines come in their order. A line that goes on at the board's other side has a gap there.
 */
export function linksOf(sizes: readonly number[], cells: readonly string[], last: string | null): Link[] {
    if (last === null || !cells.includes(last)) {
        return cells.slice(1).flatMap((to, index) => linked(cells[index] ?? to, to));
    }
    const found = new Set(cells);
    const links: Link[] = [];
    for (const direction of directions(sizes.length)) {
        const seen = new Set([last]);
        for (let from = last; ;) {
            const to = cellText(wrapped(sizes, cellOf(from), direction));
            if (!found.has(to) || seen.has(to)) break;
            links.push(...linked(from, to));
            seen.add(to);
            from = to;
        }
    }
    return links;
}

/** Neighbours are linked; other cells are not. */
function linked(from: string, to: string): Link[] {
    const end = cellOf(to);
    const near = cellOf(from).every((coordinate, index) => Math.abs(coordinate - (end[index] ?? 0)) <= 1);
    return near && from !== to ? [[from, to]] : [];
}

function wrapped(sizes: readonly number[], cell: Cell, direction: readonly number[]): Cell {
    return cell.map((coordinate, index) => {
        const size = sizes[index] ?? 1;
        return (coordinate + (direction[index] ?? 0) + size) % size;
    });
}

/** All directions to neighbours. */
function directions(dimensions: number): number[][] {
    return tuples(Array.from({ length: dimensions }, () => 3))
        .map((steps) => steps.map((step) => step - 1))
        .filter((steps) => steps.some((step) => step !== 0));
}
