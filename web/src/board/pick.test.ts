import { describe, expect, it } from "vitest";
import { type Point, type Ray, meets, nearest, type Target } from "./pick";
import { floorOf, gapFor, stepOf } from "./room";

const box = (cell: string, low: Point): Target => ({
    cell,
    low,
    high: [low[0] + 1, low[1] + 1, low[2] + 1],
});
const ray = (from: Point, along: Point): Ray => ({ from, along });

describe("a ray", () => {
    it("meets the nearest box on its way", () => {
        const boxes = [box("far", [0, 0, -5]), box("near", [0, 0, 0]), box("beside", [3, 0, 2])];
        expect(nearest(ray([0.5, 0.5, 9], [0, 0, -1]), boxes)).toBe("near");
        expect(nearest(ray([3.5, 0.5, 9], [0, 0, -1]), boxes)).toBe("beside");
        expect(nearest(ray([9, 9, 9], [0, 0, -1]), boxes)).toBeNull();
    });

    it("does not look back", () => {
        expect(meets(ray([0.5, 0.5, -3], [0, 0, -1]), box("a", [0, 0, 0]))).toBeNull();
        expect(meets(ray([0.5, 0.5, 0.5], [0, 0, -1]), box("a", [0, 0, 0]))).toBe(0);
    });

    it("may be oblique", () => {
        expect(meets(ray([-1, -1, -1], [1, 1, 1]), box("a", [0, 0, 0]))).toBe(1);
        expect(meets(ray([-1, 1.5, -1], [1, 1, 1]), box("a", [0, 0, 0]))).toBeNull();
    });
});

describe("a board in space", () => {
    const room = { sizes: [4, 4, 4], gap: 2 };

    it("stands around the origin", () => {
        expect(floorOf(room, "a1.1")).toEqual([-1.5, -3, 1.5]);
        expect(floorOf(room, "d4.4")).toEqual([1.5, 3, -1.5]);
    });

    it("has stones that travel along their faces", () => {
        expect(stepOf(2, { id: "-3", dimension: 2, up: false })).toEqual([0, -2, 0]);
        const [x, y, z] = stepOf(2, { id: "+2", dimension: 1, up: true });
        const [from, to] = [floorOf(room, "b2.3"), floorOf(room, "b3.3")];
        expect([from[0] + x, from[1] + y, from[2] + z]).toEqual(to);
    });

    it("has layers further apart the deeper they are, but is not a thin tower", () => {
        expect(gapFor([4, 4, 4])).toBeGreaterThan(gapFor([3, 3, 3]));
        expect(gapFor([4, 4, 16]) * 15).toBeLessThanOrEqual(2.6 * 4 + 15 * 1.1);
        expect(gapFor([1, 1, 5])).toBeGreaterThanOrEqual(1.1);
    });
});
