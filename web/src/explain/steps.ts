/** A search step by step, forward and back, in visiting order. */
import { nameOf } from "../lib/words";
import {
    type Child,
    isChosen,
    isInner,
    type Look,
    type Node,
    valueText,
    visitedOf,
    windowText,
    worth,
} from "./tree";

/** A moment of the search: it enters a node, or leaves it with a value. */
export interface Moment {
    readonly path: readonly string[];
    readonly phase: "enter" | "leave";
}

export const FIRST: Moment = { path: [], phase: "enter" };

/** A moment's neighbour; `wait` if a node on the way is not there yet, `end` if there is none. */
export type Neighbour = Moment | { readonly wait: readonly string[] } | "end";

/** What happens next. */
export const stepAfter = (moment: Moment, look: Look): Neighbour => step(moment, look, 1);

/** What happened before. */
export const stepBefore = (moment: Moment, look: Look): Neighbour => step(moment, look, -1);

/** Backward the search does the same: it comes to a node by leaving it, and goes through its children from the last. */
function step({ path, phase }: Moment, look: Look, by: 1 | -1): Neighbour {
    const [come, go] = by === 1 ? (["enter", "leave"] as const) : (["leave", "enter"] as const);
    if (phase === come) {
        const inside = childrenOf(path, look);
        if ("wait" in inside) return inside;
        const first = inside.children.at(by === 1 ? 0 : -1);
        return first ? { path: [...path, first.move], phase: come } : { path, phase: go };
    }
    const sibling = siblingOf(path, by, look);
    if (sibling === "end" || "wait" in sibling) return sibling;
    return sibling.next
        ? { path: [...path.slice(0, -1), sibling.next.move], phase: come }
        : { path: path.slice(0, -1), phase: go };
}

/** The children that the search visits, in its order; none where it ends. */
function childrenOf(
    path: readonly string[],
    look: Look,
): { readonly children: readonly Child[] } | { readonly wait: readonly string[] } {
    const inner = isInner(path, look);
    if (inner === null) return { wait: path.slice(0, -1) };
    if (!inner) return { children: [] };
    const node = look(path);
    return node ? { children: visitedOf(node) } : { wait: path };
}

function siblingOf(
    path: readonly string[],
    by: 1 | -1,
    look: Look,
): { readonly next: Child | undefined } | { readonly wait: readonly string[] } | "end" {
    const move = path.at(-1);
    if (move === undefined) return "end";
    const parent = look(path.slice(0, -1));
    if (!parent) return { wait: path.slice(0, -1) };
    const children = visitedOf(parent);
    return { next: children[children.findIndex((child) => child.move === move) + by] };
}

/** What a moment is, in one sentence. `null` while its nodes are not there. */
export function sentence(moment: Moment, search: string, look: Look): string | null {
    const { path, phase } = moment;
    const move = path.at(-1);
    const name = search === "minimax" ? "Minimax" : "Alpha-beta";
    if (move === undefined) {
        const root = look([]);
        if (!root) return null;
        if (phase === "enter")
            return `${name} starts: ${nameOf(root.to_move)} is to move and looks for the largest value.`;
        const best = root.children.filter((child) => isChosen(root, child)).map((child) => child.move);
        const value = root.value === null ? "" : `, worth ${worth(root.value, root)}`;
        return `${name} is done: ${nameOf(root.to_move)} plays ${best.join(" or ")}${value}.`;
    }
    const parent = look(path.slice(0, -1));
    const child = parent?.children.find((candidate) => candidate.move === move);
    if (!parent || !child) return null;
    const level = parent.maximizing ? "MAX" : "MIN";
    if (phase === "enter") {
        const where = child.window ? `, window ${windowText(child.window, child.window_worth)}` : "";
        return `${level} (${nameOf(parent.to_move)}) tries ${move}${where}.`;
    }
    return `${move} is worth ${valueText(child, worth)}: ${whatItMeans(parent, child)}`;
}

function whatItMeans(parent: Node, child: Child): string {
    const older = visitedOf(parent)
        .filter(({ order }) => (order ?? 0) < (child.order ?? 0))
        .flatMap((child) => (child.value === null ? [] : [{ ...child, value: child.value }]));
    const level = parent.maximizing ? "MAX" : "MIN";
    const { value } = child;
    if (value === null) return "its value is not known.";
    if (child.cut) {
        const skipped = parent.children.filter((other) => !other.visited).length;
        const left = skipped === 1 ? "the other move is" : `the other ${skipped} moves are`;
        const opponent = parent.maximizing ? "MIN" : "MAX";
        return skipped === 0
            ? "outside the window."
            : `${opponent} will not let this happen, so ${left} cut.`;
    }
    if (older.length === 0) return `the first value of this ${level} node.`;
    const sign = parent.maximizing ? 1 : -1;
    const best = older.reduce((best, other) => (sign * other.value > sign * best.value ? other : best));
    if (value === best.value && child.bound === "exact") return `as good for ${level} as the best so far.`;
    const known = worth(best.value, best);
    return sign * value > sign * best.value
        ? `better for ${level} than ${known}.`
        : `${level} keeps ${known}.`;
}

/** What can be seen of a child at a moment: what comes later in the search is not known yet. */
export function isPending(parent: readonly string[], child: Child, moment: Moment, look: Look): boolean {
    const node = look(parent);
    if (!node || !parent.every((move, ply) => moment.path[ply] === move)) return false;
    const current = moment.path[parent.length];
    if (current === undefined) return moment.phase === "enter";
    const at = node.children.find(({ move }) => move === current)?.order ?? Infinity;
    if (child.order === null) return true;
    if (child.order !== at) return child.order > at;
    return !(moment.phase === "leave" && moment.path.length === parent.length + 1);
}
