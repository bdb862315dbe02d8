import { describe, expect, it } from "vitest";
import { SET } from "./fixtures";
import { nextCount } from "./set.svelte";

describe("the puzzles to ask for", () => {
    it("are the one that is wanted first, then the others", () => {
        expect(nextCount({ puzzles: [], asked: 0 }, { first: 3, count: 10 })).toBe(3);
        expect(nextCount({ puzzles: SET.slice(0, 3), asked: 3 }, { first: 3, count: 10 })).toBe(10);
        expect(nextCount({ puzzles: [], asked: 0 }, { first: 10, count: 10 })).toBe(10);
    });

    it("are none where the game has no more", () => {
        expect(nextCount({ puzzles: SET, asked: 10 }, { first: 12, count: 20 })).toBe(0);
        expect(nextCount({ puzzles: SET, asked: 5 }, { first: 1, count: 5 })).toBe(0);
    });
});
