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
