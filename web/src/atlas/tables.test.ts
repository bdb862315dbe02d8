import { describe, expect, it } from "vitest";
import type { AtlasGame } from "./answers";
import { filtersOf } from "./filters";
import { firstRun, gameBy, layoutOf, runsOf, shortFaces, tableOf } from "./tables";

function game(text: string): AtlasGame {
    const [sizes = "", k, faces = "free"] = text.split(":");
    return {
        game: text,
        sizes: sizes.split("x").map(Number),
        k: Number(k),
        faces,
        result: "draw",
        distance: null,
        best: [],
    };
}
/** The games as a table, row by row: the row's name, then game texts. */
function set(texts: readonly string[], run = 0) {
    const games = texts.map(game);
    const table = tableOf(layoutOf(filtersOf(texts[0] ?? "")), games, run);
    const rows = table.rows.map((row) => [row.name, ...row.games.map((one) => one?.game ?? "")]);
    return { table, columns: table.columns, rows };
}

describe("the table of games", () => {
    it("has widths and heights of flat boards, for one run length", () => {
        const { columns, rows } = set(["2x2:2:-2", "2x3:2:-2", "4x2:2:-2", "5x2:3:-2"], 2);
        expect(columns).toEqual(["2", "3", "4", "5"]);
        expect(rows).toEqual([
            ["2", "2x2:2:-2", "", "4x2:2:-2", ""],
            ["3", "2x3:2:-2", "", "", ""],
        ]);
    });

    it("has a column for each set of open faces where there are several", () => {
        const { columns, rows } = set(
            ["3x2x2:2:+1,-1,+2,-2,+3,-3", "2x2x2:2:+3,-3", "3x2x2:2:-2,-3", "2x2x3:3:+3,-3"],
            2,
        );
        expect(columns).toEqual(["±3", "−2 −3", "±1 ±2 ±3"]);
        expect(rows).toEqual([
            ["2×2×2", "2x2x2:2:+3,-3", "", ""],
            ["3×2×2", "", "3x2x2:2:-2,-3", "3x2x2:2:+1,-1,+2,-2,+3,-3"],
        ]);
    });

    it("has all run lengths side by side elsewhere", () => {
        const { columns, rows } = set(["10:2", "9:2", "9:4"]);
        expect(columns).toEqual(["2", "4"]);
        expect(rows).toEqual([
            ["9", "9:2", "9:4"],
            ["10", "10:2", ""],
        ]);
        expect(set(["3:2:+1,-1"]).columns).toEqual(["2"]);
    });

    it("is empty where there are no games", () => {
        expect(tableOf(layoutOf(filtersOf("3x3:3")), [], 3)).toEqual({ columns: [], rows: [] });
    });

    it("writes faces short", () => {
        expect(shortFaces("+1,-1,-2,+10,-10")).toBe("±1 −2 ±10");
    });

    it("begins with a run length that is there", () => {
        expect(runsOf(["3:5", "3:2", "4:2"].map(game))).toEqual([2, 5]);
        expect(firstRun([1, 2, 3, 4, 5], 2)).toBe(4);
        expect(firstRun([1, 2], 3)).toBe(2);
        expect(firstRun([6], 2)).toBe(6);
        expect(firstRun([], 2)).toBe(4);
    });

    it("is walked through by keys, over places without a game", () => {
        const { table } = set(["2x2:2:-2", "4x2:2:-2", "5x2:2:-2", "4x4:2:-2"], 2);
        const by = (key: string, from: string) => gameBy(key, table, from)?.game ?? null;
        expect(by("ArrowRight", "2x2:2:-2")).toBe("4x2:2:-2");
        expect(by("ArrowLeft", "4x2:2:-2")).toBe("2x2:2:-2");
        expect(by("ArrowDown", "4x2:2:-2")).toBe("4x4:2:-2");
        expect(by("ArrowUp", "4x4:2:-2")).toBe("4x2:2:-2");
        expect(by("ArrowUp", "2x2:2:-2")).toBe(null);
        expect(by("ArrowRight", "5x2:2:-2")).toBe(null);
        expect(by("End", "2x2:2:-2")).toBe("5x2:2:-2");
        expect(by("Home", "5x2:2:-2")).toBe("2x2:2:-2");
        expect(by("a", "2x2:2:-2")).toBe(null);
        expect(by("ArrowRight", "9x9:2:-2")).toBe(null);
    });
});
