import { describe, expect, it } from "vitest";
import { FORK, HOLD, WIN_IN_2, WIN_IN_3 } from "./fixtures";
import { faultOf, isOnSolution, offSolution, onSolution } from "./judge";

const text = (...[puzzle, tried, after]: Parameters<typeof offSolution>): string =>
    offSolution(puzzle, tried, after).text;

describe("a move of the solution", () => {
    it("is right, and is answered where the puzzle goes on", () => {
        expect(isOnSolution(WIN_IN_3, ["b6", "c4"])).toBe(true);
        expect(isOnSolution(WIN_IN_3, ["b6", "c4", "g4"])).toBe(false);
        expect(onSolution(WIN_IN_3, ["b6"])).toMatchObject({ isRight: true, reply: "c4" });
        expect(onSolution(WIN_IN_3, ["b6", "c4", "e2", "e3", "e4"]).reply).toBeNull();
    });

    it("ends a puzzle that asks for one move", () => {
        expect(onSolution(HOLD, ["a1"]).reply).toBeNull();
        expect(onSolution(FORK, ["f2"]).reply).toBeNull();
    });
});

describe("another move", () => {
    it("is right later on if it wins as soon", () => {
        const after = { result: "loss", distance: 2, line: ["e2", "e3"] } as const;
        expect(offSolution(WIN_IN_3, ["b6", "c4", "g4"], after)).toMatchObject({
            isRight: true,
            reply: "e2",
        });
    });

    it("is wrong if it wins later, or is the first", () => {
        const slow = { result: "loss", distance: 4, line: ["c5", "e2", "e3", "e4"] } as const;
        const verdict = offSolution(WIN_IN_3, ["b6", "c4", "a1"], slow);
        expect(verdict).toMatchObject({ isRight: false, reply: "c5", line: ["c5", "e2", "e3"] });
        expect(verdict.text).toBe("a1 wins in 3 moves, not in 2: O answers c5.");
        expect(text(WIN_IN_2, ["c3"], slow)).toBe("c3 wins in 3 moves, not in 2: X answers c5.");
    });

    it("is refused with what it does", () => {
        expect(text(WIN_IN_3, ["a1"], { result: "win", distance: 1, line: ["b6"] })).toBe(
            "a1 loses: O answers b6 and wins at once.",
        );
        expect(text(WIN_IN_3, ["a1"], { result: "win", distance: 5, line: ["b6"] })).toBe(
            "a1 loses: O answers b6 and wins in 3 moves.",
        );
        expect(text(WIN_IN_3, ["a1"], { result: "draw", distance: null, line: ["b6"] })).toBe(
            "a1 does not win: O answers b6 and holds the draw.",
        );
        expect(text(FORK, ["a4"], { result: "loss", distance: 2, line: ["f2"] })).toBe(
            "a4 does not make two threats at once: X answers f2.",
        );
    });

    it("is not judged where the server cannot tell in time", () => {
        expect(text(WIN_IN_3, ["a1"], null)).toBe("a1 is not the move.");
        expect(offSolution(WIN_IN_3, ["b6", "c4", "g4"], null)).toMatchObject({
            isRight: false,
            text: "The server could not tell in time whether g4 wins as soon. Only the solution’s move counts here.",
        });
    });
});

it("the fault of a wrong move is the reason that says what goes wrong", () => {
    const reason = (kind: string) => ({ kind, cells: [], moves: [], text: kind });
    expect(faultOf([reason("builds"), reason("fears"), reason("allows")])?.kind).toBe("allows");
    expect(faultOf([reason("builds")])).toBeNull();
});
