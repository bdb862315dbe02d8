import { describe, expect, it } from "vitest";
import { FIRST, isPending, type Moment, sentence, stepAfter, stepBefore } from "./steps";
import { toyNode } from "./toy";
import { type Look, type Node, valueText, visitedOf, windowText, worth } from "./tree";

/** `xox/oox/___`, X to move. */
const ENDING = "a3 b3 c3 a2 c2 b2".split(" ");

type Search = Parameters<typeof toyNode>[3];

function looker(search: Search, depth: number): Look {
    const known = new Map<string, Node>();
    return (path) => {
        const key = path.join(" ");
        const node = known.get(key) ?? toyNode(ENDING, path, depth, search);
        known.set(key, node);
        return node;
    };
}

/** All moments of a search. */
function walk(search: Search, depth: number): Moment[] {
    const look = looker(search, depth);
    const moments: Moment[] = [FIRST];
    for (;;) {
        const next = stepAfter(moments.at(-1) ?? FIRST, look);
        if (next === "end") return moments;
        if ("wait" in next) throw new Error("everything is there");
        moments.push(next);
    }
}

describe.each(["minimax", "alpha-beta"] as const)("stepping through %s", (search) => {
    const moments = walk(search, 3);

    it("enters and leaves every node that the search counts", () => {
        const { nodes } = toyNode(ENDING, [], 3, search);
        expect(moments.filter(({ phase }) => phase === "enter")).toHaveLength(nodes + 1);
        expect(moments.filter(({ phase }) => phase === "leave")).toHaveLength(nodes + 1);
        expect(moments.at(-1)).toEqual({ path: [], phase: "leave" });
    });

    it("goes back the way it came", () => {
        const look = looker(search, 3);
        for (const [index, moment] of moments.entries()) {
            expect(stepBefore(moment, look)).toEqual(moments[index - 1] ?? "end");
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

    it("call what is decided a win or a loss", () => {
        const decided = 2 ** 52;
        const win = { result: "win" } as const;
        expect(worth(decided, { exact: win })).toBe("a win");
        expect(worth(-decided, { exact: { result: "loss" } })).toBe("a loss");
        expect(worth(decided, { claim: win })).toBe("a win, it seems");
        // A number that can be read says more.
        expect([worth(3, { exact: win }), worth(decided)]).toEqual(["+3", "+4.5e15"]);
        const won: Look = (path) => {
            const node = look(path);
            return node && { ...node, value: decided, exact: win };
        };
        const moment: Moment = { path: [], phase: "leave" };
        expect(sentence(moment, "minimax", won)).toBe("Minimax is done: X plays c1, worth a win.");
    });

    it("wait for nodes that are not there", () => {
        expect(sentence({ path: ["a1"], phase: "leave" }, "alpha-beta", () => null)).toBeNull();
        expect(stepAfter(FIRST, () => null)).toEqual({ wait: [] });
        expect(stepAfter({ path: ["a1"], phase: "leave" }, () => null)).toEqual({ wait: [] });
    });
});

describe("a node", () => {
    it("tells bounds and cuts", () => {
        // Deep enough that alpha-beta cuts.
        const root = toyNode(["b2", "a1"], [], 4, "alpha-beta");
        expect(root.nodes).toBeLessThan(toyNode(["b2", "a1"], [], 4, "minimax").nodes);
        expect(root.value).toBe(toyNode(["b2", "a1"], [], 4, "minimax").value);
        const replies = visitedOf(root).map((child) => toyNode(["b2", "a1"], [child.move], 4, "alpha-beta"));
        const cut = replies.find((node) => node.children.some((child) => !child.visited));
        expect(cut && visitedOf(cut).at(-1)?.cut).toBe(true);
        expect(valueText({ value: -2, bound: "at-most" })).toBe("≤ −2");
        expect(valueText({ value: null, bound: null })).toBe("–");
        expect(windowText([3, null])).toBe("(+3, +∞)");
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
