import { describe, expect, it } from "vitest";
import { FIRST, isPending, type Moment, sentence, stepAfter, stepBefore, windowBefore } from "./steps";
import { toyNode } from "./toy";
import { type Look, nodeOf } from "./tree";

/** `xox/oox/___`, X to move. */
const ENDING = "a3 b3 c3 a2 c2 b2".split(" ");

function looker(search: string, depth: number): Look {
    const known = new Map<string, ReturnType<typeof nodeOf>>();
    return (path) => {
        const key = path.join(" ");
        const node = known.get(key) ?? nodeOf(toyNode(ENDING, path, depth, search));
        known.set(key, node);
        return node;
    };
}

/** All moments of a search. */
function walk(search: string, depth: number): Moment[] {
    const look = looker(search, depth);
    const moments: Moment[] = [FIRST];
    for (;;) {
        const next = stepAfter(moments.at(-1) ?? FIRST, depth, look);
        if (next === "end") return moments;
        if ("wait" in next) throw new Error("everything is there");
        moments.push(next);
    }
}

describe.each(["minimax", "alpha-beta"])("stepping through %s", (search) => {
    const moments = walk(search, 3);

    it("enters and leaves every node that the search counts", () => {
        const { nodes } = toyNode(ENDING, [], 3, search);
        expect(moments.filter(({ phase }) => phase === "enter")).toHaveLength(nodes);
        expect(moments.filter(({ phase }) => phase === "leave")).toHaveLength(nodes);
        expect(moments.at(-1)).toEqual({ path: [], phase: "leave" });
    });

    it("goes back the way it came", () => {
        const look = looker(search, 3);
        for (const [index, moment] of moments.entries()) {
            expect(stepBefore(moment, 3, look)).toEqual(moments[index - 1] ?? "end");
        }
    });

    it("has a sentence for every step", () => {
        const look = looker(search, 3);
        for (const moment of moments) expect(sentence(moment, search, look)).toMatch(/\.$/);
    });
});

describe("sentences", () => {
    const look = looker("alpha-beta", 3);
    const say = (path: string, phase: Moment["phase"]) =>
        sentence({ path: path.split(" ").filter(Boolean), phase }, "alpha-beta", look);
    it("say what is tried and what came of it", () => {
        expect(say("", "enter")).toBe("Alpha-beta starts: X is to move and looks for the largest value.");
        expect(say("a1", "enter")).toBe("MAX (X) tries a1, window (−∞, +∞).");
        expect(say("a1", "leave")).toBe("a1 is worth −10: the first value of this MAX node.");
        expect(say("b1", "enter")).toBe("MAX (X) tries b1, window (−10, +∞).");
        expect(say("c1", "leave")).toBe("c1 is worth +10: better for MAX than 0.");
        expect(say("", "leave")).toBe("Alpha-beta is done: X plays c1, worth +10.");
    });

    it("wait for nodes that are not there", () => {
        expect(sentence({ path: ["a1"], phase: "leave" }, "alpha-beta", () => null)).toBeNull();
        expect(stepAfter(FIRST, 3, () => null)).toEqual({ wait: [] });
        expect(stepAfter({ path: ["a1"], phase: "leave" }, 3, () => null)).toEqual({ wait: [] });
    });
});

describe("a node", () => {
    it("tells bounds, cuts and what was never visited", () => {
        const node = nodeOf({
            path: ["a1"],
            to_move: "o",
            maximizing: false,
            value: -3,
            nodes: 5,
            window: [null, 3],
            best: "b1",
            children: [
                { move: "c1", value: null, visited: false, cut: false },
                { move: "a2", value: 4, visited: true, cut: true, order: 0 },
                { move: "b1", value: -3, visited: true, cut: false, order: 1 },
            ],
        });
        expect(node.window).toEqual([-Infinity, 3]);
        expect(node.children.map(({ bound, order, cuts, chosen }) => [bound, order, cuts, chosen])).toEqual([
            ["exact", null, false, false],
            ["at least", 0, false, false],
            ["exact", 1, true, true],
        ]);
        const [, , last] = node.children;
        expect(last && windowBefore(node, last)).toEqual([-Infinity, 3]);
    });

    it("hides what the search has not come to yet", () => {
        const look = looker("minimax", 3);
        const moment: Moment = { path: ["b1", "c1"], phase: "leave" };
        const pending = (path: string[]) =>
            look(path)
                ?.children.filter((child) => isPending(path, child, moment, look))
                .map(({ move }) => move);
        expect(pending([])).toEqual(["b1", "c1"]);
        expect(pending(["b1"])).toEqual([]);
        expect(pending(["b1", "c1"])).toEqual([]);
    });
});
