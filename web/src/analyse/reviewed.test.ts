import { describe, expect, it } from "vitest";
import type { ReviewedGame, ReviewedMove } from "../lib/answers";
import { joined, mistakesOf, shared, whyOf } from "./reviewed";

const move = (ply: number, mistake: ReviewedMove["mistake"] = null): ReviewedMove => ({
    ply,
    side: ply % 2 === 1 ? "x" : "o",
    move: `a${ply}`,
    exact: false,
    mistake,
    better: mistake ? ["b1"] : [],
    text: "",
    best_worth: {},
    worth: {},
});
const review = (text: string, decisive: number | null, ...moves: ReviewedMove[]): ReviewedGame => ({
    text,
    decisive,
    moves,
    player: "best",
});

describe("a review in parts", () => {
    const end = review("the end", 3, move(3, "blunder"));
    it("has all moves, and the last decision", () => {
        const whole = joined(review("the beginning", 1, move(1, "blunder"), move(2)), end);
        expect(whole.moves.map(({ ply }) => ply)).toEqual([1, 2, 3]);
        expect(whole).toMatchObject({ text: "the end", decisive: 3 });
        expect(joined(end, null)).toBe(end);
    });

    it("says what is said of the beginning if the end has nothing to say", () => {
        const first = review("the beginning", 1, move(1, "blunder"));
        expect(joined(first, review("none", null, move(2)))).toMatchObject({
            text: "the beginning",
            decisive: 1,
        });
        const small = review("small ones", null, move(2, "inaccuracy"));
        expect(joined(first, small)).toMatchObject({ text: "the beginning", decisive: 1 });
        expect(joined(review("none", null, move(1)), small)).toMatchObject({
            text: "small ones",
            decisive: null,
        });
    });
});

it("mistakes are the moves that were marked", () => {
    expect(mistakesOf(review("", null, move(1), move(2, "mistake"))).map(({ ply }) => ply)).toEqual([2]);
});

it("two games share their beginning", () => {
    expect(shared(["a", "b", "c"], ["a", "b", "d"])).toBe(2);
    expect(shared(["a"], ["a", "b"])).toBe(1);
    expect(shared(["a", "b"], ["a"])).toBe(1);
    expect(shared([], ["a"])).toBe(0);
});

it("why tells what is wrong with the move, then what is right with the better one; nothing is fine", () => {
    const reason = (text: string) => ({ kind: "keeps", cells: [], moves: [], text });
    const bad = { ...move(3, "blunder"), refutation: [reason("allows f4")], reasons: [reason("holds")] };
    expect(whyOf(bad)).toEqual([
        { move: "a3", reasons: [reason("allows f4")] },
        { move: "b1", reasons: [reason("holds")] },
    ]);
    expect(whyOf(move(3, "blunder"))).toEqual([]);
});
