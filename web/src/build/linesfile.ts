/** Files of lines: the board in the first row, then a line a row. */
import { type Draft, rulesOf } from "./draft";
import { rowsOf } from "./lists";

/** What a file of lines makes of a draft; `null` if its first row is not the board's: `SIZES[:FACES[:FLAG]…]`. */
export function readFile(text: string): Partial<Draft> | null {
    const [first = "", ...lines] = rowsOf(text);
    if (!/^\d+(x\d+)*(:.*)?$/.test(first)) return null;
    const [sizes = "", faces = "free", ...flags] = first.split(":");
    return { ...rulesOf(sizes.split("x"), faces, flags), rule: "lines", lines: lines.join("\n") };
}
