/** Winning lines that are not rows: those through a cell, and how they are drawn. */
import type { Side } from "../lib/answers";
import { cellOf, type Link } from "../lib/geometry";
import type { Stroke } from "./types";

export type Lines = readonly (readonly string[])[];

/** No more lines are drawn at once than one can tell apart; of more, the cells alone are. */
const MOST = 12;

/** The colours that tell apart lines that are lit; one that has a colour again is dashed in another way. */
export const SHADES = ["focus", "win", "markline", "ink", "loss"] as const;

/**
 * How the cells of a line are joined. Points stand on a circle, and a line is a closed figure. On a grid each cell is
 * joined to the nearest that has its place: a row becomes a row, a shape keeps its outline.
 */
export const joined = (cells: readonly string[], arePoints: boolean): Link[] =>
    arePoints ? around(cells) : nearest(cells);

function around(cells: readonly string[]): Link[] {
    const links = cells.slice(1).map((cell, index): Link => [cells[index] ?? cell, cell]);
    const [first] = cells;
    const last = cells.at(-1);
    return first !== undefined && last !== undefined && cells.length > 2 ? [...links, [last, first]] : links;
}

/** A tree of the shortest links between cells. */
function nearest(cells: readonly string[]): Link[] {
    const places = new Map(cells.map((cell) => [cell, cellOf(cell)]));
    const distance = (from: string, to: string): number =>
        Math.hypot(...(places.get(from) ?? []).map((at, index) => at - (places.get(to)?.[index] ?? 0)));
    const [first, ...rest] = cells;
    const reached = first === undefined ? [] : [first];
    const waiting = new Set(rest);
    const links: Link[] = [];
    while (waiting.size > 0) {
        const candidates = [...waiting].flatMap((to) => reached.map((from): Link => [from, to]));
        const [from, to] = candidates.reduce((best, link) =>
            distance(...link) < distance(...best) ? link : best,
        );
        links.push([from, to]);
        reached.push(to);
        waiting.delete(to);
    }
    return links;
}

/** The lines through a cell, each in a shade of its own. */
export function litAt(lines: Lines, cell: string | null, arePoints: boolean): Stroke[] {
    const through = cell === null ? [] : lines.filter((line) => line.includes(cell));
    if (through.length > MOST) {
        const cells = [...new Set(through.flat())];
        return [{ cells, kind: "lit", side: null, links: [], shade: 0 }];
    }
    return litOf(through, arePoints);
}

/** Lines, each in a shade of its own. */
export const litOf = (lines: Lines, arePoints: boolean): Stroke[] =>
    lines.map((cells, index) => ({
        cells,
        kind: "lit",
        side: null,
        links: joined(cells, arePoints),
        shade: index,
    }));

/** The lines that ended a game: those whose cells are all among the winning ones. */
export const wonBy = (
    lines: Lines,
    winning: readonly string[],
    side: Side | null,
    arePoints: boolean,
): Stroke[] =>
    lines
        .filter((line) => line.every((cell) => winning.includes(cell)))
        .map((cells) => ({ cells, kind: "win", side, links: joined(cells, arePoints) }));
