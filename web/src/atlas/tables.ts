/** How games are set out in rows and columns. */
import type { AtlasGame } from "./answers";
import type { Filters } from "./filters";

/** What rows and columns are. */
export interface Layout {
    readonly rows: string;
    readonly columns: string;
    /** Whether a table has the games of one run length. */
    readonly isOfOneRun: boolean;
}

const FLAT: Layout = { rows: "height", columns: "width", isOfOneRun: true };
const BY_FACES: Layout = { rows: "board", columns: "open faces", isOfOneRun: true };
const BY_RUN: Layout = { rows: "board", columns: "in a row", isOfOneRun: false };

/** The layout that suits a kind of games. */
export function layoutOf({ dimensions, placement }: Filters): Layout {
    if (placement === "several faces") return dimensions > 1 ? BY_FACES : BY_RUN;
    return dimensions === 2 ? FLAT : BY_RUN;
}

export interface Row {
    readonly name: string;
    /** A game for each column; `null` where the atlas has none. */
    readonly games: readonly (AtlasGame | null)[];
}

export interface Table {
    readonly columns: readonly string[];
    readonly rows: readonly Row[];
}

/** A board's sizes: `4×3×2`. */
export const boardOf = (sizes: readonly number[]): string => sizes.join("×");

/** Open faces by dimension, so that they are short: `+1,-1,-2` is `±1 −2`. */
export const shortFaces = (faces: string): string =>
    faces
        .replace(/\+(\d+),-\1/g, "±$1")
        .replaceAll("-", "−")
        .replaceAll(",", " ");

/** The run lengths of the games, ascending. */
export const runsOf = (games: readonly AtlasGame[]): readonly number[] =>
    [...new Set(games.flatMap(({ k }) => k ?? []))].sort((a, b) => a - b);

/** The run length that is shown first: one with which boards differ most. */
export function firstRun(runs: readonly number[], dimensions: number): number {
    const wanted = dimensions === 2 ? 4 : 3;
    return runs.findLast((k) => k <= wanted) ?? runs[0] ?? wanted;
}

/** All whole numbers between the least and the greatest of some. */
function span(numbers: readonly number[]): readonly number[] {
    if (numbers.length === 0) return [];
    const least = Math.min(...numbers);
    return Array.from({ length: Math.max(...numbers) - least + 1 }, (_, index) => least + index);
}

/** A board for each row, small ones first. */
const boardsOf = (games: readonly AtlasGame[]): readonly string[] => [
    ...new Set(
        games
            .map(({ sizes }) => sizes)
            .sort((a, b) => cellsOf(a) - cellsOf(b) || compared(a, b))
            .map(boardOf),
    ),
];
const cellsOf = (sizes: readonly number[]): number => sizes.reduce((product, size) => product * size, 1);
const compared = (a: readonly number[], b: readonly number[]): number =>
    a.map((size, index) => size - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Sets of faces, few faces first. */
const facesOf = (games: readonly AtlasGame[]): readonly string[] =>
    [...new Set(games.map(({ faces }) => faces))].sort(
        (a, b) => a.split(",").length - b.split(",").length || (a < b ? -1 : 1),
    );

/**
 * The games of one kind in rows and columns; only those with a row of `run`, if that is what the layout shows. Rows and
 * columns are those of all `games`, so that a board has its place whatever is chosen, but rows without a game are left
 * out where they are boards.
 */
export function tableOf(layout: Layout, games: readonly AtlasGame[], run: number): Table {
    const shown = layout.isOfOneRun ? games.filter(({ k }) => k === run) : games;
    if (layout === FLAT) {
        const widths = span(games.map(({ sizes }) => sizes[0] ?? 1)).map(String);
        const heights = span(games.map(({ sizes }) => sizes[1] ?? 1)).map(String);
        return table(shown, heights, widths, ({ sizes }) => [String(sizes[1] ?? 1), String(sizes[0] ?? 1)]);
    }
    const boards = boardsOf(shown);
    if (layout === BY_FACES) {
        const columns = facesOf(games).map(shortFaces);
        return table(shown, boards, columns, ({ sizes, faces }) => [boardOf(sizes), shortFaces(faces)]);
    }
    const runs = runsOf(games).map(String);
    return table(shown, boards, runs, ({ sizes, k }) => [boardOf(sizes), String(k)]);
}

function table(
    games: readonly AtlasGame[],
    rows: readonly string[],
    columns: readonly string[],
    placeOf: (game: AtlasGame) => readonly [row: string, column: string],
): Table {
    const found = new Map(games.map((game) => [placeOf(game).join(" "), game]));
    return {
        columns,
        rows: rows.map((name) => ({
            name,
            games: columns.map((column) => found.get(`${name} ${column}`) ?? null),
        })),
    };
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
};

/**
 * The game to which a key leads from another: the next one in its direction, or with Home and End the first and the
 * last of the row. `null` for other keys, and where there is none.
 */
export function gameBy(key: string, { rows }: Table, from: string): AtlasGame | null {
    const row = rows.findIndex(({ games }) => games.some((game) => game?.game === from));
    const here = rows[row]?.games ?? [];
    if (key === "Home") return here.find((game) => game !== null) ?? null;
    if (key === "End") return here.findLast((game) => game !== null) ?? null;
    const step = STEPS[key];
    if (!step) return null;
    const [down, right] = step;
    let [y, x] = [row, here.findIndex((game) => game?.game === from)];
    for (;;) {
        [y, x] = [y + down, x + right];
        const game = rows[y]?.games[x];
        if (game !== null) return game ?? null;
    }
}
