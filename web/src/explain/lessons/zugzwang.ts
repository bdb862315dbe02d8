/** Zugzwang: every move does harm. */
import { movesTo, pliesToEnd, threatened } from "./facts";
import type { Lesson } from "./lesson";
import { after, type Reached } from "./spots";

/** Four in a row on 5×4 with gravity; O to move, and three safe cells are left. */
const before: Reached = { game: "5x4:4:-2", moves: "c1 b1 d1 c2 d2 a1 c3 c4 d3 d4 b2 b3 a2" };
/** All safe cells are taken; X is to move. */
const locked = after(before, "b4 e1 e2");

export const ZUGZWANG: Lesson = {
    id: "zugzwang",
    title: "Zugzwang",
    about: "When it would be best not to move at all.",
    steps: [
        {
            title: "Threats in the air",
            text: [
                "Four in a row on a board of 5 × 4 cells; stones fall. O has b4, c4 and d4 in the top row.",
            ],
            scene: { spot: locked, told: ["a4 b4 c4 d4", "b4 c4 d4 e4"] },
            question: {
                kind: "choice",
                ask: "Which cells would complete a line for O?",
                options: ["a3 and e3", "a4 and e4", "only e4"],
                right: "{cells}",
                replies: {
                    "a3 and e3": "These are the cells on which a stone would land now. Look one row higher.",
                    "only e4": "e4 is one of them. The row has another end.",
                },
                otherwise: "",
            },
            reason: [
                "{cells}. But stones fall: a stone in column a lands on a3 now, one in column e on e3. O cannot take a4 or e4 before somebody has played below.",
            ],
            facts: { cells: threatened(locked, "o") },
        },
        {
            title: "X is to move",
            text: ["Only the columns a and e are open. X is to move."],
            scene: { spot: locked },
            question: {
                kind: "choice",
                ask: "Which move is safe for X?",
                options: ["a3", "e3", "none"],
                right: "{safe}",
                replies: {
                    a3: "Then O plays a4 on top of it and has the top row.",
                    e3: "Then O plays e4 on top of it and has the top row.",
                },
                otherwise: "",
            },
            reason: [
                "Neither move is safe: each builds the step that O needs. The game ends in {plies} plies.",
            ],
            facts: { safe: movesTo(locked, "win", "draw"), plies: pliesToEnd(locked) },
        },
        {
            title: "A wish",
            text: ["O cannot win at once, and X has no line to complete. But every move harms X itself."],
            scene: { spot: locked },
            question: {
                kind: "choice",
                ask: "What would X like to do most?",
                options: ["Pass", "Move twice", "Play in column c"],
                right: "Pass",
                replies: {
                    "Move twice": "With a3 and a4 X would stop one side. There is a simpler wish.",
                    "Play in column c": "Column c is full. X wishes for a move that changes nothing.",
                },
                otherwise: "",
            },
            reason: [
                "If X could pass, O would have to play below a4 or e4, and X would take that cell. But the rules demand a move. This is called [[zugzwang]], a German word: the duty to move.",
            ],
            facts: {},
        },
        {
            title: "Counting safe moves",
            text: [
                "Three plies before: O is to move. O does not have b4 yet. Columns a, b and e are open. A stone at a3 would let the other side play a4.",
                "Three cells can be filled without harm: b4, e1 and e2.",
            ],
            scene: { spot: before },
            question: {
                kind: "cell",
                ask: "Which move wins for O? Click it.",
                right: "{win}",
                replies: {
                    e1: "Then X takes b4 itself, and the top row is no threat any more.",
                    a3: "Then X can answer a4, and one end of the top row is gone.",
                },
                otherwise: "",
            },
            reason: [
                "{win}: it makes three in the top row, and two safe cells are left, e1 and e2. X takes one, O the other, and X is in zugzwang.",
            ],
            facts: { win: movesTo(before, "win") },
        },
        {
            title: "Who runs out first",
            text: [
                "Each column has 4 cells, an even number. Say that X starts, and O always answers in the column in which X has just played.",
            ],
            scene: { spot: { game: "5x4:4:-2", moves: "c1 c2 a1 a2" } },
            question: {
                kind: "choice",
                ask: "Which rows does O get then, counted from the bottom?",
                options: ["The odd rows", "The even rows", "Some of both"],
                right: "The even rows",
                replies: {
                    "The odd rows": "X opens each pair of cells in a column, so X gets the lower one.",
                    "Some of both": "O answers right on top of each stone of X. Which rows are these?",
                },
                otherwise: "",
            },
            reason: [
                "The [[even|odd]] rows: 2 and 4. So a threat in an even row is worth much to the second player, who only needs to wait; the first player needs a threat in an odd row. Players and programs of Connect Four count rows in this way.",
            ],
            facts: {},
        },
    ],
};
