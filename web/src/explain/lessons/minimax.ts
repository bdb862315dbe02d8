/** What is minimax? Ten steps on one position of Tic-Tac-Toe with three empty cells. */
import { chosenAt, countMoves, movesTo, nodeValue, skippedAt, visits } from "./facts";
import type { Lesson, TreeScene } from "./lesson";
import { ENDGAME, request } from "./spots";

const minimax = request(ENDGAME, "minimax", 3, "terminal");
const alphaBeta = request(ENDGAME, "alpha-beta", 3, "terminal");
const whole: TreeScene = { request: minimax, open: "all", values: "leaves" };

export const MINIMAX: Lesson = {
    id: "minimax",
    title: "What is minimax?",
    about: "How a computer finds the best move by trying every move, on one small position.",
    steps: [
        {
            title: "Your move",
            text: [
                "X and O play Tic-Tac-Toe: whoever has three in a row wins. Three cells are empty, and X is to move.",
            ],
            scene: { spot: ENDGAME },
            question: {
                kind: "cell",
                ask: "What would you play for X? Click a cell.",
                right: "{best}",
                replies: {
                    a1: "After a1, O plays a3 and has three in a row: a3, b2, c1. X needs a move that stops this.",
                    b3: "b3 makes two in a row for X, but O does not wait: O plays a3 and has a3, b2, c1.",
                },
                otherwise: "This cell is taken. Click one of the three empty cells.",
            },
            reason: [
                "{best} is the only move that does not lose. O has b2 and c1, and would win with a3.",
                "People see that because they know what a [[threat]] is. A computer need not know it. The next steps show how it finds the same move by trying everything.",
            ],
            facts: { best: movesTo(ENDGAME, "draw", "win") },
        },
        {
            title: "Everything that can happen",
            text: [
                "The drawing starts at the top with the position of the first step. Each line down is a move. It is called a [[tree]]; the position at the top is its [[root]], and each position in it is a [[node]].",
                "One move by one player is a [[ply]]. X has three moves, so there are three positions after one ply.",
            ],
            scene: { tree: { request: minimax, open: [""], values: "none" } },
            question: {
                kind: "choice",
                ask: "How many moves can O answer with after each of them?",
                options: ["1", "2", "3"],
                right: "{replies}",
                replies: {
                    1: "One cell of the three is taken by X. More than one is left.",
                    3: "There were three empty cells, but X has just taken one of them.",
                },
                otherwise: "",
            },
            reason: [
                "Two cells are left, so O has {replies} moves, and there are 3 × 2 = 6 positions after two [[plies|ply]]. Where the game is not over then, X takes the last cell.",
            ],
            facts: { replies: countMoves({ ...ENDGAME, moves: `${ENDGAME.moves} b3` }) },
        },
        {
            title: "The end of a branch",
            text: [
                "Here is the whole tree: in each [[branch]] the game goes on until it is over. A position where nothing follows is a [[leaf]].",
                "Leaves are easy to value. A win of X counts +10, a win of O −10, and a [[draw]] 0. The values are always for X.",
                "Look at the lit path: X plays b3, O plays a1, X plays a3.",
            ],
            scene: {
                tree: {
                    ...whole,
                    values: "none",
                    lit: "b3 a1 a3",
                    hidden: ["b3 a1 a3"],
                },
            },
            question: {
                kind: "choice",
                ask: "What is this leaf worth?",
                options: ["+10", "0", "−10"],
                right: "{leaf}",
                replies: {
                    0: "It would be 0 if nobody had three in a row. Look at the top row.",
                    "−10": "−10 would be a win of O. Who has the top row?",
                },
                otherwise: "",
            },
            reason: ["X has the top row a3, b3, c3 and has won: {leaf}."],
            facts: { leaf: nodeValue(minimax, "b3 a1 a3") },
        },
        {
            title: "Another leaf",
            text: ["Now the lit path is shorter: X plays a1, O plays a3."],
            scene: { tree: { ...whole, values: "none", lit: "a1 a3", hidden: ["a1 a3"] } },
            question: {
                kind: "choice",
                ask: "What is this leaf worth?",
                options: ["+10", "0", "−10"],
                right: "{leaf}",
                replies: {
                    "+10": "O made the last move here, and it made a line. Values are for X.",
                    0: "One cell is still empty, but the game is over: look at a3, b2 and c1.",
                },
                otherwise: "",
            },
            reason: [
                "O has a3, b2, c1 and has won. For X that is {leaf}. The game is over, so nobody fills the last cell: this leaf lies one ply higher than others.",
            ],
            facts: { leaf: nodeValue(minimax, "a1 a3") },
        },
        {
            title: "A third leaf",
            text: ["The lit path: X plays a3, O plays b3, X plays a1. No cell is empty."],
            scene: { tree: { ...whole, values: "none", lit: "a3 b3 a1", hidden: ["a3 b3 a1"] } },
            question: {
                kind: "choice",
                ask: "What is this leaf worth?",
                options: ["+10", "0", "−10"],
                right: "{leaf}",
                replies: {
                    "+10": "Look for three X in a row. There is no such line.",
                    "−10": "Look for three O in a row. There is no such line.",
                },
                otherwise: "",
            },
            reason: ["Nobody has three in a row: a draw, worth {leaf}."],
            facts: { leaf: nodeValue(minimax, "a3 b3 a1") },
        },
        {
            title: "O decides",
            text: [
                "All leaves have their values now. What are the positions above them worth? We start with the position after b3. O is to move and wants X to get as little as possible.",
                "Such a node is called [[MIN|min]].",
            ],
            scene: { tree: { ...whole, lit: "b3", shown: ["b3 a1"], hidden: ["b3"] } },
            question: {
                kind: "node",
                ask: "Which reply does O choose after b3? Click it in the tree.",
                right: "{reply}",
                replies: {
                    "b3 a1":
                        "After a1, X takes a3 and wins. O would be glad to have something better, and has it.",
                },
                otherwise: "Click one of the two positions below b3.",
            },
            reason: ["O chooses a3, because it wins: −10 is less than +10. So b3 is worth {value} to X."],
            facts: { reply: chosenAt(minimax, "b3"), value: nodeValue(minimax, "b3") },
        },
        {
            title: "A tempting move",
            text: [
                "Now the position after a3. If O replies a1, X wins with b3. If O replies b3, the board fills up and the game is a draw.",
            ],
            scene: { tree: { ...whole, lit: "a3", shown: ["a3 a1", "a3 b3"], hidden: ["a3"] } },
            question: {
                kind: "choice",
                ask: "What is a3 worth to X?",
                options: ["+10", "+5", "0"],
                right: "{value}",
                replies: {
                    "+10": "Only if O helps. Minimax does not count on a mistake of the opponent.",
                    "+5": "This is the average of +10 and 0. But O does not toss a coin: O picks the reply that is best for O.",
                },
                otherwise: "",
            },
            reason: [
                "O picks the smallest value, and the smaller of +10 and 0 is {value}. That is what a3 is worth against the best defence.",
            ],
            facts: { value: nodeValue(minimax, "a3") },
        },
        {
            title: "X decides",
            text: [
                "All three moves of X have a value now. X is to move at the root and wants the largest value: this node is called [[MAX|max]].",
            ],
            scene: { tree: { ...whole, values: "all", hidden: [""] } },
            question: {
                kind: "node",
                ask: "Which move does X choose? Click it in the tree.",
                right: "{best}",
                replies: {
                    a1: "a1 is worth −10. Is there a move that is worth more?",
                    b3: "b3 is worth −10. Is there a move that is worth more?",
                },
                otherwise: "Click one of the three positions right below the root.",
            },
            reason: [
                "X chooses {best}, the largest of the three values: {value}. MIN takes the smallest value, MAX the largest, level by level from the leaves to the root. That is [[minimax]].",
                "{best} is also the right move of the first step: minimax finds it and knows nothing of threats.",
            ],
            facts: { best: chosenAt(minimax), value: nodeValue(minimax) },
        },
        {
            title: "A branch that nobody needs",
            text: [
                "Could X save work? Say that X has looked at a3 first and knows that it is worth 0. Now X looks at b3, and at O's reply a3 first: it wins for O, −10.",
                "So b3 is worth −10 or less, whatever else O can do, and X has something better already.",
            ],
            scene: { tree: { ...whole, values: "none", lit: "b3", shown: ["a3", "b3 a3"] } },
            question: {
                kind: "node",
                ask: "Which position right below b3 can be skipped? Click it in the tree.",
                right: "{skipped}",
                replies: {
                    "b3 a3": "This one has just been looked at: it is the reason why the other need not be.",
                },
                otherwise: "Click one of the two positions below b3.",
            },
            reason: [
                "{skipped} can be skipped, with everything below it: no value there can make X choose b3. Leaving out such a branch is called a [[cut]], and minimax with cuts is called [[alpha-beta]].",
            ],
            facts: { skipped: skippedAt(alphaBeta, "b3") },
        },
        {
            title: "Two ways, two counts",
            text: [
                "Minimax visits every position of the tree below the root: {all} of them. Alpha-beta goes through the same tree and skips what cannot change the choice.",
                "Step through the tree with the buttons, if you like: both counters run.",
            ],
            scene: { tree: { request: alphaBeta, open: "all", values: "all", race: true } },
            question: {
                kind: "choice",
                ask: "How many positions does alpha-beta visit?",
                options: ["13", "9", "5"],
                right: "{some}",
                replies: {
                    13: "That is all of them. Below a1 and below b3 something can be skipped.",
                    5: "That is too few: every move of X has to be looked at, and a3 needs both replies.",
                },
                otherwise: "",
            },
            reason: [
                "{some} instead of {all}, and it plays the same move, {best}, with the same value. In larger trees the difference is far greater.",
                "The tree of Connect Four is too large for any computer to visit whole. The next lesson shows what is done then.",
            ],
            facts: { all: visits(minimax), some: visits(alphaBeta), best: chosenAt(alphaBeta) },
        },
    ],
};
