import { describe, expect, it } from "vitest";
import type { Description } from "./answers";
import { canonicalMoves } from "./moves";

const game = (sizes: number[], faces: string): Description => ({
    game: "",
    sizes,
    k: 4,
    faces,
    flags: [],
    cells: 0,
    lines: 0,
    symmetries: 1,
    first_moves: [],
    levels: [],
});
const connectFour = game([7, 6], "-2");

describe("move lists", () => {
    it("may be digits of columns where stones fall", () => {
        expect(canonicalMoves(["4453"], connectFour)).toEqual(["d1", "d2", "e1", "c1"]);
        expect(canonicalMoves(["d1", "44", "d4", "4"], connectFour)).toEqual(["d1", "d2", "d3", "d4", "d5"]);
    });

    it("may be coordinates or capitals", () => {
        expect(canonicalMoves(["2,2", "A1"], game([3, 3], "free"))).toEqual(["b2", "a1"]);
        expect(canonicalMoves(["2,3,4"], game([4, 4, 4], "free"))).toEqual(["b3.4"]);
        expect(canonicalMoves(["d01"], connectFour)).toEqual(["d1"]);
        expect(canonicalMoves(["3", "A"], game([9], "free"))).toEqual(["c", "a"]);
    });

    it("keep what cannot be read, for the server to refuse", () => {
        expect(canonicalMoves(["d1", "what?"], connectFour)).toEqual(["d1", "what?"]);
    });
});
