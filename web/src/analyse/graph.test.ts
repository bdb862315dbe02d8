import { describe, expect, it } from "vitest";
import type { ReviewedMove } from "../lib/answers";
import type { Value } from "../opinion/values";
import { HEIGHT, heightOf, placeOf, plyAt, pointsOf, pointText, segmentsOf, signOf, WIDTH } from "./graph";

const exact = (result: "win" | "draw" | "loss", distance: number | null = null): Value => ({
    exact: true,
    result,
    distance,
});
const expected = (score: number): Value => ({ exact: false, score, claim: null, depth: 6 });
const claim = (result: "win" | "loss"): Value => ({
    exact: false,
    score: result === "win" ? 1 : 0,
    claim: { result, distance: null },
    depth: 6,
});

describe("heights", () => {
    it("grow with the value, and proven wins are outermost", () => {
        const values = [
            exact("loss", 1),
            exact("loss", 30),
            claim("loss"),
            expected(0.02),
            expected(0.4),
            exact("draw"),
            expected(0.6),
            expected(0.98),
            claim("win"),
            exact("win", 30),
            exact("win", 1),
        ];
        const heights = values.map((value) => heightOf(value));
        expect(heights).toEqual(heights.toSorted((a, b) => a - b));
        expect(Math.max(...heights)).toBeLessThanOrEqual(1);
    });
});

const reviewed = (ply: number, move: string, change: Partial<ReviewedMove>): ReviewedMove => ({
    ply,
    side: ply % 2 === 1 ? "x" : "o",
    move,
    exact: true,
    mistake: null,
    better: [],
    text: "",
    best_worth: { exact: { result: "draw" } },
    worth: { exact: { result: "draw" } },
    ...change,
});
/** `b2 a2` in Tic-Tac-Toe: the edge loses. */
const line = ["b2", "a2", "a3"];
const moves = [
    reviewed(1, "b2", {}),
    reviewed(2, "a2", { mistake: "blunder", worth: { exact: { result: "loss", distance: 6 } } }),
    reviewed(3, "a3", {
        best_worth: { exact: { result: "win", distance: 5 } },
        worth: { exact: { result: "win", distance: 5 } },
    }),
];
const found = { moves, text: "", player: "best" };
const points = pointsOf(line, { game: "3x3:3", line, found });

describe("the points of a game", () => {
    it("are for X, and say which moves were mistakes", () => {
        expect(points.map(pointText)).toEqual([
            "Start: a draw",
            "1. b2: a draw",
            "2. a2: X wins in 5 plies (blunder)",
            "3. a3: X wins in 4 plies",
        ]);
        expect(points.map(signOf)).toEqual(["", "", "??", ""]);
    });

    it("are unknown without a review, and after the move that differs from it", () => {
        expect(pointsOf(line, null).map(pointText)).toContain("2. a2: not known");
        const changed = pointsOf(["b2", "a2", "c1", "c2"], { game: "3x3:3", line, found });
        expect(changed.map(pointText)).toEqual([
            "Start: a draw",
            "1. b2: a draw",
            "2. a2: X wins in 5 plies (blunder)",
            "3. c1: not known",
            "4. c2: not known",
        ]);
    });

    it("are unknown where a review was stopped before it came there, and where nobody says anything", () => {
        const last = { ...found, moves: moves.slice(2) };
        expect(
            pointsOf(line, { game: "3x3:3", line, found: last }).map(({ value }) => value !== null),
        ).toEqual([false, false, true, true]);
        const silent = { ...found, moves: [reviewed(1, "b2", { best_worth: {}, worth: {} })] };
        expect(pointsOf(["b2"], { game: "3x3:3", line: ["b2"], found: silent })[1]?.value).toBeNull();
    });

    it("are joined where both are known", () => {
        expect(segmentsOf(points).map(({ exact: solid }) => solid)).toEqual([true, true, true]);
    });

    it("stand inside the drawing, and the nearest is found", () => {
        for (const point of points) {
            const { x, y } = placeOf(point, 3);
            expect(x).toBeGreaterThan(0);
            expect(x).toBeLessThan(WIDTH);
            expect(y).toBeGreaterThan(0);
            expect(y).toBeLessThan(HEIGHT);
            expect(plyAt(x / WIDTH, 3)).toBe(point.ply);
        }
        expect([plyAt(-1, 3), plyAt(2, 3), plyAt(0.5, 0)]).toEqual([0, 3, 0]);
    });
});
