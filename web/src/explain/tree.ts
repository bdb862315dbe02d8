/** The searched tree: its nodes as the page uses them, and their bounds in words. */
import type { Side } from "../lib/answers";

/** How a branch ended. */
export interface Child {
    readonly move: string;
    /** For the side to move at the root; `null` if nothing is known. */
    readonly value: number | null;
    /** Whether the value is only a bound, because the search left the branch early. */
    readonly bound: "exact" | "at least" | "at most";
    /** `false`: alpha-beta never looked at it. */
    readonly visited: boolean;
    /** Whether the search left the node after this child. */
    readonly cuts: boolean;
    /** The place in visiting order, from 0; `null` if it was not visited. */
    readonly order: number | null;
    readonly chosen: boolean;
}

/** One node of the searched tree. */
export interface Node {
    readonly path: readonly string[];
    readonly toMove: Side;
    readonly maximizing: boolean;
    readonly value: number | null;
    readonly nodes: number;
    /** α and β; infinite where nothing bounds them; `null` in minimax, which has no window. */
    readonly window: readonly [number, number] | null;
    readonly children: readonly Child[];
}

/** `tree`: what the server answers. */
export interface TreeAnswer {
    readonly path: readonly string[];
    readonly to_move: Side;
    readonly maximizing: boolean;
    readonly value: number | null;
    readonly nodes: number;
    /** JSON has no infinity: `null` stands for none. */
    readonly window: readonly [number | null, number | null] | null;
    readonly best: string | readonly string[] | null;
    readonly children: readonly {
        readonly move: string;
        readonly value: number | null;
        readonly visited: boolean;
        readonly cut: boolean;
        readonly order?: number | null;
    }[];
}

/** Infinite bounds of a window may be written as the limits of a 64-bit number. */
const HUGE = 2 ** 62;

function bound(value: number | null, none: number): number {
    return value === null || Math.abs(value) >= HUGE ? none : value;
}

/** Reads the server's node. */
export function nodeOf(answer: TreeAnswer): Node {
    const best = new Set(typeof answer.best === "string" ? [answer.best] : (answer.best ?? []));
    const { window, maximizing } = answer;
    const visited = answer.children
        .map((child, index) => ({ child, order: child.order ?? index }))
        .filter(({ child }) => child.visited)
        .toSorted((a, b) => a.order - b.order)
        .map(({ child }) => child);
    const skipped = visited.length < answer.children.length;
    return {
        path: answer.path,
        toMove: answer.to_move,
        maximizing,
        value: answer.value,
        nodes: answer.nodes,
        window: window && [bound(window[0], -Infinity), bound(window[1], Infinity)],
        children: answer.children.map((child) => ({
            move: child.move,
            value: child.visited ? child.value : null,
            // The children of a MAX node are MIN nodes, which are left when they are low enough.
            bound: child.cut ? (maximizing ? "at most" : "at least") : "exact",
            visited: child.visited,
            cuts: skipped && child === visited.at(-1),
            order: child.visited ? visited.indexOf(child) : null,
            chosen: best.has(child.move),
        })),
    };
}

/** The children in the order in which they were visited; then those that were not. */
export const inOrder = (node: Node): readonly Child[] =>
    node.children.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));

export const visitedOf = (node: Node): readonly Child[] => inOrder(node).filter((child) => child.visited);

/** A node is known by its path. */
export type Look = (path: readonly string[]) => Node | null;

const WON = 2 ** 51;

/** A value of the tree: `+3`, `won`, `−∞`. */
export function number(value: number): string {
    if (value === Infinity) return "+∞";
    if (value === -Infinity) return "−∞";
    const sign = value > 0 ? "+" : value < 0 ? "−" : "";
    const size = Math.abs(value);
    if (size >= WON) return value > 0 ? "won" : "lost";
    if (size >= 1e9) return `${sign}${size.toExponential(1).replace("e+", "e")}`;
    return sign + size.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** A child's value with its bound: `≤ −2`. */
export function valueText(child: Pick<Child, "value" | "bound">): string {
    if (child.value === null) return "–";
    const sign = { exact: "", "at least": "≥ ", "at most": "≤ " }[child.bound];
    return sign + number(child.value);
}

/** A window: `(3, +∞)`. */
export const windowText = ([alpha, beta]: readonly [number, number]): string =>
    `(${number(alpha)}, ${number(beta)})`;
