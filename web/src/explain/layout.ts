/** Where the nodes of a drawn tree stand: parents above the middle of their children, closed nodes without any. */
import type { Child, Look, Node } from "./tree";

/** The size of a node and the gaps around it, in units of the drawing. */
export const SIZE = { width: 56, height: 74, gap: 10, level: 58 } as const;

/** Children drawn at first; those that follow are asked for. */
export const FIRST = 30;

export interface Placed {
    readonly path: readonly string[];
    /** The path as text. */
    readonly key: string;
    /** The middle of its upper edge. */
    readonly x: number;
    readonly y: number;
    /** The move that leads here, as its parent has it; `null` at the root. */
    readonly child: Child | null;
    /** What is known of it, if it is open. */
    readonly node: Node | null;
    readonly parent: Placed | null;
    /** Its place among its siblings, from 1, and how many there are. */
    readonly place: number;
    readonly siblings: number;
    /** Children that are not drawn. */
    readonly more: number;
}

export interface Layout {
    /** Parents before their children, siblings in order. */
    readonly nodes: readonly Placed[];
    readonly width: number;
    readonly height: number;
}

/** A node with the room that it needs. */
interface Grown {
    readonly path: readonly string[];
    readonly child: Child | null;
    readonly node: Node | null;
    readonly children: readonly Grown[];
    readonly width: number;
    readonly more: number;
}

export const keyOf = (path: readonly string[]): string => path.join(" ");

/** The tree below the root, as far as its nodes are open and there. */
export function layoutOf(
    look: Look,
    isOpen: (key: string) => boolean,
    isWhole: (key: string) => boolean = () => false,
): Layout {
    const root = grow([], null, look, isOpen, isWhole);
    const nodes: Placed[] = [];
    place(root, { left: 0, parent: null, place: 1, siblings: 1 }, nodes);
    const levels = Math.max(...nodes.map(({ path }) => path.length)) + 1;
    return { nodes, width: root.width, height: levels * (SIZE.height + SIZE.level) - SIZE.level };
}

function grow(
    path: readonly string[],
    child: Child | null,
    look: Look,
    isOpen: (key: string) => boolean,
    isWhole: (key: string) => boolean,
): Grown {
    const key = keyOf(path);
    const leads = child === null || (child.inner && child.visited);
    const node = leads && isOpen(key) ? look(path) : null;
    const all = node?.children ?? [];
    const drawn = isWhole(key) ? all : all.slice(0, FIRST);
    const children = drawn.map((next) => grow([...path, next.move], next, look, isOpen, isWhole));
    const below = children.reduce((sum, { width }) => sum + width, 0) + SIZE.gap * (children.length - 1);
    const width = Math.max(SIZE.width, below);
    return { path, child, node, children, width, more: all.length - drawn.length };
}

interface Spot {
    readonly left: number;
    readonly parent: Placed | null;
    readonly place: number;
    readonly siblings: number;
}

function place(grown: Grown, { left, parent, ...among }: Spot, nodes: Placed[]): void {
    const { path, child, node, width, more } = grown;
    const here: Placed = {
        path,
        key: keyOf(path),
        x: left + width / 2,
        y: path.length * (SIZE.height + SIZE.level),
        child,
        node,
        parent,
        more,
        ...among,
    };
    nodes.push(here);
    let from = left;
    for (const [index, next] of grown.children.entries()) {
        place(next, { left: from, parent: here, place: index + 1, siblings: grown.children.length }, nodes);
        from += next.width + SIZE.gap;
    }
}

/** The node to which an arrow key leads: up to the parent, down to the first child, sideways on the same level. */
export function neighbour(nodes: readonly Placed[], from: Placed, key: string): Placed | undefined {
    const level = nodes.filter(({ path }) => path.length === from.path.length);
    switch (key) {
        case "ArrowUp":
            return from.parent ?? undefined;
        case "ArrowDown":
            return nodes.find(({ parent }) => parent === from);
        case "ArrowLeft":
            return level[level.indexOf(from) - 1];
        case "ArrowRight":
            return level[level.indexOf(from) + 1];
        case "Home":
            return nodes[0];
        default:
            return undefined;
    }
}
