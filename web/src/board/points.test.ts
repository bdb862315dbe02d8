import { describe, expect, it } from "vitest";
import { layersOf } from "../lib/geometry";
import { UNIT } from "./frame";
import { placedBy, pointBy, pointPlan } from "./points";

const layer = (cells: number) => layersOf([cells])[0] ?? { at: [], name: "", rows: [] };

it("few points stand on a circle, many on a square; all have room", () => {
    for (const cells of [1, 2, 7, 13, 31, 32, 57, 183]) {
        const { places, width, height, across } = pointPlan(layer(cells));
        const all = [...places.values()];
        expect(all).toHaveLength(cells);
        expect(across === 1).toBe(cells <= 31);
        for (const { x, y } of all) {
            expect(Math.min(x, y, width - x, height - y)).toBeGreaterThanOrEqual(UNIT / 2 - 1e-9);
        }
        const apart = all.flatMap((one, index) =>
            all.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
        );
        expect(Math.min(Infinity, ...apart)).toBeGreaterThan(UNIT);
    }
});

it("keys lead around a circle, and through a square", () => {
    const seven = pointPlan(layer(7));
    const by = (from: string, ...keys: string[]) => keys.map((key) => pointBy(seven, from, key));
    expect(by("a", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "End")).toEqual([
        "b",
        "g",
        "g",
        "b",
        "g",
    ]);
    expect(by("g", "ArrowRight", "Home", "x")).toEqual(["a", "a", null]);
    const many = pointPlan(layer(32));
    expect(pointBy(many, "a", "ArrowDown")).toBe("f");
    expect(pointBy(many, "a", "ArrowUp")).toBe("a");
    expect(pointBy(many, "af", "ArrowRight")).toBe("af");
});

describe("placed points", () => {
    // A triangle with its middle: a below at the left, b at the right, c on top.
    const placed = placedBy({
        sizes: [4],
        places: [
            [0, 0],
            [1, 0],
            [0.5, 0.9],
            [0.5, 0.3],
        ],
    });

    it("stand where a file has placed them, with room for each", () => {
        const { places, width, height } = pointPlan(layer(4), placed);
        const at = (cell: string) => places.get(cell) ?? { x: NaN, y: NaN };
        expect(at("a").x).toBeLessThan(at("c").x);
        expect(at("a").y).toBe(at("b").y);
        expect(at("c").y).toBe(UNIT / 2);
        expect(at("d").x).toBe(at("c").x);
        expect(Math.hypot(at("a").x - at("d").x, at("a").y - at("d").y)).toBeGreaterThan(UNIT);
        expect(width).toBe(at("b").x + UNIT / 2);
        expect(height).toBe(at("a").y + UNIT / 2);
    });

    it("are reached by keys in the direction in which they lie", () => {
        const plan = pointPlan(layer(4), placed);
        const by = (from: string, ...keys: string[]) => keys.map((key) => pointBy(plan, from, key));
        expect(by("a", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown")).toEqual(["d", "d", "a", "a"]);
        expect(by("d", "ArrowUp", "ArrowLeft", "ArrowDown", "End")).toEqual(["c", "a", "a", "d"]);
    });

    it("may be the cells of a board, by the first coordinate and then the second", () => {
        const places = [0, 1, 2, 3].map((at) => [at / 3, 0] as const);
        expect([...(placedBy({ sizes: [2, 2], places })?.keys() ?? [])]).toEqual(["a1", "a2", "b1", "b2"]);
        expect(placedBy({ sizes: [2, 2] })).toBeUndefined();
    });

    it("that coincide are drawn all the same", () => {
        const { width, height } = pointPlan(
            layer(2),
            placedBy({
                sizes: [2],
                places: [
                    [0.5, 0.5],
                    [0.5, 0.5],
                ],
            }),
        );
        expect([width, height]).toEqual([UNIT, UNIT]);
    });
});
