import { cellOf, type Ground, hasGravity, letters } from "../lib/geometry";

/** Why no stone can go to a cell of a game that goes on, in words. */
export function refusalOf(
    { sizes, faces, stones, blocked, forbidden }: Ground & { readonly forbidden?: readonly string[] },
    cell: string,
): string {
    if (blocked?.has(cell)) return `${cell} is blocked`;
    if (forbidden?.includes(cell)) return `${cell} is forbidden to X`;
    if (!hasGravity(sizes, faces)) return stones.has(cell) ? `${cell} is taken` : `${cell} cannot be played`;
    const [face, ...others] = faces;
    if (others.length > 0 || face?.dimension !== 1 || sizes.length !== 2) {
        return `no stone gets to ${cell}: its columns are full`;
    }
    return `column ${letters(cellOf(cell)[0] ?? 0)} is full`;
}
