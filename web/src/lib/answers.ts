/** What the server answers: the JSON of the command line, field for field. */

export type Side = "x" | "o";
export type Outcome = Side | "draw";
export type Result = "win" | "draw" | "loss";

/** The stones of X's first turn, and of every later turn of either side. */
export interface Turns {
    readonly first: number;
    readonly later: number;
}

/** `levels`: a level of difficulty. */
export interface Level {
    readonly name: string;
    readonly about: string;
    /** How much stronger it is than the weakest, in Elo points. */
    readonly elo: number;
    /** Its player for the game, as text. */
    readonly player: string;
    /** Whether the game has room for it. */
    readonly offered: boolean;
}

/** What is known of a game without a search. Values are for X, who moves first. */
export interface KnownGame {
    /** `null` if it is not known. */
    readonly result: Result | null;
    /** Plies to the end of the game; `null` for a draw, and if they are not known. */
    readonly distance: number | null;
    /** The first moves that keep the value; none if they are not known. */
    readonly best: readonly string[];
    /** What is possible, as long as result and distance are not both known. */
    readonly bounds?: Bounds | null;
    /** `atlas` or `book`. */
    readonly source?: string | null;
    /** The game that the atlas has, where this one is on a turned board. */
    readonly listed_as?: string;
}

/** `describe`: a game; with the answer of `levels`. */
export interface Description {
    readonly game: string;
    readonly sizes: readonly number[];
    /** Stones in a row that win; `null` where winning lines are not rows of one length. */
    readonly k: number | null;
    /** What a winning line is, in words, where it is not so many in a row. */
    readonly lines_rule?: string;
    /** What stands for the lines in game text there. */
    readonly lines_kind?: "lines" | "shape" | "plane" | "projective";
    /** The cells whose images are the lines, if these are a shape's. */
    readonly shape?: readonly string[];
    /** All rules in words, each a part of a sentence. */
    readonly rules: readonly string[];
    /** What the sides are called where only X’s lines count. */
    readonly side_names?: Readonly<Record<Side, string>>;
    /** How the game ends when no move is left and no line has ended it. */
    readonly without_moves: Outcome;
    /** `free`, or the ids of the open faces separated by commas. */
    readonly faces: string;
    readonly flags: readonly string[];
    /** The dimensions whose edges are joined, counted from 1. */
    readonly wraps?: readonly number[];
    /** How many stones a side places in its turn, if that is not always one. */
    readonly turn?: Turns;
    /** The cells that no stone ever stands on. */
    readonly blocked?: readonly string[];
    /** Whether the cells are points that are no grid. */
    readonly points?: boolean;
    readonly cells: number;
    readonly lines: number;
    /** The cells of one winning line, to show what wins. */
    readonly example_line?: readonly string[];
    /** The cells of every winning line, where lines are not so many in a row and there are not too many. */
    readonly line_cells?: readonly (readonly string[])[];
    /** Where each cell is drawn, to the right and upwards, from 0 to 1, if a file of lines says so. */
    readonly places?: readonly (readonly [x: number, y: number])[];
    /** The order of the symmetry group; a decimal string above 2^53. */
    readonly symmetries: number | string;
    readonly first_moves: readonly string[];
    readonly known?: KnownGame;
    readonly levels: readonly Level[];
}

/** A preset of `games`. */
export interface Preset {
    readonly name: string;
    readonly game: string;
    readonly about: string;
}

/** `moves`: a position. */
export interface Moves {
    readonly to_move: Side;
    /** How many stones that side has left to place in its turn, where turns have several. */
    readonly left?: number;
    readonly legal: readonly string[];
    /** The empty cells that the rules forbid the side to move to take. */
    readonly forbidden?: readonly string[];
    readonly outcome: Outcome | null;
    /** The cells of the runs that ended the game; empty while it goes on. */
    readonly winning_cells?: readonly string[];
    /** The open faces through which each legal move can be dropped, in the order of `legal`. */
    readonly drops?: readonly (readonly string[])[];
    /** The moves before the position, as cells. */
    readonly played?: readonly string[];
}

/** `read`: a game in the format of another program. */
export interface ReadGame {
    readonly game: string;
    readonly format: string;
    /** The board that the moves start from, if it has stones. */
    readonly board?: string;
    /** The main line, as cells. */
    readonly moves: readonly string[];
    /** All moves with variations in brackets, if there are any. */
    readonly variations?: string;
    readonly games: number;
}

/** `eval`: the values of the heuristics for one side. */
export interface Evaluations {
    readonly values: Readonly<Record<string, number>>;
}

/** A result of best play, for the side to move, with the plies to it if they are known. */
export interface StatedResult {
    readonly result: Result;
    readonly distance?: number | null;
    /** Whether the game may end sooner than that. */
    readonly at_most?: boolean;
}

/** What something is worth to the side to move: what a player makes of it, and what is proven. */
export interface Worth {
    /** The score that the player expects, from 0 for a loss to 1 for a win. */
    readonly score?: number | null | undefined;
    readonly exact?: StatedResult | null | undefined;
    /** A win or loss that the player sees coming, without a proof. */
    readonly claim?: StatedResult | null | undefined;
}

/** Why a move is good or bad: a phrase that goes on after the move's name. */
export interface MoveReason {
    readonly kind: string;
    /** The cells that it is about. */
    readonly cells: readonly string[];
    /** A line from the position on, which begins with the move. */
    readonly moves: readonly string[];
    readonly text: string;
}

/** A move with the value that a search gives it, for the side to move. */
export interface ValuedMove extends Worth {
    readonly move: string;
    readonly value: number;
    /** Why, the strongest reason first, if that was asked. */
    readonly reasons?: readonly MoveReason[];
}

/** `analyze`: a search. */
export interface Analysis extends Worth {
    /** `null` if the game is over. */
    readonly value: number | null;
    readonly best: readonly string[];
    readonly moves: readonly ValuedMove[];
    readonly line: readonly string[];
    readonly nodes: number;
    readonly complete: boolean;
    readonly to_move: Side;
    /** Whether the search was stopped before its end. */
    readonly interrupted?: boolean;
}

/** `choose`: the move that a player plays. */
export interface ChosenMove {
    readonly move: string;
    /** Why, the strongest reason first, if that was asked. */
    readonly reasons?: readonly MoveReason[];
}

/** Kinds of mistakes. */
export type Mistake = "blunder" | "mistake" | "inaccuracy";

/** What a move of a game was worth to the side that made it. */
export interface ReviewedMove {
    /** Its number, counted from 1. */
    readonly ply: number;
    readonly side: Side;
    readonly move: string;
    /** Whether the values of the best move and of this one are proven. */
    readonly exact: boolean;
    readonly mistake: Mistake | null;
    /** Moves that would have been better than a mistake, the best first. */
    readonly better: readonly string[];
    /** What is to be said of the move, in a sentence. */
    readonly text: string;
    readonly best_worth: Worth;
    readonly worth: Worth;
    /** Why the better move was better, or why this one is as it is. */
    readonly reasons?: readonly MoveReason[];
    /** Why a mistake is one. */
    readonly refutation?: readonly MoveReason[];
}

/** `review`: what the moves of a game were worth. */
export interface ReviewedGame {
    /** In their order; the last ones if the review was stopped. */
    readonly moves: readonly ReviewedMove[];
    /** The number of the move that decided the game. */
    readonly decisive?: number | null;
    /** What came of the game, in a sentence. */
    readonly text: string;
    /** Whose opinion counts where nothing is proven. */
    readonly player: string;
    readonly interrupted?: boolean;
}

/** A move with its exact result, for the side to move; `distance` counts plies from now. */
export interface SolvedMove {
    readonly move: string;
    readonly result: Result;
    readonly distance: number | null;
}

/** `solve`: the exact result of a position. */
export interface Solution {
    /** `null` if the solver was stopped before it knew. */
    readonly result: Result | null;
    readonly distance: number | null;
    readonly best: readonly string[];
    readonly line: readonly string[];
    readonly nodes: number;
    readonly seconds: number;
    readonly moves?: readonly SolvedMove[];
    readonly to_move: Side;
    readonly over: boolean;
}

/** What the solver knows already of a value. */
export interface Bounds {
    readonly at_least: { readonly result: Result; readonly distance: number | null };
    readonly at_most: { readonly result: Result; readonly distance: number | null };
}

/** `event: progress` of a stream: what is known so far. */
export interface Progress extends Worth {
    readonly done?: number;
    readonly total?: number;
    readonly unit?: string;
    readonly nodes?: number;
    /** Plies of the deepest finished look, whose value, moves and line these are. */
    readonly depth?: number;
    readonly value?: number;
    readonly best?: readonly string[];
    readonly moves?: readonly ValuedMove[];
    readonly line?: readonly string[];
    readonly bounds?: Bounds;
}

/** What `describe` says by itself: a game without its levels. */
export type Facts = Omit<Description, "levels">;

/** The body of a request about a position: the command's long options with `_` for `-`. */
export interface PositionRequest {
    readonly game: string;
    readonly moves?: string;
    readonly [option: string]: unknown;
}
