import { describe, expect, it } from "vitest";
import { moveBy } from "./keys";

describe("keys on a board", () => {
    const flat = [7, 6];

    it("step to neighbours and stop at the edges", () => {
        expect(moveBy(flat, "d1", "ArrowUp")).toBe("d2");
        expect(moveBy(flat, "d1", "ArrowDown")).toBe("d1");
        expect(moveBy(flat, "d1", "ArrowLeft")).toBe("c1");
        expect(moveBy(flat, "g3", "ArrowRight")).toBe("g3");
        expect(moveBy([5], "b", "ArrowRight")).toBe("c");
        expect(moveBy([5], "b", "ArrowUp")).toBe("b");
    });

    it("lead to the ends of a row and of the board", () => {
        expect(moveBy(flat, "d3", "Home")).toBe("a3");
        expect(moveBy(flat, "d3", "End")).toBe("g3");
        expect(moveBy(flat, "d3", "Home", { ctrl: true })).toBe("a6");
        expect(moveBy(flat, "d3", "End", { ctrl: true })).toBe("g1");
    });

    it("walk through layers and slices in their order", () => {
        expect(moveBy([4, 4, 4], "b2.1", "PageUp")).toBe("b2.2");
        expect(moveBy([4, 4, 4], "b2.1", "PageDown")).toBe("b2.1");
        expect(moveBy([2, 2, 3, 2], "a1.3.1", "PageUp")).toBe("a1.1.2");
        expect(moveBy([2, 2, 3, 2], "a1.2.1", "PageUp", { shift: true })).toBe("a1.2.2");
        expect(moveBy([2, 2, 3, 2], "a1.2.1", "PageDown", { shift: true })).toBe("a1.2.1");
    });

    it("that mean nothing here are left alone", () => {
        expect(moveBy(flat, "d1", "x")).toBeNull();
    });
});
