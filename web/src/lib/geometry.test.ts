import { describe, expect, it } from "vitest";
import {
    aim,
    cellOf,
    cellText,
    depthOf,
    dropsOf,
    groundOf,
    facesOf,
    hasGravity,
    landing,
    layersOf,
    letters,
    linksOf,
} from "./geometry";

describe("cells", () => {
    it("have letters beyond z", () => {
        expect([0, 25, 26, 51, 52, 701, 702].map(letters)).toEqual(["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    });

    it("are read as they are written", () => {
        for (const cell of [[3], [3, 0], [26, 11], [1, 2, 3], [1, 9, 0, 4]]) {
            expect(cellOf(cellText(cell))).toEqual(cell);
        }
        expect(cellText([1, 2, 3])).toBe("b3.4");
    });
});

describe("layers", () => {
    it("show the highest row first", () => {
        expect(layersOf([3, 2])).toEqual([
            {
                at: [],
                name: "",
                rows: [
                    ["a2", "b2", "c2"],
                    ["a1", "b1", "c1"],
                ],
            },
        ]);
    });

    it("are one row in one dimension", () => {
        expect(layersOf([4])[0]?.rows).toEqual([["a", "b", "c", "d"]]);
    });

    it("are as many as the sizes of dimensions 3 and up say", () => {
        expect(layersOf([4, 4, 4]).map((layer) => layer.name)).toEqual([
            "layer 1",
            "layer 2",
            "layer 3",
            "layer 4",
        ]);
        const slices = layersOf([2, 2, 3, 2]);
        expect(slices.map((layer) => layer.name)).toEqual([
            "slice 1.1",
            "slice 2.1",
            "slice 3.1",
            "slice 1.2",
            "slice 2.2",
            "slice 3.2",
        ]);
        expect(slices[1]?.rows[1]?.[0]).toBe("a1.2.1");
    });
});

it("faces say along which dimension stones travel", () => {
    expect(facesOf("free")).toEqual([]);
    expect(facesOf("+1,-2")).toEqual([
        { id: "+1", dimension: 0, up: true },
        { id: "-2", dimension: 1, up: false },
    ]);
});

/** A position: sizes, faces, and the cells that are taken. */
const ground = (sizes: number[], faces: string, taken: string) => ({
    sizes,
    faces: facesOf(faces),
    stones: new Map(taken.split(" ").map((cell) => [cell, "x" as const])),
});
/** The same, where every drop is a legal move. */
const playing = (...position: Parameters<typeof ground>) => {
    const board = ground(...position);
    return { ...board, playable: dropsOf(board) };
};

describe("dropped stones", () => {
    it("stop on the stones below, and a full column is closed", () => {
        const board = ground([3, 3], "-2", "a1 b1 b2 c1 c2 c3");
        expect([...dropsOf(board)]).toEqual([
            ["a2", ["-2"]],
            ["b3", ["-2"]],
        ]);
    });

    it("reach one cell through several faces", () => {
        const drops = dropsOf(ground([3, 3], "+1,-1,+2,-2", "b2"));
        expect(drops.get("a2")).toEqual(["+1"]);
        expect(drops.get("c1")).toEqual(["+1", "-2"]);
        expect(drops.get("c3")).toEqual(["+1", "+2"]);
        expect(drops.get("a1")).toEqual(["-1", "-2"]);
        expect(drops.has("b2")).toBe(false);
    });

    it("fall through layers", () => {
        const board = ground([2, 2, 3], "-3", "a1.1");
        expect(landing(board, { id: "-3", dimension: 2, up: false }, [0, 0, 2])).toBe("a1.2");
        expect([...dropsOf(board).keys()]).toEqual(["a1.2", "b1.1", "a2.1", "b2.1"]);
    });
});

describe("pointing", () => {
    it("anywhere in a column means where the stone lands", () => {
        const board = playing([3, 4], "-2", "a1 a2");
        for (const cell of ["a1", "a2", "a3", "a4"]) expect(aim(board, cell)).toBe("a3");
    });

    it("between faces means the nearest drop", () => {
        const board = playing([5, 5], "+1,-1", "c3");
        expect(aim(board, "a3")).toBe("b3");
        expect(aim(board, "e3")).toBe("d3");
        expect(aim(board, "b2")).toBe("a2");
    });

    it("at a cell of another board means nothing", () => {
        expect(aim(playing([3, 3, 3], "-3", "a1.1"), "c")).toBeNull();
    });

    it("at a closed column means nothing, nor at a stone where placement is free", () => {
        expect(aim(playing([2, 2], "-2", "a1 a2"), "a1")).toBeNull();
        const free = { ...ground([2, 2], "free", "a1"), playable: new Map([["b1", []]]) };
        expect(aim(free, "a1")).toBeNull();
        expect(aim(free, "b1")).toBe("b1");
    });
});

it("a face of a dimension with one cell is free placement", () => {
    expect(hasGravity([3, 3, 1], facesOf("+3"))).toBe(false);
    expect(hasGravity([3, 3, 3], facesOf("+3"))).toBe(true);
    expect(hasGravity([3, 3], [])).toBe(false);
});

it("trailing dimensions of one cell need no drawing", () => {
    expect([[3], [3, 3], [3, 3, 1], [3, 3, 1, 2], [1, 1], [4, 4, 4, 1]].map(depthOf)).toEqual([
        1, 2, 2, 4, 1, 3,
    ]);
});

describe("lines", () => {
    const sizes = [4, 4];

    it("follow the order of their cells", () => {
        expect(linksOf(sizes, ["a1", "b2", "c3"], null)).toEqual([
            ["a1", "b2"],
            ["b2", "c3"],
        ]);
    });

    it("of two runs cross in the last stone only", () => {
        const links = linksOf(sizes, ["a1", "a2", "a3", "b3", "c3"], "a3").map((link) => link.join("-"));
        expect(links.sort()).toEqual(["a2-a1", "a3-a2", "a3-b3", "b3-c3"]);
    });

    it("have a gap where they leave the board", () => {
        expect(linksOf([3, 3], ["a2", "b3", "c1"], "b3")).toEqual([["b3", "a2"]]);
        expect(linksOf([3, 3], ["a2", "b3", "c1"], null)).toEqual([["a2", "b3"]]);
    });
});

it("a dropped stone stops before a blocked cell", () => {
    const board = { ...groundOf({ sizes: [3, 4], faces: "-2", blocked: ["a2", "b4"] }), stones: new Map() };
    expect([...dropsOf(board).keys()]).toEqual(["a3", "c1"]);
});
