import type { Snippet } from "svelte";
import type { Side } from "../lib/answers";
import type { Mark, Stroke } from "./types";

/** What the view that is open wants to be seen on the board. A view clears what it wrote when it closes. */
export class Overlay {
    marks = $state.raw<ReadonlyMap<string, Mark>>(new Map());
    paint = $state.raw<ReadonlyMap<string, number>>(new Map());
    strokes = $state.raw<readonly Stroke[]>([]);
    preview = $state.raw<readonly string[]>([]);
    /** Stones to show in the place of the game's; then nothing can be played. */
    stones = $state.raw<ReadonlyMap<string, Side> | null>(null);
    /** What is said under the board. */
    under = $state.raw<Snippet | null>(null);
    /** The cell pointed at, on a board or in a list. */
    hovered = $state.raw<string | null>(null);
}
