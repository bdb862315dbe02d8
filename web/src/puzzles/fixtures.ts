/** Puzzles for tests. What they claim of a position is what `solve` says of each of its moves. */
import type { MoveReason } from "../lib/answers";
import type { Puzzle } from "./puzzle";

const reason = (kind: string, cells: string, moves: string, text: string): MoveReason => ({
    kind,
    cells: cells.split(" "),
    moves: moves.split(" "),
    text,
});

/** Connect Four. At the second move g4 wins as soon as the solution's e2. */
export const WIN_IN_3: Puzzle = {
    game: "7x6:4:-2",
    moves: "d1 d2 d3 d4 c1 b1 b2 b3 d5 f1 f2 g1 f3 e1 g2 b4 g3 c2 c3 b5",
    to_move: "x",
    goal: "win",
    solution: ["b6", "a1", "e2", "e3", "e4"],
    distance: 5,
    difficulty: 0.3,
    text: "X to move wins in 3 moves",
    hint: "The win begins with a quiet move: it does not threaten to complete a line at once.",
    reasons: [reason("chain", "b6 e2 e4", "b6 a1 e2 e3 e4", "wins by force: b6, then e2, then e4")],
};

/** Connect Four: all moves but one win, but only e1 so soon. */
export const WIN_IN_2: Puzzle = {
    game: "7x6:4:-2",
    moves: "d1 d2 d3 f1 d4 d5 f2 f3 g1 f4 b1 c1 g2 c2 g3 g4 g5 b2 f5",
    to_move: "o",
    goal: "win",
    solution: ["e1", "e2", "e3"],
    distance: 3,
    difficulty: 0.12,
    text: "O to move wins in 2 moves",
    hint: "Look for a cell that the other side has to take at once.",
    reasons: [reason("chain", "e1 e3", "e1 e2 e3", "wins by force: e1, then e3")],
};

/** Connect Four. */
export const HOLD: Puzzle = {
    game: "7x6:4:-2",
    moves: "d1 d2 d3 d4 g1 f1 d5 b1 d6 f2 g2 g3 f3 f4 g4 c1 c2 c3 c4 b2",
    to_move: "x",
    goal: "hold",
    solution: ["a1"],
    distance: null,
    difficulty: 0.05,
    text: "X to move: find the only move that does not lose",
    hint: "All other moves lose to a1.",
    reasons: [reason("blocks", "a1", "a1", "blocks the row a1 b1 c1 d1")],
};

/** Connect Four. */
export const FORK: Puzzle = {
    game: "7x6:4:-2",
    moves: "d1 d2 d3 e1 e2 e3 c1 d4 e4 c2 c3 c4 b1 a1 a2 a3 f1",
    to_move: "o",
    goal: "fork",
    solution: ["f2", "c5", "g1"],
    distance: 3,
    difficulty: 0.45,
    text: "O to move: find the move that threatens twice",
    hint: "One of the two threats is at c5.",
    reasons: [reason("fork", "c5 g1", "f2 c5 g1", "makes two threats at once (c5 and g1)")],
};

/** Connect Four. */
export const WIN_IN_4: Puzzle = {
    game: "7x6:4:-2",
    moves: "b1 d1 d2 d3 d4 f1 c1 e1 g1 b2 a1 e2 c2 a2 d5 d6 e3 f2 e4 c3 c4 a3",
    to_move: "x",
    goal: "win",
    solution: ["b3", "b4", "c5", "a4", "a5", "b5", "b6"],
    distance: 7,
    difficulty: 0.85,
    text: "X to move wins in 4 moves",
    hint: "The win begins with a threat to complete a line, which has one answer.",
    reasons: [
        reason("chain", "b3 c5 a5 b6", "b3 b4 c5 a4 a5 b5 b6", "wins by force: b3, then only b4, then c5"),
    ],
};

/** Tic-Tac-Toe: the only move that wins. */
export const TIC_TAC_TOE: Puzzle = {
    game: "3x3:3",
    moves: "b1 c3 c1 a1",
    to_move: "x",
    goal: "win",
    solution: ["b2", "a3", "b3"],
    distance: 3,
    difficulty: 0.2,
    text: "X to move wins in 2 moves",
    hint: "Look for a move that threatens twice.",
    reasons: [reason("fork", "a3 b3", "b2 a3 b3", "makes two threats at once (a3 and b3)")],
};

/** Qubic, a board in space. */
export const QUBIC: Puzzle = {
    game: "4x4x4:4",
    moves: "a1.1 a4.4 b1.1 b3.4 d2.1 c2.2 d3.1 a2.3",
    to_move: "x",
    goal: "fork",
    solution: ["d1.1", "d4.1", "c1.1"],
    distance: 3,
    difficulty: 0.25,
    text: "X to move: find the move that threatens twice",
    hint: "One of the two threats is at c1.1.",
    reasons: [reason("fork", "c1.1 d4.1", "d1.1 d4.1 c1.1", "makes two threats at once (c1.1 and d4.1)")],
};

/** Gomoku: X threatens to complete five at i12. */
export const GOMOKU: Puzzle = {
    game: "15x15:5",
    moves: "h8 g7 i9 j10 h9 h7 i8 g8 i10 i7 i11",
    to_move: "o",
    goal: "hold",
    solution: ["i12"],
    distance: null,
    difficulty: 0.02,
    text: "O to move: find the only move that does not lose",
    hint: "All other moves lose to i12.",
    reasons: [reason("blocks", "i12", "i12", "blocks the four i8 i9 i10 i11")],
};

/** A set of Connect Four, with a puzzle of each kind. */
export const SET: readonly Puzzle[] = [WIN_IN_3, WIN_IN_2, HOLD, FORK, WIN_IN_4];
