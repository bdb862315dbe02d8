/** Minimax and alpha-beta on one tree: which positions each of them visits, in the order of alpha-beta. */
import { keyOf } from "../layout";
import type { Child, Look, Node } from "../tree";

/** A position that minimax visits, and whether alpha-beta skips it. */
export interface Visit {
    readonly path: readonly string[];
    readonly skipped: boolean;
}

/** The whole tree: what alpha-beta knows, and what minimax knows where alpha-beta does not look. */
export function wholeTree(alphaBeta: Look, minimax: Look): Look {
    return (path) => {
        const node = alphaBeta(path);
        if (!node) return minimax(path);
        const full = minimax(path);
        return { ...node, children: node.children.map((child) => visitedChild(child, full)) };
    };
}

const visitedChild = (child: Child, full: Node | null): Child =>
    child.visited ? child : (full?.children.find(({ move }) => move === child.move) ?? child);

/** All positions below the root, as minimax visits them with the moves in alpha-beta's order. */
export function visitsOf(alphaBeta: Look, minimax: Look, path: readonly string[] = []): readonly Visit[] {
    const node = alphaBeta(path);
    return ((node ?? minimax(path))?.children ?? []).flatMap(({ move, visited }) => {
        const next = [...path, move];
        const skipped = node === null || !visited;
        return [{ path: next, skipped }, ...visitsOf(skipped ? () => null : alphaBeta, minimax, next)];
    });
}

/** For each node, after how many visits its value is known: when all below it have been visited. */
export function knownAfter(visits: readonly Visit[]): ReadonlyMap<string, number> {
    const known = new Map<string, number>();
    for (const [index, { path }] of visits.entries())
        for (let length = 0; length <= path.length; length += 1)
            known.set(keyOf(path.slice(0, length)), index + 1);
    return known;
}
