/** Evaluation functions: those of the articles and of the paper of 2004, with their examples. */
import { evaluation, lineValue, nodeValue } from "./facts";
import type { Lesson, Spot } from "./lesson";
import { after, ARTICLE, CONNECT_FOUR, request } from "./spots";

const game = "3x3:3";
const won: Spot = { game, board: "x_o/_xo/__x" };
const ahead: Spot = { game, board: "x__/_x_/___" };
const diagonal: Spot = { game, board: "xo_/_xo/__x" };
const rows: Spot = { game, board: "xox/oxo/___" };
const centre: Spot = { game, board: "_x_/___/___" };
const middle: Spot = { game, moves: "b2" };
const far = after(CONNECT_FOUR, "d1 a1 e1");
const near = after(CONNECT_FOUR, "d1 c1 e1");
const toTheEnd = request(ARTICLE, "minimax", 3, "terminal");

export const EVALUATION: Lesson = {
    id: "evaluation",
    title: "Evaluation functions",
    about: "How a position gets a number before the game is over.",
    steps: [
        {
            title: "The simplest rule",
            text: [
                "An [[evaluation]] gives a position a number. The evaluation-function article has the simplest one, here called `terminal`: +10 if X has a line, −10 if O has one, and 0 for everything else.",
            ],
            scene: { spot: won },
            question: {
                kind: "choice",
                ask: "What does it make of this position?",
                options: ["+10", "0", "−10"],
                right: "{value}",
                replies: {
                    0: "Look along the diagonal from the upper left to the lower right.",
                    "−10": "O has two in the right column, and X has the cell below them.",
                },
                otherwise: "",
            },
            reason: ["X has the diagonal a3, b2, c1, so the value is {value}."],
            facts: { value: evaluation(won, "terminal") },
        },
        {
            title: "A position that looks good",
            text: [
                "X has two stones on the diagonal here, and O has none on the board. (No game leads here. The article uses it as an example.)",
            ],
            scene: { spot: ahead },
            question: {
                kind: "choice",
                ask: "What does the same rule make of this position?",
                options: ["+10", "+5", "0"],
                right: "{value}",
                replies: {
                    "+10": "X has not won yet. The rule gives +10 only to a finished line.",
                    "+5": "The rule knows three values: +10, 0 and −10.",
                },
                otherwise: "",
            },
            reason: [
                "The value is {value}: nobody has a line. This rule sees who has won, but not who is close to it. Where a search cannot look to the end of the game, it needs a better guess: a [[heuristic]].",
            ],
            facts: { value: evaluation(ahead, "terminal") },
        },
        {
            title: "Counting open lines",
            text: [
                "The open-lines article counts. A line is [[open|open line]] to X if O has no stone on it, and open to O if X has no stone on it. The value is the number of lines open to X minus the number open to O.",
                "Tic-Tac-Toe has 8 lines: three rows, three columns, two diagonals.",
            ],
            scene: { spot: ahead },
            question: {
                kind: "choice",
                ask: "What does `open-lines` make of this position?",
                options: ["+8", "+6", "+2"],
                right: "{value}",
                replies: {
                    "+8": "All 8 lines are open to X. But some are open to O too, and they are taken off.",
                    "+2": "2 is the number of lines open to O. The value is the difference.",
                },
                otherwise: "",
            },
            reason: [
                "All 8 lines are open to X. The stones of X touch 6 of them, so 2 are open to O. 8 − 2 = 6: the value is {value}.",
            ],
            facts: { value: evaluation(ahead, "open-lines") },
        },
        {
            title: "After a finished line",
            text: ["X has the diagonal now: X has won. Count the open lines again."],
            scene: { spot: diagonal },
            question: {
                kind: "choice",
                ask: "What does `open-lines` make of this position?",
                options: ["+4", "+100", "0"],
                right: "{value}",
                replies: {
                    "+100": "This rule only counts open lines. It does not look whether one of them is full.",
                    0: "The lines open to X are more than those open to O. Count them one by one.",
                },
                otherwise: "",
            },
            reason: [
                "The value is {value}, as in the article. It is less than the +6 of before, although X has won: a count of lines does not say whether the game is over. So a search asks the rules of the game first, and the heuristic only where the game goes on.",
            ],
            facts: { value: evaluation(diagonal, "open-lines"), before: evaluation(ahead, "open-lines") },
        },
        {
            title: "The other side's view",
            text: [
                "Another example of the article. For X this position is worth {x}: two lines are open to X, both diagonals, and none to O.",
            ],
            scene: { spot: rows },
            question: {
                kind: "choice",
                ask: "What is it worth for O?",
                options: ["+2", "0", "−2"],
                right: "{o}",
                replies: {
                    "+2": "That is the value for X. What is good for X is as bad for O.",
                    0: "O has no open line, but X has some, and they are taken off.",
                },
                otherwise: "",
            },
            reason: [
                "{o}: what one side gains the other loses. A value only means something together with the side that it is for.",
            ],
            facts: { x: evaluation(rows, "open-lines"), o: evaluation(rows, "open-lines", "o") },
        },
        {
            title: "More stones, more weight",
            text: [
                "The weighted-lines article does not count all lines alike. A line with stones of one side only counts 10 for one stone, 100 for two, 1000 for three: plus for one's own stones, minus for the opponent's. A line with stones of both sides counts nothing.",
            ],
            scene: { spot: middle },
            question: {
                kind: "choice",
                ask: "What is X's stone in the middle worth by `weighted-lines`?",
                options: ["+10", "+40", "+100"],
                right: "{value}",
                replies: {
                    "+10": "10 is what one line with one stone counts. Several lines run through the middle.",
                    "+100": "100 is for a line with two stones. Here each line has one.",
                },
                otherwise: "",
            },
            reason: [
                "Four lines run through the middle: a row, a column and two diagonals. Each has one stone and counts 10, together {value}. At the middle of an edge it would be {edge}: only two lines run through that.",
            ],
            facts: {
                value: evaluation(middle, "weighted-lines"),
                edge: evaluation(centre, "weighted-lines"),
            },
        },
        {
            title: "One line among many",
            text: ["Two stones of X again, at a3 and b2. Together this position is worth {all}."],
            scene: { spot: ahead, told: ["a3 b2 c1"] },
            question: {
                kind: "choice",
                ask: "How much of it comes from the diagonal that has both stones?",
                options: ["+20", "+100", "+150"],
                right: "{line}",
                replies: {
                    "+20": "Two stones on one line count more than twice one stone.",
                    "+150": "That is the sum of all lines. Five others have one stone each.",
                },
                otherwise: "",
            },
            reason: [
                "{line} for the diagonal, and 10 for each of five other lines: together {all}. Ten times as much for each further stone makes the rule prefer one long row to many short ones.",
            ],
            facts: {
                all: evaluation(ahead, "weighted-lines"),
                line: lineValue(ahead, "weighted-lines", "a3 b2 c1"),
            },
        },
        {
            title: "Numbers from the end of the game",
            text: [
                "The minimax article needs no guess: it takes a position with three empty cells and looks to the end of the game with `terminal`. X is to move.",
            ],
            scene: { spot: ARTICLE },
            question: {
                kind: "choice",
                ask: "What are the moves a1, b1 and c1 worth, in this order?",
                options: ["−10, 0, +10", "0, 0, +10", "+10, +10, +10"],
                right: "{a}, {b}, {c}",
                replies: {
                    "0, 0, +10": "After a1, can O complete the row in the middle or something else?",
                    "+10, +10, +10": "Only one of the three completes a line of X.",
                },
                otherwise: "",
            },
            reason: [
                "c1 completes the diagonal: {c}. After b1 both sides fill the board: {b}. After a1 O completes the middle column with b1: {a}. A search that reaches the end turns three simple values into the truth.",
            ],
            facts: {
                a: nodeValue(toTheEnd, "a1"),
                b: nodeValue(toTheEnd, "b1"),
                c: nodeValue(toTheEnd, "c1"),
            },
        },
        {
            title: "Room to grow",
            text: [
                "The paper of 2004 asks more of a heuristic: how long are the rows of each side, can they still grow to a full line, and can the missing cells be taken soon? Here it is called `runs`, and it works for boards on which stones fall.",
                "In Connect Four X has d1 and e1. With O's stone at a1, as shown, the value for X is {far}.",
            ],
            scene: { spot: far },
            question: {
                kind: "choice",
                ask: "O's stone is at c1 instead, right beside them. What is the value for X then?",
                options: ["+31", "+19", "+8"],
                right: "{near}",
                replies: {
                    "+31": "A stone of O beside the row takes room away from it. That cannot be better for X.",
                    "+19": "The row of X can grow to one side only now. This counts.",
                },
                otherwise: "",
            },
            reason: [
                "{near} instead of {far}: with c1 taken, only one line of four through d1 and e1 is left in this row, d1 to g1. With a1 taken there were two more.",
            ],
            facts: { far: evaluation(far, "runs"), near: evaluation(near, "runs") },
        },
    ],
};
