/** Values of moves: their order, their chips on the board, and what they say in words. */
import type { Mark } from "../board/types";
import type { Result, Side, Worth } from "../lib/answers";
import { opponentOf } from "../lib/sides";
import { counted, listed, nameOf } from "../lib/words";
import type { Knowledge, Source } from "./knowledge";

/** A value for the side to move: a proven result, or what a search makes of it. */
export type Value =
    | {
          readonly exact: true;
          readonly result: Result;
          readonly distance: number | null;
          /** Whether the game may end sooner than that. */
          readonly atMost?: boolean;
      }
    | {
          readonly exact: false;
          /** The score to expect, from 0 for a loss to 1 for a win. */
          readonly score: number;
          /** A win or loss that is seen coming, without a proof. */
          readonly claim: { readonly result: Result; readonly distance: number | null } | null;
          readonly depth: number;
      };

/** A move with the best value that is known of it. */
export interface RatedMove {
    readonly move: string;
    readonly value: Value;
    readonly best: boolean;
}

/** The score of each result. */
export const SCORES: Record<Result, number> = { win: 1, draw: 0.5, loss: 0 };

/** What a search says at a depth. */
export function valueOf({ score, exact, claim }: Worth, depth: number): Value {
    if (exact) {
        const { result, distance, at_most: atMost } = exact;
        const proven = { exact: true, result, distance: distance ?? null } as const;
        return atMost ? { ...proven, atMost } : proven;
    }
    if (claim) {
        const { result, distance } = claim;
        return { exact: false, score: SCORES[result], claim: { result, distance: distance ?? null }, depth };
    }
    return { exact: false, score: score ?? 0.5, claim: null, depth };
}

const FLIPPED: Record<Result, Result> = { win: "loss", draw: "draw", loss: "win" };

/** The same value for the other side. */
export function flipped(value: Value): Value {
    if (value.exact) return { ...value, result: FLIPPED[value.result] };
    const { claim } = value;
    return {
        ...value,
        score: 1 - value.score,
        claim: claim && { ...claim, result: FLIPPED[claim.result] },
    };
}

/** Plies that no game takes. */
const NEVER = 1e4;

/** Orders values: quick wins, slow wins, wins that are claimed, what is between, and losses the other way round. */
function rank(value: Value): number {
    const stated = value.exact ? value : value.claim;
    if (!stated) return value.exact ? 0 : 2 * value.score - 1;
    if (stated.result === "draw") return 0;
    const size = (value.exact ? 3 : 2) - (stated.distance ?? NEVER) / NEVER;
    return stated.result === "win" ? size : -size;
}

/** The moves with their values, the best first. Among equals the server's order stays. */
export function ratedMoves(known: Knowledge, source: Source): RatedMove[] {
    const exact = new Map<string, Value>();
    for (const { move, result, distance } of known.exact?.moves ?? [])
        exact.set(move, { exact: true, result, distance });
    const searched = new Map<string, Value>();
    const depth = known.search?.depth ?? 0;
    for (const found of known.search?.moves ?? []) searched.set(found.move, valueOf(found, depth));
    const still = new Map<string, Value>();
    for (const found of known.still ?? []) still.set(found.move, valueOf(found, 0));

    const layers = { best: [exact, searched, still], static: [still], search: [searched], exact: [exact] };
    // Values of one kind are compared with one another: a deep value beside a shallow one says little.
    const found = layers[source].find((values) => values.size > 0) ?? new Map<string, Value>();
    const values = [...found].map(([move, value]) => ({ move, value }));
    const top = Math.max(...values.map(({ value }) => rank(value)));
    return values
        .map((entry) => ({ ...entry, best: rank(entry.value) === top }))
        .sort((a, b) => rank(b.value) - rank(a.value));
}

/** The text of a chip: `W7`, `=` and `L12` where it is proven, `W7?` for a claim, else the expected score: `84 %`. */
export function chip(value: Value): string {
    const stated = value.exact ? value : value.claim;
    if (!stated) return value.exact ? "" : `${Math.round(100 * value.score)} %`;
    if (stated.result === "draw") return "=";
    const limit = value.exact && value.atMost && value.distance !== null ? "≤" : "";
    return `${stated.result === "win" ? "W" : "L"}${limit}${stated.distance ?? ""}${value.exact ? "" : "?"}`;
}

/** A value in words that name the side: `X wins in 7 plies`, `62 % for X at depth 9`. */
export function words(value: Value, side: Side): string {
    const winnerOf = (result: Result): string => nameOf(result === "win" ? side : opponentOf(side));
    if (value.exact) {
        if (value.result === "draw") return "a draw";
        const winner = winnerOf(value.result);
        if (value.distance === 0) return `${winner} has won`;
        if (value.distance === null) return `${winner} wins`;
        return `${winner} wins in ${value.atMost ? "at most " : ""}${counted(value.distance, "ply")}`;
    }
    const at = value.depth > 0 ? ` at depth ${value.depth}` : " (static)";
    if (value.claim) {
        const { result, distance } = value.claim;
        const when = distance === null ? "" : ` in ${counted(distance, "ply")}`;
        return `${winnerOf(result)} seems to win${when}${at}`;
    }
    return `${chip(value)} for ${nameOf(side)}${at}`;
}

/** The tone of a value for the side that it is read for. */
export function toneOf(value: Value): Mark["tone"] {
    return (value.exact ? value.result : value.claim?.result) ?? "plain";
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
    const hold = best.length > 1 ? "hold" : "holds";
    return best.length === moves.length ? `${text}.` : `${text}; ${names} ${hold} out longest.`;
}
