/** Which games of the atlas are shown, and how the address says it. */
import { faced } from "../lib/url";

export const DIMENSIONS = [1, 2, 3, 4] as const;
/** Where stones enter, in the server's words and for people. */
export const PLACEMENTS = [
    ["free", "On any empty cell"],
    ["one face", "Through one open face"],
    ["several faces", "Through several open faces"],
] as const;
export type Placement = (typeof PLACEMENTS)[number][0];

/** The rule variations of the atlas. */
export const FLAGS = [
    ["exact", "Exact length", "A longer row does not count."],
    ["misere", "Misère", "A player who completes a row loses."],
    ["torus", "Torus", "Opposite edges are joined: rows continue across them."],
] as const;

/** A kind of games. */
export interface Filters {
    readonly dimensions: number;
    readonly placement: Placement;
    /** The rule variations, in the order of game texts. */
    readonly flags: readonly string[];
}

/** The settings of the address that say what is shown. `atlas` is the chosen game, whose kind needs no other words. */
type Settings = Readonly<Record<string, string>>;
const NONE = { dimensions: "", placement: "", rules: "", run: "", atlas: "" } as const;

const FIRST: Filters = { dimensions: 2, placement: "one face", flags: [] };

/** The rule variations among some words, in the order of game texts. */
const flagsIn = (words: readonly string[]): readonly string[] =>
    FLAGS.map(([name]) => name).filter((name) => words.includes(name));

/** The kind of a game, by its text. */
export function filtersOf(game: string): Filters {
    const [sizes = "", , faces = "free", ...flags] = game.split(":");
    const placement = faces === "free" ? "free" : /,|^all$/.test(faces) ? "several faces" : "one face";
    return { dimensions: sizes.split("x").length, placement, flags: flagsIn(flags) };
}

/** How many stones in a row win, by the game's text. */
export const runOf = (game: string): number => Number(game.split(":")[1]);

/** The game that is chosen; the empty text if none is. */
export const chosenIn = (settings: Settings): string => faced(settings["atlas"] ?? "");

/**
 * The kind of games that an address shows: that of its chosen game, or else the one that it describes. The name of a
 * preset says nothing of its kind.
 */
export function filtersIn(settings: Settings): Filters {
    const chosen = chosenIn(settings);
    if (chosen.includes(":")) return filtersOf(chosen);
    const dimensions = Number(settings["dimensions"]);
    return {
        dimensions: DIMENSIONS.find((number) => number === dimensions) ?? FIRST.dimensions,
        placement: PLACEMENTS.find(([name]) => name === settings["placement"])?.[0] ?? FIRST.placement,
        flags: flagsIn((settings["rules"] ?? "").split(",")),
    };
}

/** The settings that show a kind of games, none of them chosen. */
export const settingsOf = ({ dimensions, placement, flags }: Filters): Settings => ({
    ...NONE,
    dimensions: dimensions === FIRST.dimensions ? "" : String(dimensions),
    placement: placement === FIRST.placement ? "" : placement,
    rules: flags.join(),
});

/** The settings that show a game among those of its kind. */
export const settingsFor = (game: string): Settings => ({ ...NONE, atlas: game });

/** Whether two kinds are the same. */
export const isSame = (one: Filters, other: Filters): boolean =>
    one.dimensions === other.dimensions &&
    one.placement === other.placement &&
    one.flags.join() === other.flags.join();
