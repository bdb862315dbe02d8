import { cellOf, cellText, type Face, hasGravity } from "../lib/geometry";

/**
 * The cell to which a key leads, or `null` for other keys. Up leads to higher coordinates of dimension 2, as rows
 * are drawn; PageUp and PageDown to the next and the previous layer, with Shift by a whole row of slices.
 */
export function moveBy(
    sizes: readonly number[],
    from: string,
    key: string,
    { ctrl = false, shift = false } = {},
): string | null {
    const cell = cellOf(from);
    const [column = 0, row = 0] = cell;
    const [width = 1, height = 1, depth = 1] = sizes;
    const to = (column: number, row: number): string =>
        cellText(
            [clamp(column, width), clamp(row, height), ...cell.slice(2)].slice(0, Math.max(sizes.length, 1)),
        );
    switch (key) {
        case "ArrowLeft":
            return to(column - 1, row);
        case "ArrowRight":
            return to(column + 1, row);
        case "ArrowUp":
            return to(column, row + 1);
        case "ArrowDown":
            return to(column, row - 1);
        case "Home":
            return to(0, ctrl ? height - 1 : row);
        case "End":
            return to(width - 1, ctrl ? 0 : row);
        case "PageUp":
            return byLayers(sizes, cell, shift ? depth : 1);
        case "PageDown":
            return byLayers(sizes, cell, shift ? -depth : -1);
        default:
            return null;
    }
}

/** The cell at the same place some layers further; `cell` if the board ends before that. */
function byLayers(sizes: readonly number[], cell: readonly number[], layers: number): string {
    const deep = sizes.slice(2);
    const here = deep.reduceRight((sum, size, index) => sum * size + (cell[index + 2] ?? 0), 0);
    let there = here + layers;
    const count = deep.reduce((product, size) => product * size, 1);
    if (there < 0 || there >= count) return cellText(cell);
    const at = deep.map((size) => {
        const coordinate = there % size;
        there = Math.floor(there / size);
        return coordinate;
    });
    return cellText([...cell.slice(0, 2), ...at]);
}

const clamp = (coordinate: number, size: number): number => Math.max(0, Math.min(size - 1, coordinate));

/**
 * A cell of the column that a digit or a letter names, where stones drop into the columns of a flat board; `null` for
 * other keys and boards. Digits count from 1, letters are those at the board's edge.
 */
export function dropCell(sizes: readonly number[], faces: readonly Face[], key: string): string | null {
    const [face, ...others] = faces;
    const isFlat = sizes.length === 2 && hasGravity(sizes, faces);
    if (!isFlat || face?.dimension !== 1 || others.length > 0) return null;
    const column = /^[1-9]$/.test(key)
        ? Number(key) - 1
        : /^[a-z]$/i.test(key)
          ? key.toLowerCase().charCodeAt(0) - 97
          : -1;
    return column >= 0 && column < (sizes[0] ?? 0) ? cellText([column, 0]) : null;
}
