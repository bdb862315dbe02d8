import { describe, expect, it } from "vitest";
import type { Bounds, Result } from "../lib/answers";
import type { AtlasGame } from "./answers";
import { countsOf, sentence, shortValues, toneOf, words } from "./values";

const game = (result: Result | null, distance: number | null, bounds?: Bounds): AtlasGame => ({
    game: "4x4:4",
    sizes: [4, 4],
    k: 4,
    faces: "free",
    result,
    distance,
    best: [],
    ...(bounds && { bounds }),
});
const unknown = game(null, null, {
    at_least: { result: "draw", distance: null },
    at_most: { result: "win", distance: 3 },
});
const lost = game("loss", null, {
    at_least: { result: "loss", distance: 15 },
    at_most: { result: "loss", distance: 17 },
});

describe("a value", () => {
    it("is short in the table", () => {
        expect(shortValues(game("win", 7))).toEqual(["W7"]);
        expect(shortValues(game("draw", null))).toEqual(["="]);
        expect(shortValues(game("loss", 12))).toEqual(["L12"]);
        expect(shortValues(unknown)).toEqual(["=", "W3"]);
        expect(shortValues(lost)).toEqual(["L15", "L17"]);
        expect(shortValues(game(null, null))).toEqual(["?"]);
    });

    it("is said in words", () => {
        expect(words(game("win", 1))).toBe("X wins in 1 ply");
        expect(words(game("draw", null))).toBe("a draw");
        expect(words(unknown)).toBe("not finished: for X at least a draw, at most a win in 3 plies");
        expect(words(lost)).toBe("X loses in 15 to 17 plies");
        expect(words(game("loss", null))).toBe("X loses");
    });

    it("is a sentence on the card", () => {
        expect(sentence(game("win", 7))).toBe("X, who moves first, wins in 7 plies.");
        expect(sentence(game("draw", null))).toBe("With best play, a draw.");
        expect(sentence(unknown)).toBe(
            "Not finished: for X, who moves first, at least a draw, at most a win in 3 plies.",
        );
    });

    it("is counted by its result", () => {
        expect(toneOf(unknown)).toBe("open");
        expect(countsOf([unknown, lost, lost, game("draw", null)])).toEqual({
            win: 0,
            draw: 1,
            loss: 2,
            open: 1,
        });
    });
});
