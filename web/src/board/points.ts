/** Where cells stand that are no grid: on a circle, or when there are many, on a square of points. */
import { type Layer } from "../lib/geometry";
import { type Place, placesOf, UNIT } from "./frame";

/** From this number on a circle would be larger than the room in which its points can be told apart. */
const MOST_ON_CIRCLE = 31;
/** How far points are apart, in cells: lines between them are seen. */
const APART = { circle: 1.2, square: 1.5 };

/** Where a layer's cells stand, and how much room they take, in the drawing's units. */
export interface Plan {
    readonly places: ReadonlyMap<string, Place>;
    readonly width: number;
    readonly height: number;
    /** How many points stand side by side; 1 on a circle, where up and down lead to the neighbours, too. */
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
export function pointPlan(layer: Layer): Plan {
    const cells = layer.rows.flat();
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

function square(cells: readonly string[]): Plan {
    const across = Math.ceil(Math.sqrt(cells.length));
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

/** The point to which a key leads, of `cells` in their order; `null` for other keys. */
export function pointBy(cells: readonly string[], across: number, from: string, key: string): string | null {
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
