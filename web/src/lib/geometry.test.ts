import { describe, expect, it } from "vitest";
import { cellOf, cellText, facesOf, layersOf, letters } from "./geometry";

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
