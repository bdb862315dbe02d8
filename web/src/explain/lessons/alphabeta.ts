/** Alpha-beta: the same value with fewer looks. */
import { chosenAt, conditionAt, nodeValue, skippedAt, visits } from "./facts";
import type { Lesson } from "./lesson";
import { CONNECT_FOUR, type Reached, request } from "./spots";

/** Four in a row on 4×4 with gravity and three open columns; X to move. */
const position: Reached = { game: "4x4:4:-2", moves: "a1 c1 d1 a2 c2 d2 c3 c4" };
const minimax = request(position, "minimax", 3, "open-lines");
const alphaBeta = request(position, "alpha-beta", 3, "open-lines");
const wide = (search: "minimax" | "alpha-beta") => request(CONNECT_FOUR, search, 6, "undecided");

export const ALPHA_BETA: Lesson = {
    id: "alpha-beta",
    title: "Alpha-beta",
    about: "How a search finds the value of minimax and leaves most of the tree out.",
    steps: [
        {
            title: "A promise",
            text: [
                "X searches three plies deep; stones fall, four in a row win. The [[leaves|leaf]] are valued with `open-lines`, for X.",
                "X has played b1. O's first answer b2 leads to three leaves, and each of them is worth 1. O's other answers have not been looked at yet.",
            ],
            scene: {
                tree: {
                    request: alphaBeta,
                    open: ["", "b1", "b1 b2"],
                    lit: "b1 b2",
                    values: "none",
                    shown: ["b1 b2", "b1 b2 a3", "b1 b2 b3", "b1 b2 d3"],
                },
            },
            question: {
                kind: "choice",
                ask: "What is known about the value of b1 now?",
                options: ["It is 1 or less", "It is 1 exactly", "It is 1 or more"],
                right: "It is 1 or less",
                replies: {
                    "It is 1 exactly": "That would be so if O had no other answer. O has two more.",
                    "It is 1 or more":
                        "O is to move after b1 and takes the smallest value. Can it rise above 1?",
                },
                otherwise: "",
            },
            reason: [
                "O can choose b2, and then X gets {b2}. Another answer may be even better for O, so b1 is worth 1 or less: ≤ 1. Such a statement is called a [[bound]].",
            ],
            facts: { b2: nodeValue(alphaBeta, "b1 b2") },
        },
        {
            title: "The next answer",
            text: [
                "O's second answer is a3. Then X is to move, and X's first move a4 leads to a leaf worth {leaf}. X takes the largest value, so a3 gives X {leaf} or more. But O has b2 already, which gives X only 1.",
            ],
            scene: {
                tree: {
                    request: alphaBeta,
                    open: ["", "b1", "b1 a3"],
                    lit: "b1 a3",
                    values: "none",
                    shown: ["b1 b2", "b1 a3 a4"],
                    hidden: ["b1 a3", "b1 a3 b2", "b1 a3 d3"],
                },
            },
            question: {
                kind: "node",
                ask: "Which leaf need not be looked at any more? There are two; click one.",
                right: "{skipped}",
                replies: {
                    "b1 a3 a4": "This leaf is the one that has been looked at.",
                    "b1 d3":
                        "O's third answer may still be better for O than b2. Nothing is known about it yet.",
                    "b1 b2": "This answer has been looked at already.",
                },
                otherwise: "Look below a3, the second answer of O: X has looked at a4 only.",
            },
            reason: [
                "{skipped}: after a3 X gets {leaf} or more, so O will not play a3, whatever the other two leaves are worth. Alpha-beta skips both. It is a [[cut]].",
            ],
            facts: { leaf: nodeValue(alphaBeta, "b1 a3 a4"), skipped: skippedAt(alphaBeta, "b1 a3") },
        },
        {
            title: "The condition",
            text: [
                "At each node alpha-beta carries a [[window]]: what MAX has for sure (alpha) and what MIN will allow at most (beta). The drawing of the search tree shows at each node when the rest is skipped.",
                "X is to move after b1 a3. O already has an answer that gives X 1.",
            ],
            scene: {
                tree: {
                    request: alphaBeta,
                    open: ["", "b1", "b1 a3"],
                    lit: "b1 a3",
                    values: "none",
                    shown: ["b1 b2"],
                    hidden: ["b1 a3"],
                },
            },
            question: {
                kind: "choice",
                ask: "From which value on can the rest of X's moves here be skipped?",
                options: ["≥ +1", "≥ +2", "≥ +3"],
                right: "{condition}",
                replies: {
                    "≥ +2": "If X gets 1 here, does O gain anything by playing a3 instead of b2?",
                    "≥ +3": "3 is what the first leaf happened to be worth. A smaller value would do.",
                },
                otherwise: "",
            },
            reason: [
                "Skip at {condition}: as soon as X has a move worth 1, a3 is no better for O than b2. Below that the search must go on. At a node where O moves the sign is turned round: the rest is skipped once a value is ≤ alpha.",
            ],
            facts: { condition: conditionAt(alphaBeta, "b1 a3") },
        },
        {
            title: "Both on one tree",
            text: [
                "Here is the whole tree, three plies deep. Minimax visits all {all} positions below the root. Step through it: both counters run, and branches that alpha-beta skips are dashed.",
            ],
            scene: { tree: { request: alphaBeta, open: "all", values: "all", race: true } },
            question: {
                kind: "choice",
                ask: "How many positions does alpha-beta visit?",
                options: ["12", "26", "37"],
                right: "{some}",
                replies: {
                    12: "That is too few: all of O's answers to each move of X have to be looked at here.",
                    37: "That is all of them. In several branches one leaf is enough.",
                },
                otherwise: "",
            },
            reason: [
                "{some} of {all}. Alpha-beta starts anew with each of X's three moves here, so that it knows their exact values and can tell which are equally good.",
            ],
            facts: { all: visits(minimax), some: visits(alphaBeta) },
        },
        {
            title: "Is anything lost?",
            text: ["Alpha-beta has left out a part of the tree. Minimax chooses {best} here, worth {value}."],
            scene: { spot: position },
            question: {
                kind: "choice",
                ask: "What does alpha-beta find?",
                options: [
                    "The same moves and the same value",
                    "The same moves, but a rougher value",
                    "Sometimes another move",
                ],
                right: "The same moves and the same value",
                replies: {
                    "The same moves, but a rougher value":
                        "Bounds stand inside the tree only, where they are enough. At the root the value is exact.",
                    "Sometimes another move":
                        "It skips only what cannot change the choice: that was the condition of each cut.",
                },
                otherwise: "",
            },
            reason: [
                "{also}, worth {alsoValue}: the same. Alpha-beta does not guess. It leaves out what is proven not to matter.",
            ],
            facts: {
                best: chosenAt(minimax),
                value: nodeValue(minimax),
                also: chosenAt(alphaBeta),
                alsoValue: nodeValue(alphaBeta),
            },
        },
        {
            title: "A large tree",
            text: ["The empty board of Connect Four, six plies deep. Minimax visits {all} positions."],
            scene: { spot: CONNECT_FOUR },
            question: {
                kind: "choice",
                ask: "How many does alpha-beta visit?",
                options: ["3948", "34\u202f314", "68\u202f628"],
                right: "{some}",
                replies: {
                    "34\u202f314":
                        "That is a quarter. Cuts near the root leave out whole branches, so it is far fewer.",
                    "68\u202f628":
                        "That is a half. Cuts near the root leave out whole branches, so it is far fewer.",
                },
                otherwise: "",
            },
            reason: [
                "{some}. If the best moves are looked at first, the number of leaves falls from b to the power of d to about twice the square root of that, for b moves at each of d plies. So the same work reaches nearly twice as deep. This is why searches take care to try good moves first.",
            ],
            facts: { all: visits(wide("minimax")), some: visits(wide("alpha-beta")) },
        },
    ],
};
