import { expect, it } from "vitest";
import { facesOf } from "../lib/geometry";
import { refusalOf } from "./refusal";

it("says why a cell cannot be played", () => {
    const stones = new Map([["b2", "x"]]);
    const said = (sizes: readonly number[], faces: string, cell: string) =>
        refusalOf({ sizes, faces: facesOf(faces), stones }, cell);
    expect(said([3, 3], "free", "b2")).toBe("b2 is taken");
    expect(said([7, 6], "-2", "d3")).toBe("column d is full");
    expect(said([6, 6], "+1,-1", "d3")).toBe("no stone gets to d3: its columns are full");
    const ruled = { sizes: [15, 15], faces: [], stones, blocked: new Set(["c3"]), forbidden: ["h8"] };
    expect(refusalOf(ruled, "c3")).toBe("c3 is blocked");
    expect(refusalOf(ruled, "h8")).toBe("h8 is forbidden to X");
});
