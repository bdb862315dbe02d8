/** Winning lines that are not rows: those through a cell, and how they are drawn. */
import type { Facts, Moves, Side } from "../lib/answers";
import { cellOf, type Link } from "../lib/geometry";
import { type Placed, pointsOf } from "./points";
import type { Stroke } from "./types";

export type Lines = readonly (readonly string[])[];

/** No more lines are drawn at once than one can tell apart; of more, the cells alone are. */
const MOST = 12;

/** The colours that tell apart lines that are lit; one that has a colour again is dashed in another way. */
export const SHADES = ["focus", "win", "markline", "ink", "loss"] as const;

/** Where cells are: on a grid, or as points on a circle, unless somebody has placed them. */
export interface Footing {
    readonly arePoints?: boolean;
    readonly placed?: Placed;
}

/**
 * How the cells of a line are joined. Points stand on a circle, and a line is a closed figure. On a grid each cell is
 * joined to the nearest that has its place: a row becomes a row, a shape keeps its outline. Points that are placed are a
 * row if they lie on one, and else a closed figure.
 */
export function joined(cells: readonly string[], { arePoints = false, placed }: Footing): Link[] {
    if (!arePoints) return nearest(cells, cellOf);
    if (!placed) return around(cells);
    const placeOf = (cell: string): readonly [number, number] => placed.get(cell) ?? [0, 0];
    if (areStraight(cells.map(placeOf))) return nearest(cells, placeOf);
    const middle = [0, 1].map((axis) => sum(cells.map((cell) => placeOf(cell)[axis] ?? 0)) / cells.length);
    const angle = (cell: string): number => {
        const [x, y] = placeOf(cell);
        return Math.atan2(y - (middle[1] ?? 0), x - (middle[0] ?? 0));
    };
    return around(cells.toSorted((one, other) => angle(one) - angle(other)));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Whether points lie on a straight line, as well as a person places them. */
function areStraight(places: readonly (readonly [number, number])[]): boolean {
    const [first] = places;
    if (!first) return true;
    const away = ([x, y]: readonly [number, number]): number => Math.hypot(x - first[0], y - first[1]);
    const end = places.reduce((far, place) => (away(place) > away(far) ? place : far), first);
    const [dx, dy] = [end[0] - first[0], end[1] - first[1]];
    const length = Math.hypot(dx, dy);
    return places.every(([x, y]) => Math.abs((x - first[0]) * dy - (y - first[1]) * dx) <= 0.03 * length);
}

function around(cells: readonly string[]): Link[] {
    const links = cells.slice(1).map((cell, index): Link => [cells[index] ?? cell, cell]);
    const [first] = cells;
    const last = cells.at(-1);
    return first !== undefined && last !== undefined && cells.length > 2 ? [...links, [last, first]] : links;
}

/** A tree of the shortest links between cells. */
function nearest(cells: readonly string[], placeOf: (cell: string) => readonly number[]): Link[] {
    const places = new Map(cells.map((cell) => [cell, placeOf(cell)]));
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
export function litAt(lines: Lines, cell: string | null, footing: Footing): Stroke[] {
    const through = cell === null ? [] : lines.filter((line) => line.includes(cell));
    if (through.length > MOST) {
        const cells = [...new Set(through.flat())];
        return [{ cells, kind: "lit", side: null, links: [], shade: 0 }];
    }
    return litOf(through, footing);
}

/** Lines, each in a shade of its own. */
export const litOf = (lines: Lines, footing: Footing): Stroke[] =>
    lines.map((cells, index) => ({
        cells,
        kind: "lit",
        side: null,
        links: joined(cells, footing),
        shade: index,
    }));

/** The lines that ended a game: those whose cells are all among the winning ones. */
export const wonBy = (
    lines: Lines,
    winning: readonly string[],
    side: Side | null,
    footing: Footing,
): Stroke[] =>
    lines
        .filter((line) => line.every((cell) => winning.includes(cell)))
        .map((cells) => ({ cells, kind: "win", side, links: joined(cells, footing) }));

/** The strokes for what ended a game: its lines, or the cells of its rows. */
export function wonIn(
    game: Facts | null,
    moves: Pick<Moves, "winning_cells"> | null,
    stones: ReadonlyMap<string, Side>,
): readonly Stroke[] {
    const cells = moves?.winning_cells ?? [];
    if (cells.length === 0) return [];
    const side = stones.get(cells[0] ?? "") ?? null;
    const lines = wonBy(game?.line_cells ?? [], cells, side, game ? pointsOf(game) : {});
    return lines.length > 0 ? lines : [{ cells, kind: "win", side }];
}
