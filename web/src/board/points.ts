/** Where cells stand that are no grid: on a circle, or when there are many, on a square of points. */
import type { Facts } from "../lib/answers";
import { type Cell, cellOf, type Layer, layersOf } from "../lib/geometry";
import { type Place, placesOf, UNIT } from "./frame";
import type { Footing } from "./lines";

/** Where cells are drawn that somebody has placed: to the right and upwards, from 0 to 1. */
export type Placed = ReadonlyMap<string, readonly [x: number, y: number]>;

/** Which of two cells comes first in canonical order. */
function before(one: Cell, other: Cell): number {
    const differs = one.findIndex((coordinate, index) => coordinate !== other[index]);
    return differs < 0 ? 0 : (one[differs] ?? 0) - (other[differs] ?? 0);
}

/** The places that a description gives to its cells, which it lists by their first coordinate, then by the second. */
export function placedBy({ sizes, places }: Pick<Facts, "sizes" | "places">): Placed | undefined {
    if (!places) return undefined;
    const cells = layersOf(sizes)
        .flatMap(({ rows }) => rows.flat())
        .toSorted((one, other) => before(cellOf(one), cellOf(other)));
    return new Map(
        cells.flatMap((cell, index) => {
            const place = places[index];
            return place ? [[cell, place] as const] : [];
        }),
    );
}

/**
 * How the cells of a game stand, for its board: as points if they are no grid, or if somebody has placed them where
 * nothing falls.
 */
export function pointsOf(game: Pick<Facts, "sizes" | "faces" | "points" | "places">): Footing {
    const placed = game.faces === "free" && game.sizes.length <= 2 ? placedBy(game) : undefined;
    return { arePoints: placed !== undefined || game.points === true, ...(placed && { placed }) };
}

/** From this number on a circle would be larger than the room in which its points can be told apart. */
const MOST_ON_CIRCLE = 31;
/** How many cells the longer side of placed points takes at most. */
const MOST_WIDE = 24;
/** How far points are apart, in cells: lines between them are seen. */
const APART = { circle: 1.2, square: 1.5 };

/** Where a layer's cells stand, and how much room they take, in the drawing's units. */
export interface Plan {
    readonly places: ReadonlyMap<string, Place>;
    readonly width: number;
    readonly height: number;
    /**
     * How many points stand side by side; 1 on a circle, where up and down lead to the neighbours, too; 0 where they
     * stand anywhere.
     */
    readonly across: number;
}

/** A layer as a grid of cells. */
export const gridPlan = (layer: Layer): Plan => {
    const columns = layer.rows[0]?.length ?? 0;
    return {
        places: placesOf(layer),
        width: columns * UNIT,
        height: layer.rows.length * UNIT,
        across: columns,
    };
};

/** The cells of a layer as points. */
export function pointPlan(layer: Layer, placed?: Placed): Plan {
    const cells = layer.rows.flat();
    if (placed) return placedPlan(cells, placed);
    return cells.length <= MOST_ON_CIRCLE ? circle(cells) : square(cells);
}

function circle(cells: readonly string[]): Plan {
    const radius = Math.max(1.4, (cells.length * APART.circle) / (2 * Math.PI)) * UNIT;
    const middle = radius + UNIT / 2;
    const places = cells.map((cell, index): [string, Place] => {
        const angle = (2 * Math.PI * index) / cells.length;
        return [cell, { x: middle + radius * Math.sin(angle), y: middle - radius * Math.cos(angle) }];
    });
    return { places: new Map(places), width: 2 * middle, height: 2 * middle, across: 1 };
}

/** Points where somebody wants them, as near to one another as can be told apart, and no larger than need be. */
function placedPlan(cells: readonly string[], placed: Placed): Plan {
    const at = cells.map((cell) => placed.get(cell) ?? [0, 0]);
    const range = (axis: 0 | 1): readonly [least: number, most: number] => [
        Math.min(...at.map((place) => place[axis])),
        Math.max(...at.map((place) => place[axis])),
    ];
    const [[left, right], [low, high]] = [range(0), range(1)];
    const apart = at.flatMap(([x, y], index) =>
        at.slice(index + 1).map(([u, v]) => Math.hypot(x - u, y - v)),
    );
    const least = apart.reduce((least, one) => (one > 0 && one < least ? one : least), Infinity);
    const scale = Math.min(
        (APART.circle * UNIT) / least,
        (MOST_WIDE * UNIT) / Math.max(right - left, high - low),
    );
    const places = cells.map((cell, index): [string, Place] => {
        const [x, y] = at[index] ?? [0, 0];
        return [
            cell,
            { x: UNIT / 2 + (x - left) * scale || UNIT / 2, y: UNIT / 2 + (high - y) * scale || UNIT / 2 },
        ];
    });
    return {
        places: new Map(places),
        width: ((right - left) * scale || 0) + UNIT,
        height: ((high - low) * scale || 0) + UNIT,
        across: 0,
    };
}

function square(cells: readonly string[]): Plan {
    // As many in a row as fit a square, as in the terminal: the first rows of a projective plane are the affine one.
    const across = Math.floor(Math.sqrt(cells.length));
    const step = APART.square * UNIT;
    const places = cells.map((cell, index): [string, Place] => [
        cell,
        { x: UNIT / 2 + (index % across) * step, y: UNIT / 2 + Math.floor(index / across) * step },
    ]);
    const down = Math.ceil(cells.length / across);
    return {
        places: new Map(places),
        width: (across - 1) * step + UNIT,
        height: (down - 1) * step + UNIT,
        across,
    };
}

/** The point to which a key leads, of those of a plan in their order; `null` for other keys. */
export function pointBy({ places, across }: Plan, from: string, key: string): string | null {
    const cells = [...places.keys()];
    if (across === 0 && key.startsWith("Arrow")) return nearestBy(places, from, key);
    const at = cells.indexOf(from);
    const onCircle = across === 1;
    const steps: Readonly<Record<string, number>> = {
        ArrowRight: 1,
        ArrowLeft: -1,
        ArrowDown: across,
        ArrowUp: -across,
        Home: -at,
        End: cells.length - 1 - at,
    };
    const step = steps[key];
    if (at < 0 || step === undefined) return null;
    const to = onCircle && key.startsWith("Arrow") ? (at + step + cells.length) % cells.length : at + step;
    return cells[to] ?? from;
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
};

/** The nearest point in a direction, where what lies to the side of it counts as twice as far. */
function nearestBy(places: ReadonlyMap<string, Place>, from: string, key: string): string | null {
    const start = places.get(from);
    const direction = DIRECTIONS[key];
    if (!start || !direction) return null;
    const [dx, dy] = direction;
    let best = { cell: from, distance: Infinity };
    for (const [cell, { x, y }] of places) {
        const along = (x - start.x) * dx + (y - start.y) * dy;
        const aside = Math.abs((x - start.x) * dy - (y - start.y) * dx);
        if (along <= 1) continue;
        const distance = Math.hypot(along, 2 * aside);
        if (distance < best.distance) best = { cell, distance };
    }
    return best.cell;
}
