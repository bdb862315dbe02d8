import { expect, it } from "vitest";
import { nextJob, type Target } from "./jobs";
import { type Knowledge, NOTHING } from "./knowledge";

const target: Target = {
    game: "3x3:3",
    path: ["b2"],
    open: true,
    empty: 8,
    gameIsKnown: false,
    heuristic: null,
    source: "best",
    depth: 12,
    seconds: 5,
};
const exact = { result: "draw", distance: 8, best: ["a1"], line: ["a1"] } as const;
const solved: Knowledge = {
    ...NOTHING,
    searches: 1,
    exact: { ...exact, moves: [{ move: "a1", result: "draw", distance: 8 }] },
};

it("asks about the position shown first", () => {
    expect(nextJob(target, NOTHING, 0, "a1")).toMatchObject({ own: true, step: { kind: "search" } });
});

it("then about the move pointed at", () => {
    expect(nextJob(target, solved, 0, "a1")).toMatchObject({
        own: false,
        step: { kind: "line", move: "a1" },
    });
});

it("at last about the lines of the moves, where all are proven", () => {
    expect(nextJob(target, solved, 0, null)).toMatchObject({
        path: ["b2"],
        step: { kind: "line", move: "a1" },
    });
    expect(nextJob(target, { ...solved, lines: new Map([["a1", ["a1"]]]) }, 0, null)).toBe(null);
    const moves = [{ move: "a1", value: 1, score: 0.6 }];
    const search = { depth: 4, worth: { score: 0.6 }, best: ["a1"], moves, line: [], nodes: 1 };
    expect(nextJob(target, { ...NOTHING, search, searches: 1, solving: 5 }, 0, null)).toBe(null);
});

it("asks nothing about a position in which the game is over", () => {
    expect(nextJob({ ...target, open: false }, NOTHING, 0, "a1")).toBe(null);
});
