import type { Overlay } from "../board/overlay.svelte";

/** Lights the cells of a reason on the board. A view that tells reasons has one. */
export class Light {
    #cells = $state.raw<readonly string[]>([]);

    constructor(overlay: Overlay) {
        $effect(() => {
            overlay.strokes =
                this.#cells.length === 0 ? [] : [{ cells: this.#cells, kind: "hint", side: null }];
            return () => (overlay.strokes = []);
        });
    }

    on(cells: readonly string[]): void {
        this.#cells = cells;
    }

    /** Puts out these cells, unless others are lit by now. */
    off(cells: readonly string[]): void {
        if (this.#cells === cells) this.#cells = [];
    }
}
