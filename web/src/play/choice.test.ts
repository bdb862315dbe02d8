import { expect, it } from "vitest";
import { quickPlayer, seedOf } from "./choice";

it("a player in a hurry keeps its heuristic", () => {
    expect(quickPlayer("alpha-beta:depth=9,eval=open-lines,ties=first")).toBe(
        "alpha-beta:depth=1,eval=open-lines",
    );
    expect(quickPlayer("perfect")).toBe("alpha-beta:depth=1,eval=runs");
});

it("a seed is a whole number", () => {
    expect([undefined, "", "7", "0", "x", "-1", "1.5"].map(seedOf)).toEqual([
        2004, 2004, 7, 0, 2004, 2004, 2004,
    ]);
});
