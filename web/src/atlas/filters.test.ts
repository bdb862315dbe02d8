import { describe, expect, it } from "vitest";
import { placeOf, queryOf } from "../lib/url";
import { chosenIn, filtersIn, filtersOf, runOf, settingsFor, settingsOf } from "./filters";

describe("the kind of a game", () => {
    it("is read from its text", () => {
        expect(filtersOf("3x3:3")).toEqual({ dimensions: 2, placement: "free", flags: [] });
        expect(filtersOf("7x6:4:-2")).toEqual({ dimensions: 2, placement: "one face", flags: [] });
        expect(filtersOf("17:3:free:misere")).toEqual({
            dimensions: 1,
            placement: "free",
            flags: ["misere"],
        });
        expect(filtersOf("3x2x2:4:+1,-1,-3:exact:torus")).toEqual({
            dimensions: 3,
            placement: "several faces",
            flags: ["exact", "torus"],
        });
        expect(filtersOf("2x2:2:all").placement).toBe("several faces");
        expect(runOf("3x2x2:4:-3")).toBe(4);
    });

    it("is read as the address has it", () => {
        for (const filters of [
            { dimensions: 2, placement: "one face", flags: [] },
            { dimensions: 3, placement: "several faces", flags: ["exact", "misere"] },
            { dimensions: 4, placement: "free", flags: ["torus"] },
        ] as const) {
            expect(filtersIn(settingsOf(filters))).toEqual(filters);
        }
        expect(filtersIn({ dimensions: "9", placement: "nowhere", rules: "none" })).toEqual(filtersIn({}));
        expect(Object.values(settingsOf(filtersIn({}))).join("")).toBe("");
    });

    it("is that of the chosen game", () => {
        const game = "3x2:3:+1,-1:torus";
        expect(filtersIn({ dimensions: "4", ...settingsFor(game) })).toEqual(filtersOf(game));
        const place = { ...placeOf("?view=atlas&game=3x3:3"), settings: settingsFor(game) };
        expect(chosenIn(placeOf(queryOf(place)).settings)).toBe(game);
        expect(chosenIn(placeOf("?atlas=3x2:3:+1,-1:torus").settings)).toBe(game);
    });
});
