import { expect, it } from "vitest";
import { hidden } from "./edges";

it("says on which sides a box goes on", () => {
    expect(hidden(0, 300, 300), "all is in sight").toEqual([]);
    expect(hidden(0.6, 299.5, 300), "but for the rounding").toEqual([]);
    expect(hidden(0, 300, 420)).toEqual(["hides-right"]);
    expect(hidden(60, 300, 420)).toEqual(["hides-left", "hides-right"]);
    expect(hidden(120, 300, 420)).toEqual(["hides-left"]);
});
