/** Values of positions and moves: what is proven and what is believed, in chips and in words. */
import type { Mark } from "../board/types";
import type { Analysis, MoveReason, Result, Side, ValuedMove, Worth } from "../lib/answers";
import { opponentOf } from "../lib/sides";
import { counted, nameOf } from "../lib/words";

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
          /** Plies looked ahead, if that is known. */
          readonly depth: number | null;
      };

/** A move with the best value that is known of it. */
export interface RatedMove {
    readonly move: string;
    readonly value: Value;
    readonly best: boolean;
}

/** The score of each result. */
const SCORES: Record<Result, number> = { win: 1, draw: 0.5, loss: 0 };

/** What is known of something, seen from this many plies before the horizon: what is proven, else what is believed. */
export function valueOf({ score, exact, claim }: Worth, depth: number | null): Value {
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

/** What a player makes of something, whatever else is proven: its claim, the score that it expects, or what it has proven. */
export function opinionOf(worth: Worth, depth: number | null): Value {
    const { score, claim } = worth;
    return valueOf((claim ?? score ?? null) === null ? worth : { score, claim }, depth);
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

/** No claim ranks above this, and every proven win does. */
const CLAIMED = 2;

/** Orders values: quick wins, slow wins, wins that are claimed, what is between, and losses the other way round. */
function rank(value: Value): number {
    const stated = value.exact ? value : value.claim;
    if (!stated) return value.exact ? 0 : 2 * value.score - 1;
    if (stated.result === "draw") return 0;
    const size = (value.exact ? CLAIMED + 1 : CLAIMED) - (stated.distance ?? NEVER) / NEVER;
    return stated.result === "win" ? size : -size;
}

/**
 * The moves with their values, the best first. Among proven values the nearest win is best, and the farthest loss; where
 * the best is not proven, those that the player would choose among. Among equals the server's order stays.
 */
export function rated(values: ReadonlyMap<string, Value>, chosen: readonly string[]): RatedMove[] {
    const all = [...values].map(([move, value]) => ({ move, value, size: rank(value) }));
    const top = Math.max(...all.map(({ size }) => size));
    const isProven = all.every(({ value }) => value.exact) || top > CLAIMED;
    const isTop = ({ move, size }: { move: string; size: number }): boolean =>
        isProven || !chosen.some((name) => values.has(name)) ? size === top : chosen.includes(move);
    return all
        .map((entry) => ({ move: entry.move, value: entry.value, size: entry.size, best: isTop(entry) }))
        .sort((a, b) => Number(b.best) - Number(a.best) || b.size - a.size)
        .map(({ move, value, best }) => ({ move, value, best }));
}

/** What a player advises. */
export interface Advice {
    readonly move: string;
    readonly value: Value;
    /** Whether every move is proven to be worth the same. */
    readonly isAnyAsGood: boolean;
    readonly reasons: readonly MoveReason[];
}

/** The move that an analysis advises, with its reasons; `null` if it has none. */
export function adviceOf({ moves, best }: Pick<Analysis, "moves" | "best">): Advice | null {
    const found = ratedOf(moves, best, null).filter((entry) => entry.best);
    const first = found.find(({ move }) => best.includes(move)) ?? found[0];
    if (!first) return null;
    const { move, value } = first;
    const isAnyAsGood = moves.length > 1 && found.length === moves.length && value.exact;
    return { move, value, isAnyAsGood, reasons: moves.find((entry) => entry.move === move)?.reasons ?? [] };
}

/** The moves of an answer, rated. */
export const ratedOf = (
    moves: readonly ValuedMove[],
    chosen: readonly string[],
    depth: number | null,
): RatedMove[] => rated(new Map(moves.map((found) => [found.move, valueOf(found, depth)])), chosen);

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
    const at =
        value.depth === null ? "" : value.depth > 0 ? ` at depth ${value.depth}` : " without looking ahead";
    if (value.claim) {
        const { result, distance } = value.claim;
        const when = distance === null ? "" : ` in ${counted(distance, "ply")}`;
        return `${winnerOf(result)} seems to win${when}${at}`;
    }
    return `${chip(value)} for ${nameOf(side)}${at}`;
}

/** The score that a value stands for. */
export const scoreOf = (value: Value): number => (value.exact ? SCORES[value.result] : value.score);

/** The tone of a value for the side that it is read for. */
export function toneOf(value: Value): Mark["tone"] {
    return (value.exact ? value.result : value.claim?.result) ?? "plain";
}

/** The chip for the board of a move whose value for a side this is. */
export const markOf = (value: Value, side: Side, best: boolean): Mark => ({
    text: chip(value),
    tone: toneOf(value),
    exact: value.exact,
    best,
    title: words(value, side) + (best ? ", best" : ""),
});
