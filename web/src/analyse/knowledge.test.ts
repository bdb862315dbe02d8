import { describe, expect, it } from "vitest";
import { type Exact, graphStep, type Knowledge, NOTHING, nextStep, withExact, withSearch } from "./knowledge";

const wanted = { source: "best", depth: 8, seconds: 5, gameIsKnown: false, empty: 40 } as const;
const exact: Exact = {
    result: "draw",
    distance: null,
    best: ["a1"],
    line: ["a1", "b1"],
    moves: [{ move: "a1", result: "draw", distance: null }],
};
const searched = (depth: number, known: Knowledge = NOTHING): Knowledge =>
    withSearch(known, depth, {
        value: 1,
        best: ["a1"],
        moves: [{ move: "a1", value: 1 }],
        line: ["a1"],
        nodes: 10,
    });
const still = { ...NOTHING, still: [] };

describe("the next step", () => {
    it("goes from static values over first looks and the solver to deeper looks", () => {
        expect(nextStep(NOTHING, wanted)?.kind).toBe("static");
        expect(nextStep(still, wanted)).toMatchObject({ kind: "search", depth: 1 });
        expect(nextStep(searched(4, still), wanted)).toMatchObject({ kind: "solve", all: true });
        const hard = { ...searched(4, still), solving: 5 };
        expect(nextStep(hard, wanted)).toMatchObject({ kind: "search", depth: 5 });
        expect(nextStep({ ...hard, searched: 5 }, wanted)).toBeNull();
        expect(nextStep({ ...searched(8, still), solving: 5 }, wanted)).toBeNull();
    });

    it("begins with the solver where the game's value is known, and then shows the same", () => {
        const known = { ...wanted, gameIsKnown: true };
        expect(nextStep(NOTHING, known)).toMatchObject({ kind: "solve", all: true, seconds: 1 });
        // Solved: static values and first looks are there for comparison.
        const solved = withExact({ ...NOTHING, solving: 0.1 }, exact);
        expect(nextStep(solved, known)?.kind).toBe("static");
        const after = withExact(searched(3, { ...still, solving: 0.1 }), exact);
        expect(nextStep(after, known)).toMatchObject({ kind: "search", depth: 4 });
        expect(nextStep(withExact(searched(4, { ...still, solving: 0.1 }), exact), known)).toBeNull();
        // Too hard for a second: as in other games, and the solver gets the rest of its time.
        expect(nextStep({ ...NOTHING, solving: 1 }, known)?.kind).toBe("static");
        expect(nextStep({ ...searched(4, still), solving: 1 }, known)).toMatchObject({
            kind: "solve",
            seconds: 4,
        });
        expect(nextStep(NOTHING, { ...known, source: "search" })?.kind).toBe("static");
    });

    it("is none after the solver", () => {
        expect(nextStep(withExact(searched(2, still), exact), wanted)).toBeNull();
    });

    it("asks for what was chosen alone", () => {
        expect(nextStep(still, { ...wanted, source: "static" })).toBeNull();
        expect(nextStep(NOTHING, { ...wanted, source: "exact" })?.kind).toBe("solve");
        expect(nextStep(searched(4, still), { ...wanted, source: "search" })?.kind).toBe("search");
    });

    it("does not look beyond the end of the board", () => {
        expect(nextStep({ ...searched(3, still), solving: 5 }, { ...wanted, empty: 3 })).toBeNull();
    });

    it("leaves out what the server refused", () => {
        const refused = new Map([["solve", "too large"]] as const);
        expect(nextStep({ ...searched(4, still), refused }, wanted)).toMatchObject({ depth: 5 });
    });
});

describe("a position of the graph", () => {
    it("is solved if that is quick, else searched", () => {
        expect(graphStep(NOTHING, wanted, true)).toMatchObject({ kind: "solve", all: false });
        expect(graphStep(NOTHING, wanted, false)).toMatchObject({ kind: "search", depth: 1 });
        expect(graphStep({ ...NOTHING, solving: 1 }, wanted, true)).toMatchObject({ kind: "search" });
        expect(graphStep({ ...NOTHING, exact }, wanted, true)).toBeNull();
        expect(graphStep(searched(6), wanted, false)).toBeNull();
    });
});

describe("what was found", () => {
    it("stays when the same position is solved without its moves", () => {
        const known = withExact(NOTHING, exact);
        expect(withExact(known, { ...exact, moves: [] }).exact?.moves).toHaveLength(1);
        expect(known.lines.get("a1")).toEqual(["a1", "b1"]);
    });

    it("replaces lines that saw less, but not the solver's", () => {
        const look = { value: 1, best: ["b1"], moves: [], line: ["b1", "c1"], nodes: 1 };
        const deeper = withSearch(searched(1), 2, look);
        expect([...deeper.lines]).toEqual([["b1", ["b1", "c1"]]]);
        const solved = withExact(deeper, exact);
        expect([...solved.lines]).toEqual([["a1", ["a1", "b1"]]]);
        expect([...withSearch(solved, 3, look).lines.keys()]).toEqual(["a1"]);
    });

    it("is not changed by a search that was stopped", () => {
        const known = searched(3);
        const stopped = {
            value: 9,
            best: [],
            moves: [],
            line: [],
            nodes: 1,
            interrupted: true,
        } as const;
        expect(withSearch(known, 4, stopped)).toBe(known);
    });
});
