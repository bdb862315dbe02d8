import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Description } from "../lib/answers";
import { AFFORDABLE, affordableDepth, LEVELS, levelOf, playerText, seatOf } from "./levels";

const rust = readFileSync(new URL("../../../crates/cli/src/commands/play/level.rs", import.meta.url), "utf8");
const game = (moves: number, cells: number): Description => ({
    game: "",
    sizes: [cells],
    k: 4,
    faces: "free",
    flags: [],
    cells,
    lines: 0,
    symmetries: 1,
    first_moves: Array.from({ length: moves }, () => "a"),
});

describe("levels", () => {
    it("are those of the terminal", () => {
        const rows = [
            ...rust.matchAll(/name: "([^"]+)",\s+depth: ([^,]+),\s+eval: "([^"]+)",\s+about: "([^"]+)"/g),
        ].map(([, name, depth, evaluation, about]) => ({
            name,
            depth: depth === "u32::MAX" ? Number.POSITIVE_INFINITY : Number(depth),
            eval: evaluation,
            about,
        }));
        expect(rows).toEqual(LEVELS);
    });

    it("look as far ahead as those of the terminal", () => {
        const table = /match \(start[^{]*\{([^}]*)\}/.exec(rust)?.[1] ?? "";
        const bound = (text: string | undefined) => (text === undefined ? Infinity : Number(text));
        const rows = [...table.matchAll(/^\s*(.+) => (\d+),$/gm)].flatMap(([, pattern = "", depth]) =>
            pattern === "_"
                ? [[Infinity, Infinity, Number(depth)]]
                : [...pattern.matchAll(/\((?:0\.\.=(\d+)|_), (?:\.\.=(\d+)|_)\)/g)].map(
                      ([, moves, cells]) => [bound(moves), bound(cells), Number(depth)],
                  ),
        );
        expect(rows).toEqual(AFFORDABLE);
    });

    it("are players of a game", () => {
        expect(affordableDepth(game(7, 42))).toBe(10);
        expect(playerText("strong", game(7, 42))).toBe("alpha-beta:depth=10,eval=runs,hurry=true");
        expect(playerText("random", game(7, 42))).toBe("random");
        expect(seatOf("alpha-beta:depth=4,eval=runs,hurry=true", game(7, 42))).toBe("club");
        expect(seatOf("alpha-beta:depth=4,eval=runs,hurry=true", game(64, 64))).toBe("strong");
        expect(seatOf("perfect", game(7, 42))).toBe("perfect");
        expect(levelOf("club")?.depth).toBe(4);
    });
});
