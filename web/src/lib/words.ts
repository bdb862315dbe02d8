import type { Facts, Moves, Preset, Side } from "./answers";
import { facesOf } from "./geometry";
import type { View } from "./url";

/** The views' names for people. */
export const VIEW_NAMES: Readonly<Record<View, string>> = {
    play: "Play",
    analyse: "Analyse",
    explain: "Explain",
    puzzles: "Puzzles",
    build: "Games",
    atlas: "Atlas",
    lab: "Laboratory",
};

/** A number with a thin gap between thousands; four digits have no gap: `1234`, `114 000`. As reports write it. */
export const grouped = (value: number): string =>
    value.toLocaleString("en", { maximumFractionDigits: 2, useGrouping: "min2" }).replaceAll(",", "\u202f");

/** A number with what it counts: `1 ply`, `12 000 games`. */
export const counted = (value: number, unit: string): string =>
    `${grouped(value)} ${value === 1 ? unit : `${unit.replace(/y$/, "ie")}s`}`;

/** A side's name for people. */
export const nameOf = (side: Side): string => side.toUpperCase();

/** A preset's name as people write it: `connect-four` is Connect Four. */
export function titleOf(name: string): string {
    const title = name.replace(
        /(^|-)([a-z\d])/g,
        (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase(),
    );
    return title.replace("Tic Tac Toe", "Tic-Tac-Toe").replace("Misere", "Misère");
}

/** The preset of a name or a game text; of several with the same text, the first. */
export const presetOf = (game: string, presets: readonly Preset[]): Preset | undefined =>
    presets.find(({ name }) => name === game) ?? presets.find(({ game: text }) => text === game);

/** No game text is longer in a title: one with many lines would fill the page. */
const LONGEST = 48;

/** A game's name for people: its preset's, or the game text. */
export function gameName(game: string, presets: readonly Preset[]): string {
    const preset = presetOf(game, presets);
    if (preset) return titleOf(preset.name);
    if (/^[a-z]/.test(game)) return titleOf(game);
    return game.length > LONGEST ? `${game.slice(0, LONGEST - 1)}…` : game;
}

/** A side's name, with what it is called in this game: `X`, `O (Breaker)`. */
function calledIn({ side_names }: Pick<Facts, "side_names">, side: Side): string {
    return side_names ? `${nameOf(side)} (${side_names[side]})` : nameOf(side);
}

/** The status line: whose turn it is, or who has won, and with which cells. */
export function statusOf(
    moves: Moves,
    stones: ReadonlyMap<string, Side>,
    game: Pick<Facts, "side_names"> = {},
): string {
    if (moves.outcome === null) {
        const left = moves.left === undefined ? "" : `, ${counted(moves.left, "stone")} left in this turn`;
        return `${calledIn(game, moves.to_move)} to move${left}`;
    }
    if (moves.outcome === "draw") {
        return moves.legal.length === 0 && stones.size > 0 ? "The game is a draw." : "A draw from the start.";
    }
    const cells = moves.winning_cells ?? [];
    const winner = calledIn(game, moves.outcome);
    if (cells.length === 0) return `${winner} has won: no move is left, and X has no line.`;
    const line = cells.join(" ");
    const stone = stones.get(cells[0] ?? "");
    if (stone && stone !== moves.outcome) {
        return `${winner} has won: ${nameOf(stone)} completed ${line}, which loses.`;
    }
    return `${winner} has won with ${line}.`;
}

/** A line that wins, in words: `4 in a row`, `a line of the plane`. */
export const lineWords = ({ k, lines_rule }: Pick<Facts, "k" | "lines_rule">): string =>
    k === null ? (lines_rule ?? "one of its lines") : `${k} in a row`;

/** What there is to say of a game without winning lines. */
export function noWinner({ k, without_moves }: Pick<Facts, "k" | "without_moves">): string {
    const none = k === null ? "No winning line" : `No row of ${k}`;
    const end =
        without_moves === "draw"
            ? "nobody can win: every game is a draw"
            : `${nameOf(without_moves)} always wins`;
    return `${none} fits on this board, so ${end}.`;
}

/** How a move is made on this board with a pointer. */
export function invitation(game: Facts): string {
    const [face, ...others] = facesOf(game.faces);
    if (!face || game.sizes[face.dimension] === 1)
        return game.points ? "click an empty point" : "click an empty cell";
    if (others.length > 0) return "push a stone in from an open side";
    return game.sizes.length === 2 && face.dimension === 1 ? "click a column" : "click where the stone lands";
}

/** Moves as people list them: `d1`, `d1 or c1`, `d1, c1 or 3 others`. */
export function listed(moves: readonly string[]): string {
    if (moves.length <= 1) return moves[0] ?? "";
    if (moves.length <= 3) return `${moves.slice(0, -1).join(", ")} or ${moves.at(-1)}`;
    return `${moves.slice(0, 2).join(", ")} or ${moves.length - 2} others`;
}
