import { describe, expect, it } from "vitest";
import { choose } from "./choice";

const best = ["a1", "b1", "c1"];

describe("a choice among equally good moves", () => {
    it("follows the player's setting", () => {
        expect(choose(best, "minimax:depth=2,ties=first", "1", "")).toBe("a1");
        expect(choose(best, "minimax:ties=last", "1", "")).toBe("c1");
        expect(choose([], "random", "1", "")).toBeNull();
    });

    it("is the same for the same seed, and reaches every move", () => {
        const found = Array.from({ length: 60 }, (_, seed) => choose(best, "random", String(seed), "g|"));
        expect(found).toEqual(
            Array.from({ length: 60 }, (_, seed) => choose(best, "random", String(seed), "g|")),
        );
        expect(new Set(found).size).toBe(3);
        for (const move of best) expect(found.filter((other) => other === move).length).toBeGreaterThan(9);
    });
});
