/** Optimistic, pessimistic, undecided: the three heuristics of the paper of 2004. */
import { chosenAt, countChosen, nodeValue } from "./facts";
import type { Lesson } from "./lesson";
import { ARTICLE, CONNECT_FOUR, ENDGAME, request } from "./spots";

const start = (heuristic: string) => request(CONNECT_FOUR, "minimax", 2, heuristic);
const danger = (heuristic: string) => request(ENDGAME, "minimax", 2, heuristic);
const chance = (heuristic: string) => request(ARTICLE, "minimax", 1, heuristic);

export const OPTIMISM: Lesson = {
    id: "optimism",
    title: "Optimistic, pessimistic, undecided",
    about: "Three ways to value a game that is not over, and what each of them fails to see.",
    steps: [
        {
            title: "An unfinished game",
            text: [
                "The paper of 2004 asks what a search should think of a position at its [[horizon]] where nobody has won. It knows three answers. A won game counts +1 and a lost one −1 for all of them.",
                "The [[optimistic]] search counts an unfinished game as if it had won it.",
            ],
            scene: { spot: CONNECT_FOUR },
            question: {
                kind: "choice",
                ask: "What is the empty board of Connect Four worth to it, two plies deep?",
                options: ["+1", "0", "−1"],
                right: "{value}",
                replies: {
                    0: "Nobody has won after two plies, but it does not call that even.",
                    "−1": "That would be the view of a search that expects the worst.",
                },
                otherwise: "",
            },
            reason: [
                "{value}: after two plies nobody can have four in a row, so all positions at the horizon are unfinished, and it counts each as won.",
            ],
            facts: { value: nodeValue(start("optimistic")) },
        },
        {
            title: "Expecting the worst",
            text: ["The [[pessimistic]] search counts an unfinished game as if it had lost it."],
            scene: { spot: CONNECT_FOUR },
            question: {
                kind: "choice",
                ask: "What is the same board worth to it?",
                options: ["+1", "0", "−1"],
                right: "{value}",
                replies: {
                    "+1": "That was the optimistic search.",
                    0: "Nobody has won, but it does not call that even.",
                },
                otherwise: "",
            },
            reason: [
                "{value}. A third way is [[undecided]]: an unfinished game counts {undecided}, between a win and a loss. All three look at the same tree and differ only at its horizon.",
            ],
            facts: {
                value: nodeValue(start("pessimistic")),
                undecided: nodeValue(start("undecided")),
            },
        },
        {
            title: "The optimist in danger",
            text: [
                "O threatens a3. An optimistic search of depth 2 moves for X: it looks at O's answers, too.",
            ],
            scene: { spot: ENDGAME },
            question: {
                kind: "cell",
                ask: "Which move does it choose? Click it.",
                right: "{best}",
                replies: {
                    a1: "After a1 O wins with a3. The optimist sees that: the game is over there, so there is nothing to hope for.",
                    b3: "After b3 O wins with a3. The optimist sees that: the game is over there, so there is nothing to hope for.",
                },
                otherwise: "",
            },
            reason: [
                "{best}: it is worth {good}, because the game is unfinished after each answer. The other moves are worth {bad}. An optimist avoids a loss that it sees.",
            ],
            facts: {
                best: chosenAt(danger("optimistic")),
                good: nodeValue(danger("optimistic"), "a3"),
                bad: nodeValue(danger("optimistic"), "b3"),
            },
        },
        {
            title: "The pessimist in danger",
            text: ["The same position and the same depth, but now a pessimistic search moves for X."],
            scene: { spot: ENDGAME },
            question: {
                kind: "choice",
                ask: "How many of the three moves are equally good to it?",
                options: ["1", "2", "3"],
                right: "{count}",
                replies: {
                    1: "It sees that a1 and b3 lose. But what does it think of a3, after which the game is unfinished?",
                    2: "a1 and b3 lose at once, and it counts both as −1. What does it think of a3?",
                },
                otherwise: "",
            },
            reason: [
                "{count}: an unfinished game is as bad as a lost one to it, so a3 is worth {a3}, like the others. It picks one of the three at random and may overlook the threat. A pessimist does not defend itself.",
            ],
            facts: { count: countChosen(danger("pessimistic")), a3: nodeValue(danger("pessimistic"), "a3") },
        },
        {
            title: "A win in reach",
            text: ["X can complete a diagonal with c1. The searches have depth 1."],
            scene: { spot: ARTICLE },
            question: {
                kind: "choice",
                ask: "Which search may miss the win?",
                options: ["The optimistic one", "The pessimistic one", "The undecided one"],
                right: "The optimistic one",
                replies: {
                    "The pessimistic one":
                        "A win is the only thing that it does not count as −1, so it takes it.",
                    "The undecided one":
                        "To it a win is +1 and everything unfinished 0, so it takes the win.",
                },
                otherwise: "",
            },
            reason: [
                "The optimistic search gives a sure win and an unfinished game the same value, so all {all} moves are equally good to it. To the pessimistic search {sure} is the best move.",
            ],
            facts: { all: countChosen(chance("optimistic")), sure: chosenAt(chance("pessimistic")) },
        },
        {
            title: "The third way",
            text: [
                "An optimist may miss a win, and a pessimist may miss a threat. The undecided search counts an unfinished game 0.",
            ],
            scene: { spot: ENDGAME },
            question: {
                kind: "choice",
                ask: "What are a1, a3 and b3 worth to it, in this order, with depth 2?",
                options: ["−1, 0, −1", "−1, +1, −1", "0, 0, 0"],
                right: "{a}, {b}, {c}",
                replies: {
                    "−1, +1, −1": "+1 is a win that the search has seen. After a3 the game is unfinished.",
                    "0, 0, 0": "After a1 and b3 O wins with a3, and depth 2 sees that.",
                },
                otherwise: "",
            },
            reason: [
                "It takes wins, stops threats, and keeps both apart from what it does not know. In the paper's experiments, the three played each other and a random player at many depths; the guide to the paper shows who won.",
            ],
            facts: {
                a: nodeValue(danger("undecided"), "a1"),
                b: nodeValue(danger("undecided"), "a3"),
                c: nodeValue(danger("undecided"), "b3"),
            },
        },
    ],
};
