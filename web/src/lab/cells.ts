/** Cells of an experiment: how they stand, live, and in which order they are shown. */
import type { Cell, RunProgress, Score } from "./answers";

export interface Study {
    readonly name: string;
    readonly title: string;
    readonly cells: readonly Cell[];
    /** The same cells by their game, in the order in which games come. */
    readonly games: readonly { readonly game: string; readonly cells: readonly Cell[] }[];
    readonly played: number;
    readonly wanted: number;
}

export const gamesOf = ({ wins, draws, losses }: Score): number => wins + draws + losses;
/** Points per game, a draw one half; `null` without games. */
export function scoreOf(score: Score): number | null {
    const games = gamesOf(score);
    return games === 0 ? null : (score.wins + score.draws / 2) / games;
}

/** The cells as a word of progress says they stand. */
export function withProgress(cells: readonly Cell[], rows: RunProgress["cells"]): readonly Cell[] {
    if (rows?.length !== cells.length) return cells;
    return cells.map((cell, index) => {
        const row = rows[index];
        if (!row) return cell;
        const [wins, draws, losses, low, high] = row;
        const { score } = cell;
        const same = score.wins === wins && score.draws === draws && score.losses === losses;
        return same ? cell : { ...cell, score: { wins, draws, losses, interval: [low, high] } };
    });
}

export const playedOf = (cells: readonly Cell[]): number =>
    cells.reduce((sum, { score }) => sum + gamesOf(score), 0);
export const wantedOf = (cells: readonly Cell[]): number =>
    cells.reduce((sum, cell) => sum + cell.games_wanted, 0);

/** Cells by a key, in the order in which the keys come. */
function grouped(cells: readonly Cell[], key: (cell: Cell) => string): Map<string, Cell[]> {
    const groups = new Map<string, Cell[]>();
    for (const cell of cells) {
        const own = groups.get(key(cell));
        if (own) own.push(cell);
        else groups.set(key(cell), [cell]);
    }
    return groups;
}

/** The cells by study and game. */
export function studiesOf(cells: readonly Cell[]): readonly Study[] {
    const studies = grouped(cells, ({ study }) => study);
    return [...studies].map(([name, own]) => ({
        name,
        title: own[0]?.title ?? name,
        cells: own,
        games: [...grouped(own, ({ game }) => game)].map(([game, cells]) => ({ game, cells })),
        played: playedOf(own),
        wanted: wantedOf(own),
    }));
}

/** Seconds until the run is done, from how long it took so far; `null` while that says nothing. */
export function timeLeft({ done, total, seconds }: RunProgress): number | null {
    if (total === undefined || done < 1 || seconds < 1) return null;
    return ((total - done) * seconds) / done;
}

/** What an interval says about who is better. */
export function verdictOf({ interval: [low, high] }: Score): "better" | "worse" | "open" {
    return low > 0.5 ? "better" : high < 0.5 ? "worse" : "open";
}
