import { describe, expect, it } from "vitest";
import type { Facts } from "../lib/answers";
import { ApiError, type Reason } from "../lib/api";
import { type Draft, draftOf, faceIds, placed, resized, sideOf, textOf } from "./draft";

const draft: Draft = { sizes: ["7", "6"], run: "4", isFree: false, faces: ["-2"], flags: [] };

/** A description as the server gives it for a canonical text. */
function described(game: string): Facts {
    const [sizes = "", k = "", faces = "free", ...flags] = game.split(":");
    return {
        game,
        sizes: sizes.split("x").map(Number),
        k: Number(k),
        faces,
        flags,
        cells: 0,
        lines: 0,
        symmetries: 1,
        first_moves: [],
    };
}

describe("a draft", () => {
    it("is written as canonical game text", () => {
        expect(textOf(draft)).toBe("7x6:4:-2");
        expect(textOf({ ...draft, isFree: true })).toBe("7x6:4");
        expect(textOf({ ...draft, isFree: true, flags: ["torus", "exact"] })).toBe("7x6:4:free:exact:torus");
        expect(textOf({ ...draft, faces: ["-2", "-1", "+2"] })).toBe("7x6:4:-1,+2,-2");
        expect(textOf({ ...draft, faces: [] })).toBe("7x6:4:");
        expect(textOf({ ...draft, sizes: ["", "6"] })).toBe("x6:4:-2");
    });

    it("holds any game", () => {
        for (const game of [
            "3x3:3",
            "7x6:4:-2",
            "15x15:5:free:exact",
            "4x4x4:4:-3",
            "6x6:4:+1,-1,+2,-2",
            "9:3",
            "2x2x2x2x2x2x2x2:2:+8:misere:torus",
        ]) {
            expect(textOf(draftOf(described(game)))).toBe(game);
        }
    });

    it("can have more and fewer dimensions", () => {
        expect(resized(draft, 3).sizes).toEqual(["7", "6", "4"]);
        expect(textOf(resized(draft, 1))).toBe("7:4:");
        expect(faceIds(2)).toEqual(["+1", "-1", "+2", "-2"]);
    });
});

describe("an error", () => {
    const refused = (message: string, reasons: readonly Reason[] = []) =>
        new ApiError(400, message, null, null, reasons);

    it("stands below the field that it concerns", () => {
        const reasons = [
            { reason: "size", field: "sizes", error: "the size is empty" },
            { reason: "flag", field: "flags", error: "no rule variation has the name `dimension 3`" },
            { reason: "zero-run", field: "run", error: "at least 1; 0 is none" },
            { reason: "face-off-board", field: "faces", error: "face +9 does not exist" },
            { reason: "empty-dimension", field: "sizes", error: "dimension 3 has no cells" },
        ];
        expect(placed(refused("many things are wrong", reasons))).toEqual({
            sizes: "the size is empty; dimension 3 has no cells",
            flags: "no rule variation has the name `dimension 3`",
            run: "at least 1; 0 is none",
            faces: "face +9 does not exist",
        });
    });

    it("is about the text if it concerns no field of the controls", () => {
        const reasons = [{ reason: "limit", field: "game", error: "the board is too large" }];
        expect(placed(refused("the board is too large", reasons))).toEqual({
            text: "the board is too large",
        });
        expect(placed(refused("the run length is missing"))).toEqual({ text: "the run length is missing" });
    });
});

it("a face is named by the side through which stones come in", () => {
    expect(["+1", "-1", "+2", "-2"].map((id) => sideOf(id, ["7", "6"]))).toEqual([
        "from the left (a)",
        "from the right",
        "from below",
        "from above",
    ]);
    expect(["-2", "+3", "-3"].map((id) => sideOf(id, ["4", "5", "6"]))).toEqual([
        "from row 5",
        "from layer 1",
        "from layer 6",
    ]);
    expect(sideOf("-4", ["4", "4", "4", "3"])).toBe("from end 3 of dimension 4");
});
