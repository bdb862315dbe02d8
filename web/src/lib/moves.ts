/** Move lists as people write them. */
import type { Description } from "./answers";
import { cellOf, cellText, letters } from "./geometry";

/**
 * The single moves of a list, in canonical form where that can be seen: coordinates (`4,1`), capitals, and column
 * digits (`4453`) where stones fall from the top of a flat board. Whether they can be played, the server says.
 */
export function canonicalMoves(words: readonly string[], game: Description): string[] {
    const hasColumns = game.sizes.length === 2 && game.faces === "-2";
    const heights = new Map<string, number>();
    return words
        .flatMap((word) => (hasColumns && /^\d+$/.test(word) ? [...word] : [word]))
        .map((word) => {
            let move = word.toLowerCase();
            if (hasColumns && /^\d$/.test(word)) {
                const column = letters(Number(word) - 1);
                move = `${column}${(heights.get(column) ?? 0) + 1}`;
            } else if (/^\d+(,\d+)*$/.test(word)) {
                move = cellText(word.split(",").map((number) => Number(number) - 1));
            } else if (/^[a-z]+\d*(\.\d+)*$/.test(move)) {
                move = cellText(cellOf(move));
            }
            const column = /^[a-z]+/.exec(move)?.[0] ?? "";
            heights.set(column, (heights.get(column) ?? 0) + 1);
            return move;
        });
}
