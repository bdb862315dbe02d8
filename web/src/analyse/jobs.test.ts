import { expect, it } from "vitest";
import { nextJob, type Target } from "./jobs";
import { type Knowledge, NOTHING } from "./knowledge";

const target: Target = {
    game: "3x3:3",
    path: ["b2"],
    line: ["b2", "a1"],
    open: true,
    cells: 9,
    gameIsKnown: false,
    heuristic: "runs",
    source: "best",
    depth: 12,
    seconds: 5,
};
const exact = { result: "draw", distance: 8, best: ["a1"], line: ["a1"] } as const;
const solved: Knowledge = {
    ...NOTHING,
    still: [],
    exact: { ...exact, moves: [{ move: "a1", result: "draw", distance: 8 }] },
};

it("asks about the position shown first", () => {
    const job = nextJob(target, () => NOTHING, 0, "a1");
    expect(job).toMatchObject({ path: ["b2"], own: true, step: { kind: "static" } });
});

it("then about the move pointed at, and then about the game, its end first", () => {
    const known = (path: readonly string[]): Knowledge => (path.length === 1 ? solved : NOTHING);
    expect(nextJob(target, known, 0, "a1")).toMatchObject({ own: false, step: { kind: "line", move: "a1" } });
    expect(nextJob(target, known, 0, null)).toMatchObject({ path: ["b2", "a1"], step: { kind: "solve" } });
});

it("at last about the lines of the moves", () => {
    const job = nextJob(target, () => solved, 0, null);
    expect(job).toMatchObject({ path: ["b2"], step: { kind: "line", move: "a1" } });
    const all = { ...solved, lines: new Map([["a1", ["a1"]]]) };
    expect(nextJob(target, () => all, 0, null)).toBe(null);
});

it("asks nothing about a position in which the game is over", () => {
    expect(nextJob({ ...target, open: false }, () => solved, 0, null)).toBe(null);
});
