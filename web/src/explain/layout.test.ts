import { describe, expect, it } from "vitest";
import { keyOf, layoutOf, neighbour, SIZE } from "./layout";
import { toyNode } from "./toy";
import type { Look } from "./tree";

/** `__x/oox/_xo`, X to move. */
const START = "c3 a2 c2 c1 b1 b2".split(" ");
const asked: string[] = [];
const look: Look = (path) => {
    asked.push(keyOf(path));
    return toyNode(START, path, 3, "minimax");
};

describe("a drawn tree", () => {
    it("has the open nodes' children and no others", () => {
        asked.length = 0;
        const { nodes } = layoutOf(look, (key) => ["", "b3"].includes(key));
        expect(nodes.map(({ key }) => key)).toEqual(["", "a1", "a3", "b3", "b3 a1", "b3 a3"]);
        // What is closed is not even looked at.
        expect(asked).toEqual(["", "b3"]);
        expect(nodes.find(({ key }) => key === "b3 a3")).toMatchObject({ place: 2, siblings: 2, node: null });
    });

    it("puts parents above the middle of their children, and nothing on top of each other", () => {
        const { nodes, width } = layoutOf(look, () => true);
        expect(nodes).toHaveLength(14);
        for (const node of nodes) {
            const children = nodes.filter(({ parent }) => parent === node);
            if (children.length === 0) continue;
            const left = Math.min(...children.map(({ x }) => x));
            expect(left).toBeLessThanOrEqual(node.x);
            expect(Math.max(...children.map(({ x }) => x))).toBeGreaterThanOrEqual(node.x);
        }
        for (const level of [1, 2, 3]) {
            const xs = nodes.filter(({ path }) => path.length === level).map(({ x }) => x);
            for (const [index, x] of xs.entries())
                expect(x - (xs[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(SIZE.width + SIZE.gap);
            expect(Math.max(...xs) + SIZE.width / 2).toBeLessThanOrEqual(width);
        }
    });

    it("is walked with the arrow keys", () => {
        const { nodes } = layoutOf(look, (key) => ["", "a1"].includes(key));
        const walk = (...keys: readonly string[]): string | undefined =>
            keys.reduce((at, key) => at && neighbour(nodes, at, key), nodes[0])?.key;
        expect(walk("ArrowDown", "ArrowRight")).toBe("a3");
        expect(walk("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp")).toBe("a1");
        expect(walk("ArrowDown", "ArrowRight", "ArrowRight", "Home")).toBe("");
        expect(walk("ArrowUp")).toBeUndefined();
        expect(walk("ArrowDown", "ArrowRight", "ArrowDown")).toBeUndefined();
    });

    it("leaves out moves beyond the first thirty until they are asked for", () => {
        const node = toyNode(START, [], 3, "minimax");
        const [child] = node.children;
        if (!child) throw new Error("it has moves");
        const moves = Array.from({ length: 40 }, (_, at) => ({ ...child, move: `a${at}` }));
        const only: Look = () => ({ ...node, children: moves });
        expect(layoutOf(only, (key) => key === "").nodes).toHaveLength(31);
        expect(layoutOf(only, (key) => key === "").nodes[0]?.more).toBe(10);
        expect(
            layoutOf(
                only,
                (key) => key === "",
                () => true,
            ).nodes,
        ).toHaveLength(41);
    });
});
