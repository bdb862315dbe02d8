/** The worked examples of the sources, with their numbers. */

export interface Example {
    readonly text: string;
    /** The number that the source gives. */
    readonly value: string;
    readonly game: string;
    readonly moves: string;
    /** The settings of the view. */
    readonly settings: Readonly<Record<string, string>>;
    /** Stones that no game leads to, as board text; then `moves` is empty. */
    readonly board?: string;
}

export interface Source {
    readonly name: string;
    readonly about: string;
    readonly examples: readonly Example[];
}

const lines = (heuristic: string): Record<string, string> => ({ tab: "lines", heuristic, for: "x" });
const tree = (search: string, plies: number, heuristic: string): Record<string, string> => ({
    tab: "tree",
    search,
    plies: String(plies),
    heuristic,
});
const TIC_TAC_TOE = "tic-tac-toe";
/** `xox/oox/___`, X to move. */
const ENDING = "a3 b3 c3 a2 c2 b2";

export const SOURCES: readonly Source[] = [
    {
        name: "The evaluation-function article",
        about: "A game that X has won is worth +10, one that O has won −10, and every other position 0.",
        examples: [
            {
                text: "X has the diagonal a3 b2 c1",
                value: "+10",
                game: TIC_TAC_TOE,
                moves: "a3 c3 b2 c2 c1",
                settings: lines("terminal"),
            },
        ],
    },
    {
        name: "The open-lines article",
        about: "The value is the number of lines still open to X minus the number still open to O.",
        examples: [
            {
                text: "The empty board",
                value: "0",
                game: TIC_TAC_TOE,
                moves: "",
                settings: lines("open-lines"),
            },
            {
                text: "Two stones of X, none of O",
                value: "+6",
                game: TIC_TAC_TOE,
                moves: "",
                board: "x__/_x_/___",
                settings: lines("open-lines"),
            },
            {
                text: "X has the diagonal",
                value: "+4",
                game: TIC_TAC_TOE,
                moves: "a3 b3 b2 c2 c1",
                settings: lines("open-lines"),
            },
            {
                text: "Two rows are full",
                value: "+2",
                game: TIC_TAC_TOE,
                moves: "a3 b3 c3 a2 b2 c2",
                settings: lines("open-lines"),
            },
        ],
    },
    {
        name: "The weighted-lines article",
        about: "A line with stones of one side only counts 10, 100 or 1000 for one, two or three stones.",
        examples: [
            {
                text: "X in the centre: four lines with one stone",
                value: "+40",
                game: TIC_TAC_TOE,
                moves: "b2",
                settings: lines("weighted-lines"),
            },
            {
                text: "X has the diagonal: a line with three stones counts 1000",
                value: "1000",
                game: TIC_TAC_TOE,
                moves: "a3 b3 b2 c2 c1",
                settings: lines("weighted-lines"),
            },
        ],
    },
    {
        name: "The minimax article",
        about: "X to move on xox/oox/___. One move wins, one draws, one loses.",
        examples: [
            {
                text: "Minimax to the end: c1, b1 and a1",
                value: "+10, 0, −10",
                game: TIC_TAC_TOE,
                moves: ENDING,
                settings: tree("minimax", 3, "terminal"),
            },
            {
                text: "The perfect player: 10 minus the depth",
                value: "+9, 0, −8",
                game: TIC_TAC_TOE,
                moves: ENDING,
                settings: { ...tree("minimax", 3, "terminal"), wins: "perfect" },
            },
            {
                text: "Alpha-beta, step by step: the same value",
                value: "+10",
                game: TIC_TAC_TOE,
                moves: ENDING,
                settings: { ...tree("alpha-beta", 3, "terminal"), step: "enter" },
            },
        ],
    },
    {
        name: "The Connect-Toe paper",
        about: "A position that is undecided at the end of the search counts +1, −1 or 0 for the player who searches.",
        examples: (["optimistic", "pessimistic", "undecided"] as const).map((heuristic, index) => ({
            text: `Connect Four, two plies deep, ${heuristic}`,
            value: ["+1", "−1", "0"][index] ?? "",
            game: "connect-four",
            moves: "",
            settings: tree("minimax", 2, heuristic),
        })),
    },
];
