import { describe, expect, it } from "vitest";
import type { ValuedMove } from "../lib/answers";
import {
    adviceOf,
    chip,
    flipped,
    markOf,
    opinionOf,
    ratedOf,
    scoreOf,
    type Value,
    valueOf,
    words,
} from "./values";

describe("values", () => {
    it("say what is proven, what is claimed and what is expected", () => {
        expect(valueOf({ exact: { result: "win", distance: 1 } }, 4)).toEqual({
            exact: true,
            result: "win",
            distance: 1,
        });
        expect(valueOf({ claim: { result: "loss" } }, 4)).toEqual({
            exact: false,
            score: 0,
            claim: { result: "loss", distance: null },
            depth: 4,
        });
        expect(valueOf({ score: 0.46 }, 4)).toEqual({ exact: false, score: 0.46, claim: null, depth: 4 });
        // What the solver proved goes before what the search expects.
        expect(valueOf({ score: 0.46, exact: { result: "draw" } }, 4)).toMatchObject({ result: "draw" });
    });

    it("are chips", () => {
        const values: Value[] = [
            { exact: true, result: "win", distance: 7 },
            { exact: true, result: "win", distance: null },
            { exact: true, result: "win", distance: 7, atMost: true },
            { exact: true, result: "draw", distance: null },
            { exact: true, result: "loss", distance: 12 },
            { exact: false, score: 0.53, claim: null, depth: 4 },
            { exact: false, score: 0, claim: { result: "loss", distance: 5 }, depth: 4 },
            { exact: false, score: 1, claim: { result: "win", distance: null }, depth: 4 },
        ];
        expect(values.map(chip)).toEqual(["W7", "W", "W≤7", "=", "L12", "53 %", "L5?", "W?"]);
        expect(values.map(flipped).map(chip)).toEqual(["L7", "L", "L≤7", "=", "W12", "47 %", "W5?", "L?"]);
    });

    it("name the side that they are for", () => {
        expect(words({ exact: true, result: "loss", distance: 12 }, "x")).toBe("O wins in 12 plies");
        expect(words({ exact: true, result: "loss", distance: 0 }, "o")).toBe("X has won");
        expect(words({ exact: false, score: 0.53, claim: null, depth: 9 }, "o")).toBe(
            "53 % for O at depth 9",
        );
        expect(words({ exact: false, score: 0.53, claim: null, depth: 0 }, "o")).toBe(
            "53 % for O without looking ahead",
        );
        expect(words({ exact: false, score: 0.53, claim: null, depth: null }, "o")).toBe("53 % for O");
    });
});

const valued = (move: string, worth: Omit<ValuedMove, "move" | "value">): ValuedMove => ({
    move,
    value: 0,
    ...worth,
});
const win = (distance: number) => ({ exact: { result: "win", distance } }) as const;

describe("an opinion", () => {
    it("is what a player believes, whatever is proven besides", () => {
        expect(chip(opinionOf({ score: 0.4, exact: { result: "draw" } }, 3))).toBe("40 %");
        expect(chip(opinionOf({ claim: { result: "win" }, exact: { result: "draw" } }, 3))).toBe("W?");
        expect(chip(opinionOf({ score: 0, exact: { result: "draw" } }, 3))).toBe("0 %");
        expect(chip(opinionOf({ exact: { result: "draw" } }, 3))).toBe("=");
    });

    it("stands for a score", () => {
        const of = (worth: Parameters<typeof valueOf>[0]): number => scoreOf(valueOf(worth, null));
        expect([of(win(3)), of({ exact: { result: "draw" } }), of({ score: 0.3 })]).toEqual([1, 0.5, 0.3]);
    });
});

describe("the best moves", () => {
    const bestOf = (moves: readonly ValuedMove[], chosen: readonly string[]): string[] =>
        ratedOf(moves, chosen, null).flatMap(({ move, best }) => (best ? [move] : []));

    it("are those that the player would choose among, and come first", () => {
        const moves = [
            valued("a1", { score: 0.7 }),
            valued("b1", { score: 0.69 }),
            valued("c1", { score: 0.2 }),
        ];
        expect(bestOf(moves, ["b1"])).toEqual(["b1"]);
        expect(ratedOf(moves, ["b1"], null).map(({ move }) => move)).toEqual(["b1", "a1", "c1"]);
    });

    it("are the nearest wins where a win is proven, and all draws where nothing is better", () => {
        const far = [valued("a1", win(9)), valued("b1", win(3)), valued("c1", { score: 0.9 })];
        expect(bestOf(far, ["a1"])).toEqual(["b1"]);
        const draws = ["a1", "b1"].map((move) => valued(move, { exact: { result: "draw" } }));
        expect(bestOf(draws, ["b1"])).toEqual(["a1", "b1"]);
    });

    it("are not known by a claim alone", () => {
        const moves = [valued("a1", { claim: { result: "win", distance: 5 } }), valued("b1", { score: 0.5 })];
        expect(bestOf(moves, ["b1"])).toEqual(["b1"]);
    });

    it("become advice with its reasons: a move that the player would choose", () => {
        const reasons = [{ kind: "keeps", cells: ["b1"], moves: ["b1"], text: "keeps the draw" }];
        const moves = [
            valued("a1", { exact: { result: "draw" } }),
            valued("b1", { exact: { result: "draw" }, reasons }),
        ];
        expect(adviceOf({ moves, best: ["b1"] })).toMatchObject({ move: "b1", reasons });
        expect(adviceOf({ moves: [], best: [] })).toBeNull();
    });

    it("say when every move is proven to be as good", () => {
        const draw = { exact: { result: "draw" } } as const;
        const moves = ["a1", "b2"].map((move) => ({ move, value: 0, ...draw }));
        expect(adviceOf({ moves, best: ["b2"] })?.isAnyAsGood).toBe(true);
        const worse = { move: "c1", value: -1, exact: { result: "loss" } } as const;
        expect(adviceOf({ moves: [...moves, worse], best: ["b2"] })?.isAnyAsGood).toBe(false);
        expect(adviceOf({ moves: moves.slice(1), best: ["b2"] })?.isAnyAsGood).toBe(false);
    });

    it("have a ring on the board", () => {
        const mark = markOf(valueOf(win(3), null), "x", true);
        expect(mark).toEqual({
            text: "W3",
            tone: "win",
            exact: true,
            best: true,
            title: "X wins in 3 plies, best",
        });
    });
});
