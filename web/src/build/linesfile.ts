/** Files of lines: the board in the first row, then a line or the place of a cell a row. */
import { rowsOf } from "./lists";

/** Whether a text begins with a board, `SIZES[:FACES[:FLAG]…]`, as a file of lines does; else it is lines alone. */
export const isFile = (text: string): boolean => /^\d+(x\d+)*([:\s].*)?$/.test(rowsOf(text)[0] ?? "");
