/** Words of the field, each explained in a sentence or two. Lessons and the search tree show them where they stand. */

const TERMS = {
    "alpha-beta":
        "Alpha-beta is minimax that leaves out moves which cannot change the choice. It finds the same value.",
    bound: "A bound says on which side of a number a value lies: ≥ 3 means 3 or more, ≤ 3 means 3 or less. A search that skips moves often knows no more than that, and needs no more.",
    branch: "A branch is a move of the tree with everything that can follow it.",
    cut: "A cut is the moment at which a search skips the remaining moves of a position, because none of them can change the choice at the root.",
    depth: "The depth of a search is the number of plies that it looks ahead.",
    draw: "A draw is a game that nobody wins.",
    evaluation:
        "An evaluation gives a position a number: the larger, the better for the side that it is computed for.",
    fork: "A fork is a move that makes two threats at once. The opponent can stop only one of them.",
    gravity: "With gravity a stone falls through its column to the lowest empty cell.",
    heuristic:
        "A heuristic is an evaluation that estimates who stands better in an unfinished game. It can be wrong.",
    horizon: "The horizon is where a search ends. What happens behind it, the search does not see.",
    leaf: "A leaf is a position at which the search looks no further: the game is over there, or the depth is reached.",
    line: "A line is a row of cells that wins for the player who fills it: three cells in Tic-Tac-Toe, four in Connect Four.",
    max: "At a MAX node the side that searches is to move. It takes the largest value.",
    min: "At a MIN node the opponent is to move. It takes the smallest value, because the values are for the side that searches.",
    minimax:
        "Minimax values a position by assuming that both sides play their best moves: one takes the largest value, the other the smallest.",
    node: "A node of the tree is a position that the search looks at.",
    odd: "Rows are counted from the bottom. Rows 1, 3 and 5 are odd, rows 2, 4 and 6 are even.",
    "open line": "A line is open to a player if the opponent has no stone on it.",
    optimistic:
        "Optimistic: an undecided position at the horizon counts as a win for the player who searches.",
    pessimistic:
        "Pessimistic: an undecided position at the horizon counts as a loss for the player who searches.",
    ply: "A ply is one move by one player. One move each are two plies.",
    root: "The root is the position from which the search starts.",
    threat: "A threat is a line that its owner completes with the next move if nothing is done about it.",
    tree: "The tree has a position at the top, below it the positions after each of its moves, and so on.",
    undecided: "A position is undecided while nobody has won and the board is not full.",
    window: "The window is the range between alpha and beta. A value outside of it cannot change the choice at the root. Alpha is the least that MAX has for sure, beta the most that MIN will allow.",
    zugzwang:
        "Zugzwang is the duty to move when every move does harm. The player would be better off if they could pass.",
} as const;

export type TermName = keyof typeof TERMS;

export const TERM_NAMES = Object.keys(TERMS) as readonly TermName[];

/** What a term means. */
export const meaningOf = (term: TermName): string => TERMS[term];

export const isTerm = (name: string): name is TermName => Object.hasOwn(TERMS, name);
