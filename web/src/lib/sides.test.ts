import { expect, it } from "vitest";
import { SINGLE, sideAfter, stonesAfter, turnsOf } from "./sides";

it("the turns of a game are in its text", () => {
    expect(turnsOf("7x6:4:-2")).toBe(SINGLE);
    expect(turnsOf("19x19:6:free:turn=1+2")).toEqual({ first: 1, later: 2 });
    expect(turnsOf("5x5:4:free:maker:turn=3+1")).toEqual({ first: 3, later: 1 });
    // A text that is no game is refused by the server.
    expect(turnsOf("5x5:4:free:turn=0+0")).toEqual(SINGLE);
});

it("sides place as many stones as their turn has", () => {
    const sides = (first: number, later: number) =>
        Array.from({ length: 8 }, (_, ply) => sideAfter(ply, { first, later })).join("");
    expect(sides(1, 1)).toBe("xoxoxoxo");
    expect(sides(1, 2)).toBe("xooxxoox");
    expect(sides(2, 1)).toBe("xxoxoxox");
    expect([...stonesAfter(["a", "b", "c", "d"], { first: 1, later: 2 }).values()].join("")).toBe("xoox");
});
