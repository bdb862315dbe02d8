/** A game with its variations as lines of text: the main line, and each variation on a line of its own below its place. */
import type { Side, Turns } from "../lib/answers";
import { SINGLE, sideAfter, turnAt } from "../lib/sides";
import type { Branch, Path, Tree } from "../lib/tree";

export interface ListedMove {
    readonly branch: Branch;
    readonly before: ListedMove | null;
    /** The number printed before it: `1.` for the first stone of X's turn, `1…` where a line begins with O's. */
    readonly number: string;
}

export interface MoveLine {
    /** 0 for the main line, 1 for its variations, and so on. */
    readonly depth: number;
    readonly moves: readonly ListedMove[];
}

export function linesOf(tree: Tree, turns: Turns = SINGLE): MoveLine[] {
    const lines: MoveLine[] = [];
    const walk = (from: Tree, last: ListedMove | null, plies: number, depth: number): void => {
        let line: ListedMove[] = [];
        const end = (): void => {
            if (line.length > 0) lines.push({ depth, moves: line });
            line = [];
        };
        let before = last;
        let ply = plies;
        for (let [main, ...others] = from; main; [main, ...others] = main.next) {
            const turn = turnAt(ply, turns);
            const begins = line.length === 0 || (turn % 2 === 0 && turn !== turnAt(ply - 1, turns));
            const number = begins ? `${Math.floor(turn / 2) + 1}${turn % 2 === 0 ? "." : "…"}` : "";
            const listed: ListedMove = { branch: main, before, number };
            line.push(listed);
            if (others.length > 0) {
                end();
                for (const other of others) walk([other], before, ply, depth + 1);
            }
            before = listed;
            ply += 1;
        }
        end();
    };
    walk(tree, null, 0, 0);
    return lines;
}

/** The moves that lead to a listed one. */
export function pathOf(listed: ListedMove): Path {
    const path: string[] = [];
    for (let move: ListedMove | null = listed; move; move = move.before) path.unshift(move.branch.move);
    return path;
}

/** The branches of the tree along a path: what a list marks as played. */
export function branchesOn(tree: Tree, path: Path): Branch[] {
    const found: Branch[] = [];
    let level = tree;
    for (const move of path) {
        const branch = level.find((candidate) => candidate.move === move);
        if (!branch) break;
        found.push(branch);
        level = branch.next;
    }
    return found;
}

/** How many plies are shown after a move is taken back: against the computer it is the person's turn again. */
export function undone(plies: number, isHuman: (side: Side) => boolean, turns: Turns = SINGLE): number {
    const human = (ply: number): boolean => isHuman(sideAfter(ply, turns));
    let found = Math.max(0, plies - 1);
    if (!isHuman("x") && !isHuman("o")) return found;
    while (found > 0 && !human(found)) found -= 1;
    return human(found) ? found : plies;
}

/** How many plies of a line of `length` are shown after a move that was taken back is made again. */
export function redone(
    plies: number,
    length: number,
    isHuman: (side: Side) => boolean,
    turns: Turns = SINGLE,
): number {
    const human = (ply: number): boolean => isHuman(sideAfter(ply, turns));
    let found = Math.min(length, plies + 1);
    if (!isHuman("x") && !isHuman("o")) return found;
    while (found < length && !human(found)) found += 1;
    return found;
}
