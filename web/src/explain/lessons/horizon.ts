/** The horizon effect: trouble that is put off is taken for trouble that is over. */
import { chosenAt, losingMoves, movesTo, nodeValue, threatened } from "./facts";
import type { Lesson } from "./lesson";
import { after, type Reached, request } from "./spots";

/** Four in a row on 4×4 with gravity; X to move loses in six plies, whatever X does. */
const lost: Reached = { game: "4x4:4:-2", moves: "d1 a1 b1 b2 d2 c1 c2 c3 a2 a3" };
const search = (depth: number) => request(lost, "minimax", depth, "undecided");

/** The nodes on the way to the end of the game. */
const LINE = ["b3", "b3 a4", "b3 a4 b4", "b3 a4 b4 c4", "b3 a4 b4 c4 d3", "b3 a4 b4 c4 d3 d4"];

export const HORIZON: Lesson = {
    id: "horizon",
    title: "The horizon effect",
    about: "Why a search believes that trouble is over when it is only put off.",
    steps: [
        {
            title: "A dangerous cell",
            text: ["A small board: stones fall, and four in a row win. X is to move. O has a1, b2 and c3."],
            scene: { spot: lost, told: ["a1 b2 c3 d4"] },
            question: {
                kind: "cell",
                ask: "With which move would X lose at once, to O's next move? Click it.",
                right: "{bad}",
                replies: {},
                otherwise: "After this move O cannot win with the next one. Which cell does O need?",
            },
            reason: [
                "{bad}: then O plays {cell} on top of it and has the diagonal. A search of depth 2 sees this: it looks at X's move and at O's answer.",
            ],
            facts: { bad: losingMoves(search(2)), cell: threatened(lost, "o") },
        },
        {
            title: "Four plies",
            text: [
                "Now a search of depth 4 that gives unfinished positions 0 (`undecided`). It sees that three of X's four moves lose within four plies. It sees no loss after the other one.",
            ],
            scene: { spot: lost },
            question: {
                kind: "cell",
                ask: "Which move does it choose? Look for a threat of X.",
                right: "{best}",
                replies: {
                    d3: "d3 loses at once: O plays d4.",
                    a4: "Then O plays b3 and has three in row 3: X must stop it with d3, and O plays d4.",
                    c4: "Then O plays b3 and has three in row 3: X must stop it with d3, and O plays d4.",
                },
                otherwise: "",
            },
            reason: [
                "{best} makes three in a row on a diagonal, with d1 and c2, and threatens {cell}. O must answer there. That takes two plies, and the search ends before O wins: it says {value}. It sees a loss after {losing}.",
                "The place where a search ends is its [[horizon]].",
            ],
            facts: {
                best: chosenAt(search(4)),
                cell: threatened(after(lost, "b3"), "x"),
                losing: losingMoves(search(4)),
                value: nodeValue(search(4), "b3"),
            },
        },
        {
            title: "Two plies more",
            text: ["A search of depth 6 looks to the end of this game. (+1 is a win of X, −1 a loss.)"],
            scene: {
                tree: {
                    request: search(6),
                    open: ["", ...LINE],
                    lit: "b3 a4 b4 c4 d3 d4",
                    values: "none",
                    hidden: LINE,
                },
            },
            question: {
                kind: "choice",
                ask: "What does it say of b3?",
                options: ["+1", "0", "−1"],
                right: "{value}",
                replies: {
                    "+1": "X's threat is answered, and then X has none left.",
                    0: "That is what depth 4 said. Follow the lit path to its end: who has to play d3?",
                },
                otherwise: "",
            },
            reason: [
                "Every move of X loses: {losing}. After b3 and a4 two safe cells are left, b4 and c4; each side takes one, and X has to play d3.",
            ],
            facts: { value: nodeValue(search(6), "b3"), losing: movesTo(lost, "loss") },
        },
        {
            title: "Where did the loss go?",
            text: [
                "With depth 4 the search saw a loss after every move but b3. With depth 6 it sees that b3 loses, too.",
            ],
            scene: { spot: lost },
            question: {
                kind: "choice",
                ask: "What did b3 do, seen from depth 4?",
                options: [
                    "It prevented the loss",
                    "It pushed the loss behind the horizon",
                    "It made a draw likely",
                ],
                right: "It pushed the loss behind the horizon",
                replies: {
                    "It prevented the loss": "Depth 6 shows that O still wins, only later.",
                    "It made a draw likely":
                        "0 meant only that the game was unfinished. The result was decided before.",
                },
                otherwise: "",
            },
            reason: [
                "This is the horizon effect: a threat that must be answered costs two plies, and what the search does not want to see slips out of its sight. A program may throw away one good threat after another in this way.",
            ],
            facts: {},
        },
        {
            title: "What helps",
            text: [
                "Looking two plies deeper everywhere is expensive. Programs look further only at some positions.",
            ],
            scene: { spot: after(lost, "b3") },
            question: {
                kind: "choice",
                ask: "At which leaves should a search look further?",
                options: [
                    "Where a threat is not answered yet",
                    "Where the board is nearly empty",
                    "Where its side stands well",
                ],
                right: "Where a threat is not answered yet",
                replies: {
                    "Where the board is nearly empty":
                        "There are many such positions, and most are quiet: an estimate is fair there.",
                    "Where its side stands well":
                        "A search that doubts only one kind of news deceives itself. What makes an estimate unsafe?",
                },
                otherwise: "",
            },
            reason: [
                "A heuristic is a fair guess where nothing is about to happen. Where a [[threat]] is open, the next move changes everything. Looking on until it is quiet is called quiescence search.",
            ],
            facts: {},
        },
    ],
};
