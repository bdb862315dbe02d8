/** Which cell of a board in space a ray meets first. */

export type Point = readonly [x: number, y: number, z: number];

export interface Ray {
    readonly from: Point;
    readonly along: Point;
}

/** The room in which pointing means a cell. */
export interface Target {
    readonly cell: string;
    readonly low: Point;
    readonly high: Point;
}

/** How far along the ray a box begins; `null` if the ray misses it or the box is behind. */
export function meets({ from, along }: Ray, { low, high }: Target): number | null {
    let enter = Number.NEGATIVE_INFINITY;
    let leave = Number.POSITIVE_INFINITY;
    for (const axis of [0, 1, 2] as const) {
        if (along[axis] === 0) {
            if (from[axis] < low[axis] || from[axis] > high[axis]) return null;
            continue;
        }
        const first = (low[axis] - from[axis]) / along[axis];
        const second = (high[axis] - from[axis]) / along[axis];
        enter = Math.max(enter, Math.min(first, second));
        leave = Math.min(leave, Math.max(first, second));
    }
    return enter <= leave && leave >= 0 ? Math.max(enter, 0) : null;
}

/** The cell of the nearest box that the ray meets. */
export function nearest(ray: Ray, targets: Iterable<Target>): string | null {
    let found: string | null = null;
    let distance = Number.POSITIVE_INFINITY;
    for (const target of targets) {
        const met = meets(ray, target);
        if (met !== null && met < distance) [found, distance] = [target.cell, met];
    }
    return found;
}

/** How far a pointer may move between press and release and still be a click, in CSS pixels. */
export const CLICK = 8;
