/** What is known of a game of the atlas, in a few characters and in words. */
import type { Bounds, KnownGame, Result } from "../lib/answers";
import { counted } from "../lib/words";

/** A result with the plies to it, if they are known. */
interface Stated {
    readonly result: Result;
    readonly distance: number | null;
}

/** How a game is drawn: by its result, or as one that is not finished. */
export type Tone = Result | "open";
export const TONES = ["win", "draw", "loss", "open"] as const satisfies readonly Tone[];

export const toneOf = ({ result }: KnownGame): Tone => result ?? "open";

/** `W7`, `=`, `L12`. */
const letterOf = ({ result, distance }: Stated): string =>
    result === "draw" ? "=" : `${result === "win" ? "W" : "L"}${distance ?? ""}`;

/** `a win in 7 plies`, `a draw`. */
const nounOf = ({ result, distance }: Stated): string =>
    `a ${result}${result === "draw" || distance === null ? "" : ` in ${counted(distance, "ply")}`}`;

/** The value of a game in a few characters, the worst and the best that is possible: `W7`, `=`, `L5 to =`. */
export function shortValues({ result, distance, bounds }: KnownGame): readonly string[] {
    if (bounds) return [letterOf(bounds.at_least), letterOf(bounds.at_most)];
    return [result === null ? "?" : letterOf({ result, distance })];
}

/** Between how many plies a result comes, if that is known. */
function pliesOf({ at_least: least, at_most: most }: Bounds): string {
    if (least.distance === null || most.distance === null) return "";
    const plies = [least.distance, most.distance].sort((a, b) => a - b);
    return ` in ${plies[0]} to ${counted(plies[1] ?? 0, "ply")}`;
}

/** The value of a game as the end of a sentence: `X wins in 7 plies`, `not finished: at least …`. `who` is X. */
export function words({ result, distance, bounds }: KnownGame, who = "X"): string {
    if (result === "draw") return "a draw";
    if (result === null) {
        if (!bounds) return "not finished";
        return `not finished: for ${who} at least ${nounOf(bounds.at_least)}, at most ${nounOf(bounds.at_most)}`;
    }
    const plies = distance !== null ? ` in ${counted(distance, "ply")}` : bounds ? pliesOf(bounds) : "";
    return `${who} ${result === "win" ? "wins" : "loses"}${plies}`;
}

/** One sentence about a game. */
export function sentence(game: KnownGame): string {
    if (game.result === "draw") return "With best play, a draw.";
    const text = words(game, "X, who moves first,");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** How many games have each tone. */
export const countsOf = (games: readonly KnownGame[]): Readonly<Record<Tone, number>> => {
    const counts = { win: 0, draw: 0, loss: 0, open: 0 };
    for (const game of games) counts[toneOf(game)] += 1;
    return counts;
};
