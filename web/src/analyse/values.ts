/** Values of moves: their order, their chips on the board, and what they say in words. */
import type { Mark } from "../board/types";
import type { Result, Side } from "../lib/answers";
import { opponentOf } from "../lib/sides";
import { listed, nameOf } from "../lib/words";
import type { Knowledge, Source } from "./knowledge";

/** A value for the side to move: a proven result, or an estimate. */
export type Value =
    | { readonly exact: true; readonly result: Result; readonly distance: number | null }
    | {
          readonly exact: false;
          readonly estimate: number;
          readonly depth: number;
          /** Whether the hyperbolic tangent of a millionth of the estimate is the result to expect, from −1 to 1. */
          readonly learned?: true;
      };

/** A move with the best value that is known of it. */
export interface RatedMove {
    readonly move: string;
    readonly value: Value;
    readonly best: boolean;
}

/** Above this a value of the shipped heuristics is a game that a search saw won (`win_value` is just below 2^52). */
const WON = 2 ** 51;
const WIN_VALUE = 2 ** 52 - 2 * 4096;
/** Around 2^48: `runs` sees a win forced by threats, 2^40 less for each ply until it comes. */
const FORCED = 2 ** 48;
const FORCED_PLY = 2 ** 40;

/** What a search's value by a heuristic says. A win that a search in a hurry saw is proven, with its distance. */
export function valueOf(value: number, depth: number, cells: number, heuristic: string): Value {
    if (Math.abs(value) < WON) {
        const estimate = { exact: false, estimate: value, depth } as const;
        return heuristic === "learned" ? { ...estimate, learned: true } : estimate;
    }
    const distance = WIN_VALUE + cells + 1 - Math.abs(value);
    return {
        exact: true,
        result: value > 0 ? "win" : "loss",
        distance: distance >= 1 && distance <= cells ? distance : null,
    };
}

/** Plies until a win that the heuristic `runs` sees coming; `null` for other estimates. */
export function forcedPlies(estimate: number): number | null {
    const size = Math.abs(estimate);
    if (size < FORCED / 2 || size >= WON) return null;
    return Math.max(1, Math.round((FORCED - size) / FORCED_PLY));
}

const FLIPPED: Record<Result, Result> = { win: "loss", draw: "draw", loss: "win" };

/** The same value for the other side. */
export function flipped(value: Value): Value {
    return value.exact
        ? { ...value, result: FLIPPED[value.result] }
        : { ...value, estimate: value.estimate === 0 ? 0 : -value.estimate };
}

/** Orders values: quick wins, slow wins, what is between, slow losses, quick losses. */
function rank(value: Value): number {
    if (!value.exact) return Math.sign(value.estimate) * Math.min(Math.abs(value.estimate), WON);
    if (value.result === "draw") return 0;
    const size = WIN_VALUE - (value.distance ?? 4096);
    return value.result === "win" ? size : -size;
}

/** The moves with their values by a heuristic, the best first. Among equals the server's order stays. */
export function ratedMoves(known: Knowledge, source: Source, cells: number, heuristic: string): RatedMove[] {
    const exact = new Map<string, Value>();
    for (const { move, result, distance } of known.exact?.moves ?? [])
        exact.set(move, { exact: true, result, distance });
    const searched = new Map<string, Value>();
    const depth = known.search?.depth ?? 0;
    for (const { move, value } of known.search?.moves ?? [])
        searched.set(move, valueOf(value, depth, cells, heuristic));
    const still = new Map<string, Value>();
    for (const { move, value } of known.still ?? []) still.set(move, valueOf(value, 0, cells, heuristic));

    const layers = { best: [exact, searched, still], static: [still], search: [searched], exact: [exact] };
    // Values of one kind are compared with one another: a deep value beside a shallow one says little.
    const found = layers[source].find((values) => values.size > 0) ?? new Map<string, Value>();
    const values = [...found].map(([move, value]) => ({ move, value }));
    const top = Math.max(...values.map(({ value }) => rank(value)));
    return values
        .map((entry) => ({ ...entry, best: rank(entry.value) === top }))
        .sort((a, b) => rank(b.value) - rank(a.value));
}

/** A number in at most five characters: `+23`, `−1.2k`. */
export function short(value: number): string {
    const sign = value > 0 ? "+" : value < 0 ? "−" : "";
    const size = Math.abs(value);
    if (size < 1000) return sign + String(Math.round(size * 10) / 10);
    const power = Math.min(5, Math.floor(Math.log10(size) / 3));
    const scaled = size / 1000 ** power;
    return sign + (scaled < 10 ? Math.floor(scaled * 10) / 10 : Math.floor(scaled)) + " kMGTP"[power];
}

/** The result that learned weights expect, from −1 to 1. */
export const expectedResult = (estimate: number): number => Math.tanh(estimate / 1e6);

/** An estimate in at most five characters: a number, or what learned weights expect to score, in percent. */
function estimateText({ estimate, learned }: Value & { readonly exact: false }): string {
    return learned ? `${Math.round(50 * (1 + expectedResult(estimate)))} %` : short(estimate);
}

/** The text of a chip. */
export function chip(value: Value): string {
    if (!value.exact) {
        if (forcedPlies(value.estimate) === null) return estimateText(value);
        return value.estimate > 0 ? "W?" : "L?";
    }
    if (value.result === "draw") return "=";
    return (value.result === "win" ? "W" : "L") + (value.distance ?? "");
}

export const plies = (count: number): string => (count === 1 ? "1 ply" : `${count} plies`);

/** A value in words that name the side: `X wins in 7 plies`, `+23 for X at depth 9`. */
export function words(value: Value, side: Side): string {
    if (value.exact) {
        if (value.result === "draw") return "a draw";
        const winner = nameOf(value.result === "win" ? side : opponentOf(side));
        if (value.distance === 0) return `${winner} has won`;
        return value.distance === null ? `${winner} wins` : `${winner} wins in ${plies(value.distance)}`;
    }
    const at = value.depth > 0 ? ` at depth ${value.depth}` : " (static)";
    const forced = forcedPlies(value.estimate);
    if (forced !== null) {
        const winner = nameOf(value.estimate > 0 ? side : opponentOf(side));
        return `${winner} seems to win by threats${at}`;
    }
    return `${estimateText(value)} for ${nameOf(side)}${at}`;
}

/** The tone of a value for the side that it is read for. */
export function toneOf(value: Value): Mark["tone"] {
    if (value.exact) return value.result;
    if (forcedPlies(value.estimate) === null) return "plain";
    return value.estimate > 0 ? "win" : "loss";
}

/** For whom values are shown. */
export type Whose = "mover" | "x";

/** A value for the side to move, as it is shown. */
export const shownFor = (value: Value, mover: Side, whose: Whose): Value =>
    whose === "x" && mover === "o" ? flipped(value) : value;

/** The chips for the board, of the first `most` moves and of all that are best. */
export function marksOf(
    moves: readonly RatedMove[],
    mover: Side,
    whose: Whose,
    most: number,
): ReadonlyMap<string, Mark> {
    return new Map(
        moves
            .filter(({ best }, index) => best || index < most)
            .map(({ move, value, best }) => {
                const shown = shownFor(value, mover, whose);
                const { exact } = value;
                const title = words(shown, whose === "x" ? "x" : mover) + (best ? ", best" : "");
                return [move, { text: chip(shown), tone: toneOf(shown), exact, best, title }];
            }),
    );
}

/** One sentence about the position, the verdict first. */
export function verdict(moves: readonly RatedMove[], mover: Side): string {
    const best = moves.filter((move) => move.best);
    const [first] = best;
    if (!first) return "";
    const names = listed(best.map(({ move }) => move));
    if (!first.value.exact) {
        const many = best.length === moves.length && moves.length > 1;
        return `Best so far: ${many ? "every move" : names} (${words(first.value, mover)}).`;
    }
    const text = words(first.value, mover);
    if (first.value.result === "win") return `${text} with ${names}.`;
    if (first.value.result === "draw")
        return best.length === moves.length && moves.length > 1
            ? "A draw with every move."
            : `A draw with ${names}.`;
    return best.length === moves.length ? `${text}.` : `${text}; ${names} holds out longest.`;
}
