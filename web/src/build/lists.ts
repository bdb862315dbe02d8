/** Lists of cells, and of lines, as a person writes them. */
import { cellOf, cellText } from "../lib/geometry";

/** The cells of a text, which stand between spaces, plus signs or both. */
export const cellsIn = (text: string): string[] => text.split(/[\s+]+/).filter((cell) => cell !== "");

/** The text with a cell more, or without one that it has. */
export function toggledCell(text: string, cell: string): string {
    const cells = cellsIn(text);
    const others = cells.filter((other) => other !== cell);
    return (others.length < cells.length ? others : [...cells, cell]).join(" ");
}

/** The cells on a board with more dimensions or fewer: in the first layers of new ones. */
export function fitted(text: string, dimensions: number): string {
    const fit = (cell: string): string =>
        /^[a-z]+[\d.]*$/.test(cell)
            ? cellText(Array.from({ length: dimensions }, (_, index) => cellOf(cell)[index] ?? 0))
            : cell;
    return [...new Set(cellsIn(text).map(fit))].join(" ");
}

/** The rows of a file of lines that say something: `#` begins a remark. */
export const rowsOf = (text: string): string[] =>
    text
        .split("\n")
        .map((row) => row.replace(/#.*/, "").trim())
        .filter((row) => row !== "");

/** Lines, one a row, as game text has them. */
export const linesText = (text: string): string =>
    rowsOf(text)
        .map((row) => cellsIn(row).join("+"))
        .join("/");
