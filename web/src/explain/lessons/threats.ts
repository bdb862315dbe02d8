/** Threats: one can be stopped, two cannot; and a chain of them wins by force. */
import { chosenAt, movesTo, result, threatened } from "./facts";
import type { Lesson } from "./lesson";
import { after, CONNECT_FOUR, ENDGAME, FORK, type Reached, request } from "./spots";

const forked = after(FORK, "a3");
/** Connect Four: X has d1 and e1. */
const row = after(CONNECT_FOUR, "d1 d2 e1 e2");
/** Four in a row on 5×4 without gravity; X to move wins with a chain of threats. */
const chain: Reached = { game: "5x4:4", moves: "c4 b2 d2 c2 d3 b4 c1 e2" };
const second = after(chain, "d1 d4");

export const THREATS: Lesson = {
    id: "threats",
    title: "Threats",
    about: "What must be answered, what cannot be answered, and how one leads to the other.",
    steps: [
        {
            title: "One threat",
            text: [
                "A [[threat]] is a line that a player completes with the next move if nothing is done about it.",
            ],
            scene: { spot: ENDGAME, told: ["a3 b2 c1"] },
            question: {
                kind: "cell",
                ask: "With which cell does O threaten to win? Click it.",
                right: "{cell}",
                replies: {},
                otherwise: "Look for a line with two O and an empty cell.",
            },
            reason: ["{cell}, with b2 and c1. One threat can be stopped: X plays there itself."],
            facts: { cell: threatened(ENDGAME, "o") },
        },
        {
            title: "More than one",
            text: ["X is to move. Nobody threatens anything yet."],
            scene: { spot: FORK, told: ["a3 b3 c3", "a3 b2 c1"] },
            question: {
                kind: "cell",
                ask: "Which move wins for X? Click it.",
                right: "{fork}",
                replies: {
                    b2: "This makes one threat, and O stops it. Look for a cell where two lines of X meet.",
                    b3: "This makes one threat, and O stops it. Look for a cell where two lines of X meet.",
                },
                otherwise: "",
            },
            reason: [
                "{fork} threatens {cells} at once. O can take one of them, and X completes the other line. Such a move is a [[fork]]. After it, the position is {result} for O.",
            ],
            facts: {
                fork: movesTo(FORK, "win"),
                cells: threatened(forked, "x"),
                result: result(forked),
            },
        },
        {
            title: "Three in a row",
            text: ["Connect Four: four in a row win. X has d1 and e1 and is to move."],
            scene: { spot: row },
            question: {
                kind: "cell",
                ask: "With which move does X win in three plies? There are two; click one.",
                right: "{fork}",
                replies: {},
                otherwise:
                    "X needs three in the bottom row with an empty cell at both ends. O can close one end only.",
            },
            reason: [
                "{fork}. With c1, X has three in a row and threatens {cells}, one at each end. Both can be played at once, because they lie in the bottom row.",
            ],
            facts: {
                fork: chosenAt(request(row, "minimax", 3, "undecided")),
                cells: threatened(after(row, "c1"), "x"),
            },
        },
        {
            title: "The order of threats",
            text: [
                "Now a board of 5 × 4 cells without [[gravity]]: any empty cell can be taken, and four in a row win. X has c1, d2, d3 and c4 and can make a threat in the column of d with d1 or with d4. O must answer in the other cell.",
            ],
            scene: { spot: chain },
            question: {
                kind: "cell",
                ask: "Which move wins for X? Think of the move after next.",
                right: "{first}",
                replies: {
                    d4: "O answers d1, and this stone stops the bottom row, which X needs next.",
                },
                otherwise: "O has time for a move of its own after this. Make a threat that O must answer.",
            },
            reason: [
                "{first} threatens {cell}, and O must play there. d1 is also a stone in the bottom row, beside c1: the first threat has prepared the next one.",
            ],
            facts: { first: movesTo(chain, "win"), cell: threatened(after(chain, "d1"), "x") },
        },
        {
            title: "The end of the chain",
            text: ["O has answered d4. X has c1 and d1 in the bottom row now."],
            scene: { spot: second, told: ["a1 b1 c1 d1", "b1 c1 d1 e1"] },
            question: {
                kind: "cell",
                ask: "How does X go on, to win in three plies? Click the cell.",
                right: "{best}",
                replies: {
                    e1: "This makes one threat, at b1, and O stops it.",
                    a1: "This makes one threat, at b1, and O stops it.",
                },
                otherwise: "Look at the bottom row: where does a stone make threats at both ends?",
            },
            reason: [
                "{best} threatens {cells}. A chain of threats leaves O no choice until two come at once. Programs look for such chains first, because each answer is forced and the tree stays narrow.",
            ],
            facts: {
                best: chosenAt(request(second, "minimax", 3, "undecided")),
                cells: threatened(after(second, "b1"), "x"),
            },
        },
    ],
};
