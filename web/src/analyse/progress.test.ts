import { describe, expect, it } from "vitest";
import { type Knowledge, NOTHING } from "./knowledge";
import { limitText, progressText } from "./progress";

const search = { depth: 6, worth: { score: 0.6 }, best: ["a1"], moves: [], line: [], nodes: 1 };
const known: Knowledge = { ...NOTHING, search, searches: 1, searching: 1.2, solving: 5 };

describe("progress", () => {
    const of = (kind: "search" | "solve" | "line" | "static", before = NOTHING) =>
        progressText({ step: { kind, seconds: null, move: "a1" } }, before, 12_000, null, "x");
    it("says what is asked", () => {
        expect(of("search")).toBe("Searching, 12K positions…");
        expect(of("search", { ...known, searches: 0 })).toBe("Searching, 6 plies deep, 12K positions…");
        expect(of("solve")).toBe("Solving, 12K positions…");
        expect(of("line")).toBe("Looking for the best line after a1…");
        expect(of("static")).toBe("Valuing the board after each move…");
        expect(progressText(null, known, 0, null, "x")).toBe("");
    });

    it("says what the solver knows already", () => {
        const draw = { result: "draw", distance: null } as const;
        const win = { result: "win", distance: 3 } as const;
        const bounds = { at_least: draw, at_most: win };
        const text = progressText({ step: { kind: "solve", seconds: 1 } }, known, 0, bounds, "o");
        expect(text).toBe("Solving, O does not lose…");
    });
});

it("a limit is told unless nothing is left to find", () => {
    expect(limitText(known, "best")).toBe("Searched 6 plies deep in 1 s. Not solved in 5 s.");
    expect(limitText(known, "search")).toBe("Searched 6 plies deep in 1 s.");
    expect(limitText(known, "exact")).toBe("Not solved in 5 s.");
    expect(limitText(known, "static")).toBe("");
    const moves = [{ move: "a1", value: 1, exact: { result: "draw" } as const }];
    expect(limitText({ ...known, search: { ...search, moves } }, "search")).toBe("");
});
