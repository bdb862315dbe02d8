import { expect, it } from "vitest";
import { brightness } from "./theme";

it("reads how bright a background is", () => {
    expect(brightness("rgb(255, 255, 255)")).toBeCloseTo(1);
    expect(brightness("rgb(17, 17, 17)")).toBeLessThan(0.1);
    expect(brightness("rgba(0, 0, 0, 0.9)")).toBe(0);
});

it("sees through what is transparent, and takes no guess at other colours", () => {
    expect(brightness("rgba(0, 0, 0, 0)")).toBeNull();
    expect(brightness("color(srgb 1 1 1)")).toBeNull();
});
