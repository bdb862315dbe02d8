/** What the rules of a game are, as its description says. */
import type { Facts } from "./answers";
import { SINGLE, turnsOf } from "./sides";
import { counted } from "./words";

export type Rules = Pick<Facts, "game" | "sizes" | "k" | "faces" | "flags"> &
    Partial<Pick<Facts, "lines_rule" | "blocked">>;

/** The part of a game's text that says which lines win: `4`, `plane`, `lines=a+b/b+c`. */
export const lineText = (game: string): string => game.split(":")[1] ?? "";

/**
 * Whether the cells of a game are no row of a grid: one dimension in which lines are given, or those of a projective
 * plane. Then where a cell is drawn says nothing, and they stand as points.
 */
export const arePoints = ({ game, sizes, faces }: Pick<Facts, "game" | "sizes" | "faces">): boolean =>
    sizes.length === 1 && faces === "free" && /^(lines=|projective$)/.test(lineText(game));

/** What stands after a flag's name and `=`; `null` if the flag is off, an empty text if it takes nothing. */
export function flagValue(flags: readonly string[], name: string): string | null {
    const flag = flags.find((flag) => flag === name || flag.startsWith(`${name}=`));
    return flag === undefined ? null : flag.slice(name.length + 1);
}

/** A line that wins, in words: `4 in a row`, `a line of the plane`. */
export const lineWords = ({ k, lines_rule }: Pick<Facts, "k" | "lines_rule">): string =>
    k === null ? (lines_rule ?? "one of its lines") : `${k} in a row`;

/** The rules in words: `7 × 6 cells, 4 in a row`. */
export function rulesText(game: Rules): string {
    const { sizes, flags, blocked = [] } = game;
    const has = (name: string): boolean => flagValue(flags, name) !== null;
    const exactly = has("exact") ? "exactly " : "";
    const loses = has("misere") ? ", which loses" : "";
    const cells = `${sizes.join(" × ")} cells${blocked.length === 0 ? "" : `, ${blocked.length} of them blocked`}`;
    return [
        `${cells}, ${exactly}${lineWords(game)}${loses}`,
        ...joined(flagValue(flags, "torus"), sizes.length),
        ...(has("renju") ? ["X may not make two threes, two fours or a longer row"] : []),
        ...(has("maker") ? [makerWords(has("misere"))] : []),
        ...several(game.game),
    ].join("; ");
}

function joined(torus: string | null, dimensions: number): string[] {
    if (torus === null) return [];
    if (torus === "") return ["the edges are joined"];
    const named = torus.split("+");
    const word = named.length === 1 ? "dimension" : "dimensions";
    return dimensions === 2 && torus === "1"
        ? ["the left and right edges are joined"]
        : dimensions === 2 && torus === "2"
          ? ["the upper and lower edges are joined"]
          : [`the edges of ${word} ${named.join(" and ")} are joined`];
}

const makerWords = (isMisere: boolean): string =>
    isMisere
        ? "only X’s lines count, and X wins by having none in the end"
        : "only X’s lines count, and O wins by leaving X none";

function several(game: string): string[] {
    const { first, later } = turnsOf(game);
    if (first === SINGLE.first && later === SINGLE.later) return [];
    const begins = first === later ? "" : `, X’s first of ${first}`;
    return [`turns of ${counted(later, "stone")}${begins}`];
}
