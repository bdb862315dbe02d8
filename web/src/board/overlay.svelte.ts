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
    /** What the status line says in the place of whose turn it is. */
    told = $state.raw<string | null>(null);
    /** Takes the moves that are made on the board, in the place of the session. */
    onplay = $state.raw<((cell: string) => void) | null>(null);
    /** Whether nothing can be played now. */
    isLocked = $state(false);
    /** The cell pointed at, on a board or in a list. */
    hovered = $state.raw<string | null>(null);
}
