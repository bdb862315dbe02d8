import { expect, it } from "vitest";
import { dropsOf, facesOf, layersOf } from "../lib/geometry";
import { arrowsOf, edgesOf } from "./frame";

const [layer] = layersOf([3, 2]);

function arrows(faces: string, taken: string) {
    const ground = {
        sizes: [3, 2],
        faces: facesOf(faces),
        stones: new Map(taken.split(" ").map((cell) => [cell, "x"])),
    };
    return layer ? arrowsOf(layer, ground.faces, dropsOf(ground)) : [];
}

it("an arrow stands above each column and says where its stone stops", () => {
    const found = arrows("-2", "a1 b1 b2");
    expect(found.map((arrow) => arrow.lands)).toEqual(["a2", null, "c1"]);
    expect(found.every((arrow) => arrow.y < 0 && arrow.turn === 0)).toBe(true);
});

it("rows are counted from below", () => {
    const [first, second] = arrows("+1", "b1");
    expect(first).toMatchObject({ lands: "a1", turn: -90 });
    expect(second).toMatchObject({ lands: "c2" });
    expect(first?.y).toBeGreaterThan(second?.y ?? Infinity);
});

it("the frame is wide at open faces only", () => {
    expect(edgesOf([3, 2], facesOf("-1,+2"))).toEqual({ left: 5, right: 24, top: 5, bottom: 24 });
});
