import { expect, it } from "vitest";
import { FORK, HOLD, WIN_IN_3 } from "./fixtures";
import { toldOf } from "./words";

const state = { stage: "move", tried: [], verdict: null, isAlone: true } as const;

it("the status line says the task, then what came of a move", () => {
    expect(toldOf(WIN_IN_3, state)).toBe("X to move wins in 3 moves.");
    expect(toldOf(WIN_IN_3, { ...state, tried: ["b6", "a1"] })).toBe("Right. O answers a1: 2 moves to go.");
    expect(toldOf(WIN_IN_3, { ...state, tried: ["b6", "a1", "e2", "e3"] })).toBe(
        "Right. O answers e3: 1 move to go.",
    );
    const solved = { ...state, stage: "solved" } as const;
    expect(toldOf(WIN_IN_3, { ...solved, tried: [...WIN_IN_3.solution] })).toBe(
        "Solved at the first try: X wins.",
    );
    expect(toldOf(HOLD, { ...solved, tried: ["a1"], isAlone: false })).toBe(
        "Solved: a1 is the only move that does not lose.",
    );
    expect(toldOf(FORK, { ...solved, tried: ["f2"] })).toBe(
        "Solved at the first try: f2 makes two threats at once. After c5, g1 wins.",
    );
});
