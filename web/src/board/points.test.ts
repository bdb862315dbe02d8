import { expect, it } from "vitest";
import { layersOf } from "../lib/geometry";
import { UNIT } from "./frame";
import { pointBy, pointPlan } from "./points";

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
    const seven = layer(7).rows.flat();
    const by = (from: string, ...keys: string[]) => keys.map((key) => pointBy(seven, 1, from, key));
    expect(by("a", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "End")).toEqual([
        "b",
        "g",
        "g",
        "b",
        "g",
    ]);
    expect(by("g", "ArrowRight", "Home", "x")).toEqual(["a", "a", null]);
    const many = layer(32).rows.flat();
    expect(pointBy(many, 6, "a", "ArrowDown")).toBe("g");
    expect(pointBy(many, 6, "a", "ArrowUp")).toBe("a");
    expect(pointBy(many, 6, "af", "ArrowRight")).toBe("af");
});
