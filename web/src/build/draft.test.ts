import { describe, expect, it } from "vitest";
import { ApiError, type Reason } from "../lib/api";
import { described } from "../lib/fixtures";
import {
    type Draft,
    draftOf,
    faceIds,
    FIRST_DRAFT,
    orderOf,
    ordersOf,
    placed,
    resized,
    sideOf,
    textOf,
    withOrder,
    withRule,
} from "./draft";
import { isFile } from "./linesfile";
import { toggledCell } from "./lists";

const draft: Draft = { ...FIRST_DRAFT, sizes: ["7", "6"], run: "4", isFree: false };

/** The draft of a game whose lines are few. */
function drafted(game: string, before?: Draft): Draft {
    const found = draftOf(described(game), before);
    if (!found) throw new Error(`${game} has no draft`);
    return found;
}

describe("a draft", () => {
    it("is written as canonical game text", () => {
        expect(textOf(draft)).toBe("7x6:4:-2");
        expect(textOf({ ...draft, isFree: true })).toBe("7x6:4");
        expect(textOf({ ...draft, isFree: true, flags: ["exact"], torus: ["2", "1"] })).toBe(
            "7x6:4:free:exact:torus",
        );
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
            "5x5:4:free:blocked=a1+c3",
            "7x6:4:-2:torus=1",
            "19x19:6:free:turn=1+2",
            "15x15:5:free:blocked=h8:renju",
            "4x4:plane:free:maker:misere:turn=2+1",
            "13:projective",
            "6x6:shape=a1+b1+b2+c2:free:torus",
            "3x3:lines=a1+b2+c3/a2+b2:-2",
            "7:lines=a+b+d/b+c+e",
        ]) {
            expect(textOf(drafted(game))).toBe(game);
        }
    });

    it("is none where lines are too many to be listed", () => {
        const many = described("7:3", { k: null, lines_kind: "lines" });
        expect(draftOf(many)).toBeNull();
    });

    it("keeps what other kinds of lines had", () => {
        const shaped = drafted("6x6:shape=a1+a2", draft);
        expect(textOf({ ...shaped, rule: "run" })).toBe("6x6:4");
        expect(textOf({ ...drafted("7x6:4", shaped), rule: "shape" })).toBe("7x6:shape=a1+a2");
    });

    it("takes lists as they are written", () => {
        const written = {
            ...draft,
            isFree: true,
            blocked: " c3+a1  b2 ",
            rule: "shape",
            shape: "a1 b1",
        } as const;
        expect(textOf(written)).toBe("7x6:shape=a1+b1:free:blocked=c3+a1+b2");
        const lines = "a1 b1 # one\n\n# none\nb1+b2 +c3";
        expect(textOf({ ...draft, rule: "lines", lines })).toBe("7x6:lines=a1+b1/b1+b2+c3:-2");
    });

    it("can have more and fewer dimensions", () => {
        expect(resized(draft, 3).sizes).toEqual(["7", "6", "4"]);
        expect(textOf(resized(draft, 1))).toBe("7:4:");
        const walled = { ...draft, torus: ["1"], blocked: "a1 c3", rule: "shape", shape: "a1 b2" } as const;
        expect(textOf(resized(walled, 3))).toBe("7x6x4:shape=a1.1+b2.1:-2:blocked=a1.1+c3.1:torus=1");
        expect(textOf(resized({ ...walled, isFree: true }, 1))).toBe("7:shape=a+b:free:blocked=a+c:torus");
        expect(textOf(resized({ ...draft, torus: ["1", "2"] }, 3))).toBe("7x6x4:4:-2:torus");
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

it("a file of lines has the board in its first row", () => {
    for (const text of ["# Fano\n7\na b d", "3x3:-2:maker\na2 a3", "7 # points\n", "4x4 free maker\na1 b1"])
        expect(isFile(text), text).toBe(true);
    for (const text of ["a b d\nb c e", "", "# nothing", "7a\n"]) expect(isFile(text), text).toBe(false);
});

describe("a plane", () => {
    const change = (from: Draft, rule: "plane" | "projective" | "run") =>
        textOf({ ...from, ...withRule(from, rule) });

    it("gets sizes that it can have", () => {
        expect(change(draft, "plane")).toBe("7x7:plane:-2");
        expect(change({ ...drafted("6x5x4:3"), sizes: ["6", "5", "4"] }, "plane")).toBe("5x5x5:plane");
        expect(change(drafted("9x9:5"), "plane")).toBe("9x9:plane");
        expect(change(draft, "projective")).toBe("7:projective");
        expect(change(drafted("13:4"), "projective")).toBe("13:projective");
        expect(change(drafted("6x6:4"), "run")).toBe("6x6:4");
    });

    it("is chosen by its order", () => {
        const space = drafted("3x3x3:plane");
        expect(orderOf(space)).toBe(3);
        expect(textOf({ ...space, ...withOrder(space, 16) })).toBe("16x16x16:plane");
        expect(ordersOf(space).at(-1)).toBe(16);
        expect(orderOf({ ...space, sizes: ["3", "3", "4"] })).toBeNull();
        expect(orderOf({ ...space, sizes: ["6", "6", "6"] })).toBeNull();
        const points = drafted("31:projective");
        expect(orderOf(points)).toBe(5);
        expect(textOf({ ...points, ...withOrder(points, 4) })).toBe("21:projective");
        expect(ordersOf(points).slice(0, 7)).toEqual([2, 3, 4, 5, 7, 8, 9]);
    });
});

it("a click adds a cell to a list, and takes it away again", () => {
    expect(toggledCell("a1", "b2")).toBe("a1 b2");
    expect(toggledCell("a1+b2 c3", "b2")).toBe("a1 c3");
    expect(toggledCell("a1", "a1")).toBe("");
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
