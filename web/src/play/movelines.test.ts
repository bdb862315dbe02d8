import { describe, expect, it } from "vitest";
import { parse } from "../lib/tree";
import { branchesOn, linesOf, pathOf, redone, undone } from "./movelines";

const tree = parse("d1 (e1 e2) d2 (c1) (b1 b2) d3 d4") ?? [];
const text = (line: ReturnType<typeof linesOf>[number]) =>
    line.moves.map(({ number, branch }) => `${number}${branch.move}`).join(" ");

describe("the list of moves", () => {
    it("puts variations below the move that they replace", () => {
        expect(linesOf(tree).map((line) => `${line.depth} ${text(line)}`)).toEqual([
            "0 1.d1",
            "1 1.e1 e2",
            "0 1…d2",
            "1 1…c1",
            "1 1…b1 2.b2",
            "0 2.d3 d4",
        ]);
    });

    it("knows the moves to each position", () => {
        const last = linesOf(tree).at(4)?.moves.at(-1);
        expect(last && pathOf(last)).toEqual(["d1", "b1", "b2"]);
        expect(branchesOn(tree, ["d1", "c1"]).map(({ move }) => move)).toEqual(["d1", "c1"]);
    });
});

it("turns of several stones have one number", () => {
    const moves = parse("a b c d e f (g) h i") ?? [];
    expect(linesOf(moves, { first: 1, later: 2 }).map(text)).toEqual([
        "1.a b c 2.d e f",
        "2…g",
        "2…h i".replace("h i", "h 3.i"),
    ]);
    const back = (plies: number) => undone(plies, (side) => side === "x", { first: 1, later: 2 });
    expect([4, 5, 3].map(back)).toEqual([3, 4, 0]);
});

describe("taking back", () => {
    const both = () => true;
    const x = (side: string) => side === "x";
    const o = (side: string) => side === "o";
    const none = () => false;

    it("goes back to the person's turn", () => {
        expect(undone(4, both)).toBe(3);
        expect(undone(4, x)).toBe(2);
        expect(undone(3, x)).toBe(2);
        expect(undone(3, o)).toBe(1);
        expect(undone(1, o)).toBe(1);
        expect(undone(0, x)).toBe(0);
        expect(undone(5, none)).toBe(4);
    });

    it("can be taken back", () => {
        expect(redone(2, 4, both)).toBe(3);
        expect(redone(2, 4, x)).toBe(4);
        expect(redone(2, 3, x)).toBe(3);
        expect(redone(0, 2, none)).toBe(1);
    });
});
