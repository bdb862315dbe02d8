import { describe, expect, it } from "vitest";
import type { Description } from "../lib/answers";
import { described } from "../lib/fixtures";
import { placeOf } from "../lib/url";
import { readSaved, savedText, seatOfSaved } from "./saved";

const game: Description = {
    ...described("7x6:4:-2"),
    first_moves: ["a1", "b1", "c1", "d1", "e1", "f1", "g1"],
    levels: [{ name: "club", about: "", elo: 550, player: "best:nodes=200", offered: true }],
};
const moves = { to_move: "x", legal: ["a1"], outcome: null } as const;

describe("saved games", () => {
    it("are in the terminal's form", () => {
        const text = savedText(placeOf("?game=connect-four&moves=d1+d2&o=club&seed=7"), game, moves);
        expect(JSON.parse(text)).toEqual({
            version: 1,
            name: "connect-four",
            game: "7x6:4:-2",
            moves: "d1 d2",
            x: "person",
            o: "best:nodes=200",
            seed: 7,
            result: "not over",
        });
    });

    it("are read as they are written", () => {
        const saved = readSaved(savedText(placeOf("?game=connect-four&moves=d1&o=club"), game, moves));
        if (typeof saved === "string") throw new Error(saved);
        expect(saved.moves).toBe("d1");
        expect([saved.x, saved.o].map((player) => seatOfSaved(player, game))).toEqual(["human", "club"]);
    });

    it("are refused in words", () => {
        expect(readSaved("d1 d2")).toMatch(/not JSON/);
        expect(readSaved("null")).toMatch(/lacks name, game/);
        const text = savedText(placeOf(""), game, moves);
        expect(readSaved(text.replace('"version": 1', '"version": 2'))).toMatch(/file has version 2/);
        expect(readSaved(text.replace('"version"', '"board": "x__", "version"'))).toMatch(
            /board with stones/,
        );
    });
});
