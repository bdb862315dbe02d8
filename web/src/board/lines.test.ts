import { expect, it } from "vitest";
import { joined, litAt, wonBy } from "./lines";

const FANO = ["a b d", "b c e", "c d f", "d e g", "a e f", "b f g", "a c g"].map((line) => line.split(" "));

it("a line of points is a closed figure", () => {
    expect(joined(["a", "b", "d"], true)).toEqual([
        ["a", "b"],
        ["b", "d"],
        ["d", "a"],
    ]);
    expect(joined(["a", "b"], true)).toEqual([["a", "b"]]);
    expect(joined([], true)).toEqual([]);
});

it("on a grid cells are joined to the nearest", () => {
    expect(joined(["a1", "c3", "b2"], false)).toEqual([
        ["a1", "b2"],
        ["b2", "c3"],
    ]);
    expect(joined(["a1", "b1", "b2", "c2"], false)).toEqual([
        ["a1", "b1"],
        ["b1", "b2"],
        ["b2", "c2"],
    ]);
    expect(joined([], false)).toEqual([]);
});

it("the lines through a cell are lit, each in its shade", () => {
    const lit = litAt(FANO, "a", true);
    expect(lit.map(({ cells }) => cells.join(""))).toEqual(["abd", "aef", "acg"]);
    expect(lit.map(({ shade }) => shade)).toEqual([0, 1, 2]);
    expect(litAt(FANO, null, true)).toEqual([]);
    const many = Array.from({ length: 30 }, (_, index) => ["a1", `b${index + 1}`]);
    expect(litAt(many, "a1", false)).toMatchObject([{ kind: "lit", links: [] }]);
    expect(litAt(many, "a1", false)[0]?.cells).toHaveLength(31);
});

it("the lines that ended a game are among its winning cells", () => {
    const won = wonBy(FANO, ["a", "b", "c", "d", "e"], "x", true);
    expect(won.map(({ cells }) => cells.join(""))).toEqual(["abd", "bce"]);
});
