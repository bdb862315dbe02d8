import { describe, expect, it } from "vitest";
import {
    costOf,
    costsOf,
    HEIGHT,
    heightOf,
    placeOf,
    plyAt,
    pointsOf,
    pointText,
    segmentsOf,
    WIDTH,
} from "./graph";
import { type Knowledge, NOTHING } from "./knowledge";
import type { Value } from "./values";

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

describe("the cost of a move", () => {
    const cost = costOf;
    it("is exact where both positions are solved", () => {
        expect(cost(exact("win", 5), exact("loss", 4))).toMatchObject({
            symbol: "??",
            about: "a win became a loss",
            exact: true,
        });
        expect(cost(exact("win", 5), exact("draw"))).toMatchObject({
            symbol: "??",
            about: "a win became a draw",
        });
        expect(cost(exact("draw"), exact("loss", 4))).toMatchObject({
            symbol: "??",
            about: "a draw became a loss",
        });
        // A later win is a win.
        expect(cost(exact("win", 5), exact("win", 18))).toBeNull();
        expect(cost(exact("loss", 10), exact("loss", 3))).toBeNull();
    });

    it("is nothing for the best moves", () => {
        expect(cost(exact("win", 5), exact("win", 4))).toBeNull();
        expect(cost(exact("draw"), exact("draw"))).toBeNull();
        expect(cost(exact("loss", 6), exact("loss", 5))).toBeNull();
        expect(cost(expected(0.6), expected(0.59))).toBeNull();
    });

    it("is estimated elsewhere, and never compared with what is proven", () => {
        expect(cost(expected(0.95), expected(0.05))).toMatchObject({ symbol: "??", exact: false });
        expect(cost(expected(0.6), expected(0.4))).toMatchObject({ symbol: "?!" });
        expect(cost(expected(0.6), expected(0.3))).toMatchObject({ symbol: "?" });
        expect(cost(expected(0.95), exact("loss", 3))).toBeNull();
        expect(cost(exact("win", 5), claim("loss"))).toMatchObject({ symbol: "??", exact: false });
    });
});

/** `b2 a2` in Tic-Tac-Toe: the edge loses. */
const KNOWN: Record<string, Knowledge> = {
    "": { ...NOTHING, exact: { result: "draw", distance: null, best: [], moves: [], line: [] } },
    b2: { ...NOTHING, exact: { result: "draw", distance: null, best: [], moves: [], line: [] } },
    "b2 a2": { ...NOTHING, exact: { result: "win", distance: 5, best: [], moves: [], line: [] } },
};
const points = pointsOf(["b2", "a2", "a3"], (path) => KNOWN[path.join(" ")] ?? NOTHING);

describe("the points of a game", () => {
    it("are for X, and say what a move cost its player", () => {
        expect(points.map((point) => point.value && pointText(point))).toEqual([
            "Start: a draw",
            "1. b2: a draw",
            "2. a2: X wins in 5 plies (blunder: a draw became a loss)",
            null,
        ]);
        expect([...costsOf(points, "o")]).toEqual([["??", 1]]);
        expect([...costsOf(points, "x")]).toEqual([]);
    });

    it("are joined where both are known", () => {
        expect(segmentsOf(points).map(({ exact: solid }) => solid)).toEqual([true, true]);
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
