import { describe, expect, it } from "vitest";
import type { Moves, Outcome, Preset, Side } from "./answers";
import { counted, gameName, grouped, listed, noWinner, statusOf, titleOf } from "./words";

const stones = (moves: string): ReadonlyMap<string, Side> =>
    new Map(moves.split(" ").map((cell, ply) => [cell, ply % 2 === 0 ? "x" : "o"]));
const at = (change: Partial<Moves>): Moves => ({ to_move: "x", legal: [], outcome: null, ...change });

describe("the status line", () => {
    it("says whose turn it is", () => {
        expect(statusOf(at({ to_move: "o" }), new Map())).toBe("O to move");
        expect(statusOf(at({ left: 2 }), new Map())).toBe("X to move, 2 stones left in this turn");
        expect(statusOf(at({ left: 1 }), new Map())).toBe("X to move, 1 stone left in this turn");
    });

    it("says who has won, and with what", () => {
        const won = at({ outcome: "x", winning_cells: ["b3", "c3", "d3"] });
        expect(statusOf(won, stones("b3 a1 c3 a2 d3"))).toBe("X has won with b3 c3 d3.");
    });

    it("calls the sides what they are called where only X’s lines count", () => {
        const making = { side_names: { x: "Maker", o: "Breaker" } };
        const avoiding = { side_names: { x: "Avoider", o: "Enforcer" } };
        expect(statusOf(at({}), new Map(), making)).toBe("X (Maker) to move");
        expect(statusOf(at({ outcome: "o" }), stones("a1 a2"), making)).toBe(
            "O (Breaker) has won: no move is left, and X has no line.",
        );
        expect(statusOf(at({ outcome: "x" }), stones("a1 a2"), avoiding)).toBe(
            "X (Avoider) has won: no move is left, and X has no line.",
        );
        const lost = at({ outcome: "o", winning_cells: ["a1", "b1"] });
        expect(statusOf(lost, stones("a1 c1 b1"), avoiding)).toBe(
            "O (Enforcer) has won: X completed a1 b1, which loses.",
        );
    });

    it("says who completed a line where that loses", () => {
        const lost = at({ outcome: "o", winning_cells: ["a1", "b1"] });
        expect(statusOf(lost, stones("a1 c1 b1"))).toBe("O has won: X completed a1 b1, which loses.");
    });

    it("knows draws", () => {
        expect(statusOf(at({ outcome: "draw" }), stones("a1"))).toBe("The game is a draw.");
    });
});

describe("a game", () => {
    const presets: Preset[] = [{ name: "connect-four", game: "7x6:4:-2", about: "" }];

    it("has its preset's name", () => {
        expect(gameName("7x6:4:-2", presets)).toBe("Connect Four");
        expect(gameName("connect-four", [])).toBe("Connect Four");
        expect(["tic-tac-toe", "misere-tic-tac-toe", "cube-3"].map(titleOf)).toEqual([
            "Tic-Tac-Toe",
            "Misère Tic-Tac-Toe",
            "Cube 3",
        ]);
    });

    it("has its text if it has no name, as far as a title has room", () => {
        expect(gameName("5x5:4", presets)).toBe("5x5:4");
        const long = `9:lines=${"a+b+c/".repeat(20)}d+e`;
        expect(gameName(long, presets)).toHaveLength(48);
        expect(gameName(long, presets)).toMatch(/^9:lines=a\+b.*…$/);
    });
});

it("says who cannot win where no line fits", () => {
    const said = (k: number | null, without_moves: Outcome) => noWinner({ k, without_moves });
    expect(said(4, "draw")).toBe("No row of 4 fits on this board, so nobody can win: every game is a draw.");
    expect(said(null, "o")).toBe("No winning line fits on this board, so O always wins.");
    expect(said(3, "x")).toBe("No row of 3 fits on this board, so X always wins.");
});

describe("moves in a sentence", () => {
    it("are few, whatever their number", () => {
        expect([[], ["d1"], ["d1", "c1"], ["d1", "c1", "e1", "f1", "g1"]].map(listed)).toEqual([
            "",
            "d1",
            "d1 or c1",
            "d1, c1 or 3 others",
        ]);
    });
});

it("groups the digits of long numbers as reports do", () => {
    expect([9999, 10_000, 1_234_567.5].map(grouped)).toEqual([
        "9999",
        "10\u202f000",
        "1\u202f234\u202f567.5",
    ]);
    expect([counted(1, "ply"), counted(2, "ply"), counted(1200, "game")]).toEqual([
        "1 ply",
        "2 plies",
        "1200 games",
    ]);
});
