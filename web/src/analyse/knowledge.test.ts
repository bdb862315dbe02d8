import { describe, expect, it } from "vitest";
import {
    type Exact,
    isSolved,
    type Knowledge,
    NOTHING,
    nextStep,
    withExact,
    withLook,
    withSearch,
} from "./knowledge";

const wanted = { source: "best", heuristic: null, further: 0, seconds: 5, gameIsKnown: false } as const;
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
/** What is known after a search that has ended. */
const thought: Knowledge = { ...searched(4), searches: 1 };

describe("the next step", () => {
    it("asks for the opinion, and then the solver", () => {
        // The end of a search of `best` is its own: its answer is the same each time.
        expect(nextStep(NOTHING, wanted)).toEqual({ kind: "search", further: 0, seconds: null });
        expect(nextStep(thought, wanted)).toEqual({ kind: "solve", seconds: 5 });
        expect(nextStep({ ...thought, solving: 5 }, wanted)).toBeNull();
        expect(nextStep(NOTHING, { ...wanted, heuristic: "runs" })).toMatchObject({ seconds: 5 });
    });

    it("searches further when somebody asks, with four times the seconds for the solver", () => {
        const further = { ...wanted, further: 1 };
        expect(nextStep({ ...thought, solving: 5 }, further)).toMatchObject({ kind: "search", further: 1 });
        const again = { ...thought, searches: 2, solving: 5 };
        expect(nextStep(again, further)).toEqual({ kind: "solve", seconds: 15 });
    });

    it("begins with the solver where the game's value is known", () => {
        const known = { ...wanted, gameIsKnown: true };
        expect(nextStep(NOTHING, known)).toEqual({ kind: "solve", seconds: 1 });
        // Solved: the opinion is there for comparison, and says why.
        const solved = withExact({ ...NOTHING, solving: 0.1 }, exact);
        expect(nextStep(solved, known)?.kind).toBe("search");
        expect(nextStep({ ...solved, searches: 1 }, known)).toBeNull();
        // Too hard for a second: as in other games, and the solver gets the rest of its time.
        expect(nextStep({ ...thought, solving: 1 }, known)).toEqual({ kind: "solve", seconds: 4 });
        expect(nextStep(NOTHING, { ...known, source: "search" })?.kind).toBe("search");
    });

    it("needs no solver where the search has proven every move", () => {
        const proven = (distance: number | null) =>
            ({ move: "a1", value: 9, exact: { result: "win", distance } }) as const;
        const of = (distance: number | null): Knowledge => ({
            ...thought,
            search: thought.search && { ...thought.search, moves: [proven(distance)] },
        });
        expect([isSolved(of(3)), isSolved(of(null)), isSolved(thought)]).toEqual([true, false, false]);
        expect(nextStep(of(3), wanted)).toBeNull();
        expect(nextStep(of(null), wanted)?.kind).toBe("solve");
    });

    it("asks for what was chosen alone", () => {
        expect(nextStep(NOTHING, { ...wanted, source: "static" })?.kind).toBe("static");
        expect(nextStep({ ...NOTHING, still: [] }, { ...wanted, source: "static" })).toBeNull();
        expect(nextStep(NOTHING, { ...wanted, source: "exact" })?.kind).toBe("solve");
        expect(nextStep(thought, { ...wanted, source: "search" })).toBeNull();
    });

    it("leaves out what the server refused", () => {
        expect(nextStep({ ...thought, refused: new Map([["solve", "too large"]]) }, wanted)).toBeNull();
        expect(nextStep({ ...NOTHING, refused: new Map([["search", "no"]]) }, wanted)?.kind).toBe("solve");
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
        const deeper = withLook(searched(1), 2, look);
        expect([...deeper.lines]).toEqual([["b1", ["b1", "c1"]]]);
        const solved = withExact(deeper, exact);
        expect([...solved.lines]).toEqual([["a1", ["a1", "b1"]]]);
        expect([...withSearch(solved, 3, look).lines.keys()]).toEqual(["a1"]);
    });

    it("is not changed by a look that sees less, but by the end of a search", () => {
        const look = { value: 2, best: ["b1"], moves: [], line: [], nodes: 1 };
        expect(withLook(searched(5), 4, look).search?.best).toEqual(["a1"]);
        expect(withSearch(searched(5), 4, look).search?.best).toEqual(["b1"]);
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
