import { describe, expect, it } from "vitest";
import { boardStones } from "../lib/board-text";
import { placeOf } from "../lib/url";
import { SOURCES } from "./examples";
import { type CountedLine, groupsOf, heatOf, sideOf, sumOf, through } from "./lines";

/** `weighted-lines` for X after `b2 a1` in Tic-Tac-Toe. */
const line = (cells: string, x: number, o: number, contribution: number): CountedLine => ({
    cells: cells.split(" "),
    x,
    o,
    contribution,
    about: "a line of one side",
});
const LINES = [
    line("a2 b2 c2", 1, 0, 10),
    line("b1 b2 b3", 1, 0, 10),
    line("a3 b2 c1", 1, 0, 10),
    line("a1 a2 a3", 0, 1, -10),
    line("a1 b1 c1", 0, 1, -10),
];

describe("lines", () => {
    it("are grouped by what they add", () => {
        const groups = groupsOf(LINES);
        expect(groups.map(({ contribution, lines, sum }) => [contribution, lines.length, sum])).toEqual([
            [10, 3, 30],
            [-10, 2, -20],
        ]);
        expect(groups.reduce((sum, group) => sum + group.sum, 0)).toBe(sumOf(LINES));
    });

    it("are found by a cell", () => {
        expect(through(LINES, "a2").map(({ contribution }) => contribution)).toEqual([10, -10]);
        expect(sumOf(through(LINES, "b2"))).toBe(30);
    });

    it("belong to the side that they speak for", () => {
        expect(LINES.map((each) => sideOf(each, "x"))).toEqual(["x", "x", "x", "o", "o"]);
        expect(sideOf(line("a1", 0, 0, 0), "x")).toBeNull();
    });

    it("colour cells, for X above nothing and for O below", () => {
        const heat = heatOf(LINES, "x");
        expect(heat.get("b2")).toBe(1);
        expect(heat.get("a1")).toBeCloseTo(-2 / 3);
        expect(heatOf(LINES, "o").get("b2")).toBe(-1);
    });
});

describe("examples", () => {
    it("lead to positions with alternating stones on different cells", () => {
        for (const { examples } of SOURCES) {
            for (const { moves } of examples) {
                const { path } = placeOf(`?moves=${moves}`);
                expect(new Set(path).size).toBe(path.length);
            }
        }
    });

    it("have the stones of their board text", () => {
        expect([...boardStones("x__/_xo/___", [3, 3])]).toEqual([
            ["a3", "x"],
            ["b2", "x"],
            ["c2", "o"],
        ]);
        expect([...boardStones("__/__|x_/_o", [2, 2, 2])]).toEqual([
            ["a2.2", "x"],
            ["b1.2", "o"],
        ]);
    });
});
