import { describe, expect, it } from "vitest";
import { chip } from "../opinion/values";
import { type Knowledge, NOTHING } from "./knowledge";
import { marksOf, ratedMoves, verdict, withMistake } from "./ratings";

const solved = (move: string, result: "win" | "draw" | "loss", distance: number | null = null) => ({
    move,
    result,
    distance,
});
const exact = (...moves: ReturnType<typeof solved>[]): Knowledge => ({
    ...NOTHING,
    exact: { result: "win", distance: 1, best: [], line: [], moves },
});
/** What a search in a hurry says of `a1 a2 b1 b2` in Tic-Tac-Toe at depth 4. */
const SEARCHED: Knowledge = {
    ...NOTHING,
    search: {
        depth: 4,
        worth: { exact: { result: "win", distance: 1 } },
        best: ["c1"],
        moves: [
            { move: "a3", value: -4503599627362312, exact: { result: "loss", distance: 2 } },
            { move: "c1", value: 4503599627362313, exact: { result: "win", distance: 1 } },
            { move: "c2", value: 3, score: 0.53 },
        ],
        line: ["c1"],
        nodes: 22,
    },
};

describe("moves", () => {
    it("come in order: quick win, slow win, draw, slow loss, quick loss", () => {
        const known = exact(
            solved("a1", "loss", 2),
            solved("b1", "win", 9),
            solved("c1", "draw"),
            solved("d1", "loss", 8),
            solved("e1", "win", 3),
        );
        expect(ratedMoves(known, "best").map(({ move }) => move)).toEqual(["e1", "b1", "c1", "d1", "a1"]);
        expect(ratedMoves(known, "best").filter(({ best }) => best)).toHaveLength(1);
    });

    it("of a search mix proven values and estimates", () => {
        const rated = ratedMoves(SEARCHED, "best");
        expect(rated.map(({ value }) => chip(value))).toEqual(["W1", "53 %", "L2"]);
        expect(ratedMoves(SEARCHED, "exact")).toEqual([]);
    });

    it("become marks, for the side to move or for X", () => {
        const rated = ratedMoves(SEARCHED, "best");
        const mine = marksOf(rated, "o", "mover", 2);
        expect([...mine.keys()]).toEqual(["c1", "c2"]);
        expect(mine.get("c1")).toEqual({
            text: "W1",
            tone: "win",
            exact: true,
            best: true,
            title: "O wins in 1 ply, best",
        });
        expect(marksOf(rated, "o", "x", 3).get("c1")).toMatchObject({ text: "L1", tone: "loss" });
        expect(marksOf(rated, "o", "x", 3).get("c2")).toMatchObject({ text: "47 %", exact: false });
    });

    it("become marks on all best moves, however many", () => {
        const draws = ["a1", "c3", "a3", "c1"].map((move) => solved(move, "draw"));
        const rated = ratedMoves(exact(...draws, solved("b1", "loss", 4)), "best");
        expect([...marksOf(rated, "o", "mover", 2).keys()].sort()).toEqual(["a1", "a3", "c1", "c3"]);
    });
});

describe("a mistake that was played", () => {
    const rated = ratedMoves(exact(solved("d1", "draw"), solved("c1", "loss", 2)), "best");
    const marks = marksOf(rated, "x", "mover", 5);
    it("keeps its value and has its sign", () => {
        expect(withMistake(marks, { move: "c1", mistake: "blunder" }).get("c1")).toMatchObject({
            text: "L2",
            sign: "??",
            title: "O wins in 2 plies; played, a blunder",
        });
    });
    it("is marked where no value is shown", () => {
        expect(withMistake(new Map(), { move: "c1", mistake: "inaccuracy" }).get("c1")).toMatchObject({
            text: "?!",
            title: "played, an inaccuracy",
        });
    });
});

describe("the verdict", () => {
    const of = (...moves: ReturnType<typeof solved>[]) =>
        verdict(ratedMoves(exact(...moves), "best"), "x", "Best");
    it("says what is proven", () => {
        expect(of(solved("d1", "win", 7), solved("c1", "loss", 2))).toBe("X wins in 7 plies with d1.");
        expect(of(solved("d1", "draw"), solved("c1", "loss", 2))).toBe("A draw with d1.");
        expect(of(solved("d1", "draw"), solved("c1", "draw"))).toBe("A draw with every move.");
        expect(of(solved("d1", "loss", 12), solved("c1", "loss", 2))).toBe(
            "O wins in 12 plies; d1 holds out longest.",
        );
        expect(of(solved("d1", "loss", 12), solved("e1", "loss", 12), solved("c1", "loss", 2))).toContain(
            "; d1 or e1 hold out longest.",
        );
        expect(of(solved("d1", "loss", 2), solved("c1", "loss", 2))).toBe("O wins in 2 plies.");
    });

    it("says of an estimate for whom and how deep it is", () => {
        const search = {
            depth: 9,
            worth: { score: 0.53 },
            best: ["d1"],
            moves: [
                { move: "d1", value: 23, score: 0.53 },
                { move: "c1", value: 2, score: 0.5 },
            ],
            line: [],
            nodes: 1,
        };
        expect(verdict(ratedMoves({ ...NOTHING, search }, "best"), "o", "Best")).toBe(
            "Best thinks: d1 (53 % for O at depth 9).",
        );
    });
});
