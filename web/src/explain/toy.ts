/** A small Tic-Tac-Toe search that answers as the server does, for tests. */
import type { Side } from "../lib/answers";
import { sideAfter } from "../lib/sides";
import type { Bound, Child, Node } from "./tree";

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

/** A node while it is searched: the tree is small enough to keep whole. */
interface Grown extends Node {
    readonly grown: readonly (Grown | null)[];
}

/** Minimax or alpha-beta with the values +10, 0 and −10 for the side to move at the root. */
function grow(
    moves: readonly string[],
    path: readonly string[],
    depth: number,
    cuts: boolean,
    window: readonly [number, number],
    counter: { count: number },
): Grown {
    const all = [...moves, ...path];
    const sign = moves.length % 2 === 0 ? 1 : -1;
    const wins = has(all, 0) ? 10 : has(all, 1) ? -10 : 0;
    const legal = wins !== 0 ? [] : CELLS.filter((cell) => !all.includes(cell));
    const outcome = wins > 0 ? "x" : wins < 0 ? "o" : legal.length === 0 ? "draw" : null;
    const maximizing = path.length % 2 === 0;
    const before = counter.count;
    let [alpha, beta] = window;
    let value = maximizing ? -Infinity : Infinity;
    let done = false;
    const grown: (Grown | null)[] = [];
    const children: Child[] = (depth === 0 ? [] : legal).map((move) => {
        if (done) {
            grown.push(null);
            const nothing = { value: null, bound: null, order: null, window: null, outcome: null };
            return { move, ...nothing, visited: false, cut: false, nodes: 0, inner: false };
        }
        counter.count += 1;
        const order = counter.count;
        const own = [alpha, beta] as const;
        const child = grow(moves, [...path, move], depth - 1, cuts, own, counter);
        grown.push(child);
        const worth = child.value ?? 0;
        value = maximizing ? Math.max(value, worth) : Math.min(value, worth);
        if (cuts && maximizing) alpha = Math.max(alpha, value);
        if (cuts && !maximizing) beta = Math.min(beta, value);
        done = cuts && alpha >= beta;
        return {
            move,
            value: worth,
            bound: !cuts || child.children.length === 0 ? "exact" : boundOf(worth, own),
            visited: true,
            cut: done,
            order,
            window: cuts ? [finite(own[0]), finite(own[1])] : null,
            nodes: child.nodes,
            inner: child.children.length > 0,
            outcome: child.outcome,
        };
    });
    if (children.length === 0) value = sign * wins;
    const side: Side = sideAfter(all.length);
    return {
        path,
        to_move: side,
        maximizing,
        value,
        bound: "exact",
        nodes: counter.count - before,
        window: cuts ? [finite(window[0]), finite(window[1])] : null,
        best: children
            .filter((child) => child.value === value && child.bound === "exact")
            .map(({ move }) => move),
        outcome,
        children,
        grown,
    };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const boundOf = (value: number, [alpha, beta]: readonly [number, number]): Bound =>
    value >= beta ? "at-least" : value <= alpha ? "at-most" : "exact";

/** One node of the tree below `moves`. */
export function toyNode(
    moves: readonly string[],
    path: readonly string[],
    depth: number,
    search: "minimax" | "alpha-beta",
): Node {
    const cuts = search === "alpha-beta";
    let node = grow(moves, [], depth, cuts, [-Infinity, Infinity], { count: 0 });
    for (const move of path) {
        const next = node.grown[node.children.findIndex((child) => child.move === move)];
        if (!next) throw new Error(`${move} is not in the tree`);
        node = next;
    }
    const answer: Node & { grown?: unknown } = { ...node };
    delete answer.grown;
    return answer;
}
