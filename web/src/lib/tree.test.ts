import { describe, expect, it } from "vitest";
import { after, lineThrough, parse, print, promoted, type Tree, without, withLine } from "./tree";

const lines = [
    ["d1", "d2", "d3"],
    ["d1", "c1"],
    ["d1", "d2", "a1", "a2"],
    ["e1", "e2"],
];
const tree = lines.reduce<Tree>(withLine, []);

describe("a game with variations", () => {
    it("keeps each line once", () => {
        expect(print(tree)).toBe("d1 (e1 e2) d2 (c1) d3 (a1 a2)");
        expect(withLine(tree, ["d1", "d2"])).toBe(tree);
    });

    it("is read as it is written", () => {
        expect(parse(print(tree))).toEqual(tree);
        expect(parse("")).toEqual([]);
    });

    it("refuses text that is not a tree", () => {
        for (const text of ["(", "d1 (", "d1 )", "d1 () d2", "(d1)", "d1 (c1 (b1)) x)"])
            expect(parse(text), text).toBeNull();
    });

    it("finds what was played next", () => {
        expect(after(tree, ["d1"]).map((branch) => branch.move)).toEqual(["d2", "c1"]);
        expect(after(tree, ["g1"])).toEqual([]);
        expect(lineThrough(tree, ["d1"])).toEqual(["d1", "d2", "d3"]);
    });

    it("loses a position with what follows it", () => {
        expect(print(without(tree, ["d1", "d2"]))).toBe("d1 (e1 e2) c1");
    });

    it("makes a variation the main line", () => {
        expect(lineThrough(promoted(tree, ["d1", "d2", "a1"]), [])).toEqual(["d1", "d2", "a1", "a2"]);
    });
});
