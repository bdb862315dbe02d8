import { expect, it } from "vitest";
import { sideAfter, stonesAfter } from "./sides";

it("sides place as many stones as their turn has", () => {
    const sides = (first: number, later: number) =>
        Array.from({ length: 8 }, (_, ply) => sideAfter(ply, { first, later })).join("");
    expect(sides(1, 1)).toBe("xoxoxoxo");
    expect(sides(1, 2)).toBe("xooxxoox");
    expect(sides(2, 1)).toBe("xxoxoxox");
    expect([...stonesAfter(["a", "b", "c", "d"], { first: 1, later: 2 }).values()].join("")).toBe("xoox");
});
