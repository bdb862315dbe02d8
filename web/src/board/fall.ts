import { bounceOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { cellOf, type Face, type Ground, landing } from "../lib/geometry";

/** Whether the person wants no movement on the page. */
export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How long a stone falls, in milliseconds, for a number of cells. */
export const fallTime = (cells: number): number => 120 + 130 * Math.sqrt(cells);

/** The face through which the stone on `cell` came; the first one where it could have been several. */
export function entranceOf(ground: Ground, text: string): Face | null {
    const before = new Map(ground.stones);
    before.delete(text);
    const cell = cellOf(text);
    return ground.faces.find((face) => landing({ ...ground, stones: before }, face, cell) === text) ?? null;
}

/** How many cells a stone travels from the wall to `cell`, counting the last one. */
export function wayOf(sizes: readonly number[], face: Face, text: string): number {
    const coordinate = cellOf(text)[face.dimension] ?? 0;
    return face.up ? coordinate + 1 : (sizes[face.dimension] ?? 1) - coordinate;
}

/** A stone's way from its face to its cell, as a transition. `from` is its first place, seen from the last. */
export function fall(_: Element, from: { cells: number; x: number; y: number } | null): TransitionConfig {
    if (!from || isStill()) return { duration: 0 };
    return {
        duration: fallTime(from.cells),
        easing: bounceOut,
        css: (_, left) => `transform: translate(${from.x * left}px, ${from.y * left}px)`,
    };
}
