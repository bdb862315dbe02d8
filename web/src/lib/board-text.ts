/** Stones of board text (`xo_/_x_/___`; layers separated by `|`). */
import type { Side } from "./answers";
import { layersOf } from "./geometry";

/** The stones of a board whose text the server accepts. */
export function boardStones(text: string, sizes: readonly number[]): ReadonlyMap<string, Side> {
    const marks = [...text.replace(/[^xo_.]/gi, "").toLowerCase()];
    const cells = layersOf(sizes).flatMap((layer) => layer.rows.flat());
    return new Map(
        cells.flatMap((cell, index) => {
            const mark = marks[index];
            return mark === "x" || mark === "o" ? [[cell, mark] as const] : [];
        }),
    );
}
