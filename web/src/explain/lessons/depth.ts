/** Depth: what a search sees when it looks further. */
import { chosenAt, firstDepth, nodeValue, visits } from "./facts";
import type { Lesson } from "./lesson";
import { ARTICLE, CONNECT_FOUR, EMPTY_BOARD, ENDGAME, FORK, request } from "./spots";

const opening = (depth: number) => request(EMPTY_BOARD, "minimax", depth, "open-lines");
const four = (depth: number) => request(CONNECT_FOUR, "minimax", depth, "undecided");
const endgame = (depth: number) => request(ENDGAME, "minimax", depth, "undecided");
const fork = (depth: number) => request(FORK, "minimax", depth, "undecided");
const perfect = request(ARTICLE, "minimax", 3, "perfect");

export const DEPTH: Lesson = {
    id: "depth",
    title: "Depth",
    about: "What a search sees when it looks one, two or three moves ahead, and what that costs.",
    steps: [
        {
            title: "One ply",
            text: [
                "The [[depth]] of a search is the number of [[plies|ply]] that it looks ahead. With depth 1 it looks at the positions after its own move, asks a [[heuristic]] what they are worth, and takes the best.",
                "The heuristic here is `open-lines`: lines still open to X minus lines still open to O.",
            ],
            scene: { spot: EMPTY_BOARD },
            question: {
                kind: "cell",
                ask: "Which cell does it choose for X on the empty board? Click it.",
                right: "{best}",
                replies: {},
                otherwise:
                    "Each stone of X closes the lines through its cell to O. Look for the cell with the most lines.",
            },
            reason: [
                "{best} has four lines through it, a corner three, the middle of an edge two. After {best} the value is {value}.",
            ],
            facts: { best: chosenAt(opening(1)), value: nodeValue(opening(1), "b2") },
        },
        {
            title: "Two plies",
            text: [
                "With depth 1, b2 is worth {one}. With depth 2 the search looks at O's answers too, and takes the one that is best for O.",
            ],
            scene: {
                tree: {
                    request: opening(2),
                    open: ["", "b2"],
                    lit: "b2",
                    values: "none",
                    shown: ["b2 a1", "b2 a2", "b2 a3", "b2 b1", "b2 b3", "b2 c1", "b2 c2", "b2 c3"],
                    hidden: ["b2"],
                },
            },
            question: {
                kind: "choice",
                ask: "What is b2 worth with depth 2?",
                options: ["+4", "+2", "+1"],
                right: "{two}",
                replies: {
                    "+4": "That was before O's answer. Each answer takes lines away from X.",
                    "+2": "That is what the middle of an edge leaves. O has better: a corner.",
                },
                otherwise: "",
            },
            reason: [
                "{two}: O takes a corner, which closes three lines to X. With depth 3 it is {three} again, after X's next move. Whoever has moved last looks better: compare values of one depth only.",
            ],
            facts: {
                one: nodeValue(opening(1), "b2"),
                two: nodeValue(opening(2), "b2"),
                three: nodeValue(opening(3), "b2"),
            },
        },
        {
            title: "What a ply costs",
            text: [
                "The empty board of Connect Four has 7 moves, and 7 answers to each. Minimax with depth 1 visits {one} positions, with depth 2 it visits {two}: 7 + 7 × 7.",
            ],
            scene: { spot: CONNECT_FOUR },
            question: {
                kind: "choice",
                ask: "How many positions does it visit with depth 3?",
                options: ["63", "112", "399"],
                right: "{three}",
                replies: {
                    63: "That would be 7 more. But each of the 49 positions after two plies has 7 moves.",
                    112: "That would be twice as many. But each of the 49 positions after two plies has 7 moves.",
                },
                otherwise: "",
            },
            reason: [
                "{three}: 7 + 49 + 343. Each ply multiplies the work by about 7. With depth 6 it is {six} positions.",
            ],
            facts: {
                one: visits(four(1)),
                two: visits(four(2)),
                three: visits(four(3)),
                six: visits(four(6)),
            },
        },
        {
            title: "Too short a look",
            text: [
                "This is the position of the lesson about minimax: O threatens a3. The heuristic is `undecided` now, which gives every unfinished position 0. With depth 1 the moves a1, a3 and b3 are worth {a}, {b} and {c}: the search cannot tell them apart.",
            ],
            scene: { spot: ENDGAME },
            question: {
                kind: "choice",
                ask: "How deep must it look to see that b3 loses?",
                options: ["2 plies", "3 plies", "to the end of the game"],
                right: "{depth} plies",
                replies: {
                    "3 plies": "O wins with the very next move after b3. Count the plies.",
                    "to the end of the game": "It is enough to look until O has won.",
                },
                otherwise: "",
            },
            reason: [
                "{depth} plies: b3 and O's answer a3. With depth 2 the moves are worth {a2}, {b2} and {c2}: only a3 is not lost.",
            ],
            facts: {
                a: nodeValue(endgame(1), "a1"),
                b: nodeValue(endgame(1), "a3"),
                c: nodeValue(endgame(1), "b3"),
                a2: nodeValue(endgame(2), "a1"),
                b2: nodeValue(endgame(2), "a3"),
                c2: nodeValue(endgame(2), "b3"),
                depth: firstDepth(endgame, "b3", (value) => value < 0),
            },
        },
        {
            title: "A win further away",
            text: ["X is to move and cannot win at once. O cannot win at once either."],
            scene: { spot: FORK },
            question: {
                kind: "choice",
                ask: "With which depth does minimax see that X has a winning move here?",
                options: ["1 ply", "2 plies", "3 plies"],
                right: "{depth} plies",
                replies: {
                    "1 ply": "After one ply nobody has three in a row.",
                    "2 plies": "After two plies X has moved once and O once. X has no line yet.",
                },
                otherwise: "",
            },
            reason: [
                "{depth} plies: X plays {best}, O answers, X completes a line. {best} makes two threats, and O can stop one. With depth 2 all moves look the same.",
            ],
            facts: {
                best: chosenAt(fork(3)),
                depth: firstDepth(fork, "a3", (value) => value > 0),
            },
        },
        {
            title: "Sooner or later",
            text: [
                "Minimax gives every win the same value, near or far, so it may put off a win for ever. The player `perfect` counts the plies: a win is worth 10 minus the plies to it, a loss −10 plus the plies to it.",
                "X is to move and can complete a diagonal with c1.",
            ],
            scene: { spot: ARTICLE },
            question: {
                kind: "choice",
                ask: "What is c1 worth to the perfect player?",
                options: ["+10", "+9", "+7"],
                right: "{win}",
                replies: {
                    "+10": "The win takes a ply, and each ply costs 1.",
                    "+7": "That would be a win in three plies.",
                },
                otherwise: "",
            },
            reason: [
                "{win}: 10 − 1. The losing move a1 is worth {loss}: −10 + 2, because O needs two plies. So the perfect player wins as soon as it can, and loses as late as it can.",
            ],
            facts: { win: nodeValue(perfect, "c1"), loss: nodeValue(perfect, "a1") },
        },
    ],
};
