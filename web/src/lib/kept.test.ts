import { expect, it } from "vitest";
import { Kept } from "./kept";

it("forgets what was written longest ago", () => {
    const kept = new Kept<number>(2);
    kept.set("a", 1);
    kept.set("b", 2);
    kept.set("a", 3);
    kept.set("c", 4);
    expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([3, undefined, 4]);
});
