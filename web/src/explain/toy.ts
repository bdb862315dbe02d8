/** A small Tic-Tac-Toe search that answers as the server does, for tests. */
import type { Side } from "../lib/answers";
import type { TreeAnswer } from "./tree";

const CELLS = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
const LINES = [
    "a1 a2 a3",
    "b1 b2 b3",
    "c1 c2 c3",
    "a1 b1 c1",
    "a2 b2 c2",
    "a3 b3 c3",
    "a1 b2 c3",
    "a3 b2 c1",
].map((line) => line.split(" "));

const has = (moves: readonly string[], side: number): boolean =>
    LINES.some((line) => line.every((cell) => moves.includes(cell) && moves.indexOf(cell) % 2 === side));

interface Seen {
    value: number;
    nodes: number;
    cut: boolean;
    best: string[];
    children: TreeAnswer["children"];
    window: readonly [number, number];
}

/** Minimax or alpha-beta with the values +10, 0 and −10 for X, every node with its children. */
function search(
    moves: readonly string[],
    depth: number,
    cuts: boolean,
    alpha: number,
    beta: number,
    root: number,
    keep: (moves: readonly string[], seen: Seen) => void,
): Seen {
    const sign = root === 0 ? 1 : -1;
    const ended = has(moves, 0) ? 10 : has(moves, 1) ? -10 : 0;
    const window = [alpha, beta] as const;
    const legal = ended !== 0 || depth === 0 ? [] : CELLS.filter((cell) => !moves.includes(cell));
    if (legal.length === 0)
        return { value: sign * ended, nodes: 1, cut: false, best: [], children: [], window };
    const maximizing = moves.length % 2 === root;
    let value = maximizing ? -Infinity : Infinity;
    let nodes = 1;
    let best: string[] = [];
    let done = false;
    const children = legal.map((move, order) => {
        if (done) return { move, value: null, visited: false, cut: false, order: null };
        const seen = search([...moves, move], depth - 1, cuts, alpha, beta, root, keep);
        nodes += seen.nodes;
        if (seen.value === value) best.push(move);
        if (maximizing ? seen.value > value : seen.value < value) {
            value = seen.value;
            best = [move];
        }
        if (cuts) {
            if (maximizing) alpha = Math.max(alpha, value);
            else beta = Math.min(beta, value);
            done = alpha >= beta;
        }
        return { move, value: seen.value, visited: true, cut: seen.cut, order };
    });
    const seen = {
        value,
        nodes,
        cut: done && children.some((child) => !child.visited),
        best,
        children,
        window,
    };
    keep(moves, seen);
    return seen;
}

/** One node of the tree below `moves`. */
export function toyNode(
    moves: readonly string[],
    path: readonly string[],
    depth: number,
    searched: string,
): TreeAnswer {
    const wanted = [...moves, ...path].join(" ");
    const cuts = searched === "alpha-beta";
    let found: Seen | null = null;
    const root = moves.length % 2;
    const all = search(moves, depth, cuts, -Infinity, Infinity, root, (at, seen) => {
        if (at.join(" ") === wanted) found = seen;
    });
    const node = found ?? (path.length === 0 ? all : null);
    const plies = moves.length + path.length;
    const to_move: Side = plies % 2 === 0 ? "x" : "o";
    const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
    return {
        path,
        to_move,
        maximizing: path.length % 2 === 0,
        value: node?.value ?? null,
        nodes: node?.nodes ?? 1,
        window: cuts && node ? [finite(node.window[0]), finite(node.window[1])] : null,
        best: node?.best.slice(0, 1) ?? [],
        children: node?.children ?? [],
    };
}
