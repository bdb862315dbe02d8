import { expect, it } from "vitest";
import type { Cell } from "./answers";
import { playedOf, scoreOf, studiesOf, timeLeft, verdictOf, withProgress } from "./cells";

const cell = (number: number, study: string, game: string): Cell => ({
    study,
    title: `The ${study}`,
    cell: number,
    game,
    levels: "",
    player: "two-ply",
    opponent: "random",
    games_wanted: 10,
    score: { wins: 0, draws: 0, losses: 0, interval: [0, 1] },
});
const CELLS = [cell(1, "a", "3x3:3"), cell(2, "a", "4x4:4"), cell(3, "a", "3x3:3"), cell(1, "b", "3x3:3")];

it("cells are grouped by study and game", () => {
    const studies = studiesOf(CELLS);
    expect(studies.map(({ name, title }) => [name, title])).toEqual([
        ["a", "The a"],
        ["b", "The b"],
    ]);
    expect(studies[0]?.games.map(({ game, cells }) => [game, cells.map(({ cell }) => cell)])).toEqual([
        ["3x3:3", [1, 3]],
        ["4x4:4", [2]],
    ]);
    expect(studies[0]?.wanted).toBe(30);
});

it("progress changes the cells that it is about, and no others", () => {
    const rows = [
        [3, 1, 1, 0.4, 0.9] as const,
        [0, 0, 0, 0, 1] as const,
        ...CELLS.slice(2).map(() => [0, 0, 0, 0, 1] as const),
    ];
    const now = withProgress(CELLS, rows);
    expect(scoreOf(now[0]?.score ?? { wins: 0, draws: 0, losses: 0, interval: [0, 1] })).toBe(0.7);
    expect(now[1]).toBe(CELLS[1]);
    expect(playedOf(now)).toBe(5);
    // Another experiment's rows are not these cells'.
    expect(withProgress(CELLS, rows.slice(1))).toBe(CELLS);
    expect(withProgress(CELLS, undefined)).toBe(CELLS);
});

it("a score without games is none", () => {
    expect(scoreOf({ wins: 0, draws: 0, losses: 0, interval: [0, 1] })).toBeNull();
});

it("an interval on one side of one half shows who is better", () => {
    const of = (low: number, high: number): string =>
        verdictOf({ wins: 1, draws: 0, losses: 1, interval: [low, high] });
    expect([of(0.51, 0.9), of(0.1, 0.49), of(0.4, 0.6)]).toEqual(["better", "worse", "open"]);
});

it("the time left follows from the games of this run", () => {
    expect(timeLeft({ done: 25, total: 100, seconds: 5 })).toBe(15);
    expect(timeLeft({ done: 0, total: 100, seconds: 5 })).toBeNull();
    expect(timeLeft({ done: 25, total: 100, seconds: 0.2 })).toBeNull();
    expect(timeLeft({ done: 25, seconds: 5 })).toBeNull();
});
