import { expect, it } from "vitest";
import { joined, litAt, wonBy } from "./lines";

const POINTS = { arePoints: true };
const FANO = ["a b d", "b c e", "c d f", "d e g", "a e f", "b f g", "a c g"].map((line) => line.split(" "));

it("a line of points is a closed figure", () => {
    expect(joined(["a", "b", "d"], POINTS)).toEqual([
        ["a", "b"],
        ["b", "d"],
        ["d", "a"],
    ]);
    expect(joined(["a", "b"], POINTS)).toEqual([["a", "b"]]);
    expect(joined([], POINTS)).toEqual([]);
});

it("on a grid cells are joined to the nearest", () => {
    expect(joined(["a1", "c3", "b2"], {})).toEqual([
        ["a1", "b2"],
        ["b2", "c3"],
    ]);
    expect(joined(["a1", "b1", "b2", "c2"], {})).toEqual([
        ["a1", "b1"],
        ["b1", "b2"],
        ["b2", "c2"],
    ]);
    expect(joined([], {})).toEqual([]);
});

it("placed points are a row where they lie on one, and else a closed figure", () => {
    const placed = new Map<string, readonly [number, number]>([
        ["a", [0, 0]],
        ["b", [1, 1]],
        ["c", [0.5, 0.5]],
        ["d", [1, 0]],
    ]);
    const ground = { arePoints: true, placed };
    expect(joined(["a", "b", "c"], ground)).toEqual([
        ["a", "c"],
        ["c", "b"],
    ]);
    expect(joined(["a", "b", "d"], ground)).toHaveLength(3);
    expect(joined([], ground)).toEqual([]);
});

it("the lines through a cell are lit, each in its shade", () => {
    const lit = litAt(FANO, "a", POINTS);
    expect(lit.map(({ cells }) => cells.join(""))).toEqual(["abd", "aef", "acg"]);
    expect(lit.map(({ shade }) => shade)).toEqual([0, 1, 2]);
    expect(litAt(FANO, null, POINTS)).toEqual([]);
    const many = Array.from({ length: 30 }, (_, index) => ["a1", `b${index + 1}`]);
    expect(litAt(many, "a1", {})).toMatchObject([{ kind: "lit", links: [] }]);
    expect(litAt(many, "a1", {})[0]?.cells).toHaveLength(31);
});

it("the lines that ended a game are among its winning cells", () => {
    const won = wonBy(FANO, ["a", "b", "c", "d", "e"], "x", POINTS);
    expect(won.map(({ cells }) => cells.join(""))).toEqual(["abd", "bce"]);
});
