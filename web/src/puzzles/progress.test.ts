import { describe, expect, it } from "vitest";
import { setsIn, withSolved } from "./progress.svelte";

describe("what was solved", () => {
    it("is kept for each set and number; what was solved alone stays so", () => {
        let sets = withSolved([], "a|1", 3, "alone");
        sets = withSolved(sets, "a|1", 3, "helped");
        sets = withSolved(sets, "a|1", 4, "helped");
        sets = withSolved(sets, "a|1", 4, "alone");
        expect(sets).toEqual([["a|1", { 3: "alone", 4: "alone" }]]);
        expect(setsIn(JSON.stringify(sets))).toEqual(sets);
    });

    it("is forgotten of the sets that were played longest ago", () => {
        let sets = setsIn(null);
        for (let set = 0; set < 101; set += 1) sets = withSolved(sets, `s${set}`, 1, "alone");
        expect(sets.length).toBe(100);
        expect(sets[0]?.[0]).toBe("s1");
    });

    it("is nothing where something else is stored", () => {
        expect(["{", "7", "[1]", '[["a"]]'].map(setsIn)).toEqual([[], [], [], []]);
    });
});
