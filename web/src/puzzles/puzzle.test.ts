import { describe, expect, it } from "vitest";
import { FORK, HOLD, SET, TIC_TAC_TOE, WIN_IN_3, WIN_IN_4 } from "./fixtures";
import {
    attemptOf,
    countFor,
    faultOf,
    gradeOf,
    isOfKind,
    isOnSolution,
    nameOfKind,
    numberAfter,
    numberIn,
    numbersOf,
    ownMoves,
} from "./puzzle";

describe("puzzles", () => {
    it("are of the kind that their goal and length say", () => {
        expect(SET.map(nameOfKind)).toEqual(["win in 3", "win in 2", "only move", "fork", "win in 4"]);
        expect(numbersOf(SET, "all")).toEqual([1, 2, 3, 4, 5]);
        expect(numbersOf(SET, "win-2")).toEqual([2]);
        expect(isOfKind(TIC_TAC_TOE, "win-2")).toBe(true);
        expect(isOfKind(FORK, "win-2")).toBe(false);
        expect(isOfKind(HOLD, "hold")).toBe(true);
    });

    it("count the winner's own moves, also where the loser moves last", () => {
        expect([WIN_IN_3, WIN_IN_4].map(({ distance }) => ownMoves(distance ?? 0))).toEqual([3, 4]);
        expect(ownMoves(6)).toBe(3);
    });

    it("ask about a move where it was made, with the plies that are left", () => {
        expect(attemptOf(WIN_IN_3, ["b6", "a1", "g4"])).toEqual({
            game: "7x6:4:-2",
            moves: `${WIN_IN_3.moves} b6 a1`,
            goal: "win",
            distance: 3,
            solution: "b6",
            move: "g4",
        });
        expect(attemptOf(HOLD, ["c5"])).toMatchObject({ goal: "hold", distance: null, solution: "a1" });
        expect(attemptOf(FORK, ["f2"])).toMatchObject({ goal: "fork", distance: 3 });
        expect(attemptOf(FORK, ["f2", "c5", "g1"])).toMatchObject({ goal: "win", distance: 1 });
    });

    it("have a solution that moves follow or leave", () => {
        expect(isOnSolution(WIN_IN_3, ["b6", "a1"])).toBe(true);
        expect(isOnSolution(WIN_IN_3, ["b6", "a1", "g4"])).toBe(false);
    });

    it("follow each other within a kind, and go on where more can be made", () => {
        expect(numberAfter(SET, 1, "all", true)).toBe(2);
        expect(numberAfter(SET, 1, "fork", true)).toBe(4);
        expect(numberAfter(SET, 4, "fork", false)).toBeNull();
        expect(numberAfter(SET, 5, "all", false)).toBe(6);
        expect(numberAfter(SET, 5, "all", true)).toBeNull();
    });

    it("are numbered from 1 in an address, and made in tens", () => {
        expect(["", "7", "0", "-1", "2.5", "x"].map(numberIn)).toEqual([1, 7, 1, 1, 1, 1]);
        expect([1, 10, 11].map(countFor)).toEqual([10, 10, 20]);
    });

    it("have five grades", () => {
        expect([0, 0.19, 0.2, 0.5, 0.99, 1].map((difficulty) => gradeOf(difficulty).grade)).toEqual([
            1, 1, 2, 3, 5, 5,
        ]);
        expect(gradeOf(0.5).word).toBe("medium");
    });
});

it("the fault of a wrong move is the reason that says what goes wrong", () => {
    const reason = (kind: string) => ({ kind, cells: [], moves: [], text: kind });
    expect(faultOf([reason("builds"), reason("expects"), reason("allows")])?.kind).toBe("allows");
    expect(faultOf([reason("builds")])).toBeNull();
});
