/** The evaluation graph of a game: where its points stand, and what each move cost. */
import type { Side } from "../lib/answers";
import { sideAfter } from "../lib/sides";
import type { Path } from "../lib/tree";
import type { Knowledge } from "./knowledge";
import { flipped, SCORES, type Value, valueOf, words } from "./values";

/** A position of the game on the graph. */
export interface Point {
    readonly ply: number;
    /** The move that led here; `null` before the first. */
    readonly move: string | null;
    /** The best value known, for X; `null` while nothing is known. */
    readonly value: Value | null;
    /** From −1 (O wins) to 1 (X wins). */
    readonly height: number;
    readonly cost: Cost | null;
}

/** What a move cost its player. */
export interface Cost {
    readonly symbol: "??" | "?" | "?!";
    readonly name: "blunder" | "mistake" | "inaccuracy";
    /** What was lost, in words. */
    readonly about: string;
    readonly exact: boolean;
}

/** The best value known of a position, for the side to move. */
function valueAt(known: Knowledge): Value | null {
    if (known.exact) {
        const { result, distance } = known.exact;
        return { exact: true, result, distance };
    }
    return known.search ? valueOf(known.search.worth, known.search.depth) : null;
}

/** The height of a value: proven wins at the rims, nearer ones a little further out; what is expected between. */
export function heightOf(value: Value): number {
    if (value.exact) {
        if (value.result === "draw") return 0;
        const size = 1 - 0.1 * Math.min(1, (value.distance ?? 40) / 40);
        return value.result === "win" ? size : -size;
    }
    return (value.claim ? 0.85 : 0.8) * (2 * value.score - 1);
}

/** Falls of the expected score, from 0 to 1, as the server's reviews judge them. */
const FALLS = [
    { least: 0.4, symbol: "??", name: "blunder" },
    { least: 0.25, symbol: "?", name: "mistake" },
    { least: 0.15, symbol: "?!", name: "inaccuracy" },
] as const;

/** The score that a value stands for. */
const scoreOf = (value: Value): number => (value.exact ? SCORES[value.result] : value.score);

/**
 * What a move cost its player, whose values before and after it these are; `null` if nothing. Where both are proven, only
 * another result costs something; elsewhere the fall of the expected score, but an estimate says nothing of a proven result.
 */
export function costOf(before: Value, after: Value): Cost | null {
    const fall = scoreOf(before) - scoreOf(after);
    if (before.exact && after.exact) {
        const about = `a ${before.result} became a ${after.result}`;
        return fall > 0 ? { symbol: "??", name: "blunder", about, exact: true } : null;
    }
    const estimates = [before, after].filter((value) => !value.exact);
    if (estimates.length === 1 && !estimates.some((value) => !value.exact && value.claim)) return null;
    const found = FALLS.find(({ least }) => fall >= least);
    return found
        ? { symbol: found.symbol, name: found.name, about: "the expected score fell", exact: false }
        : null;
}

/** The points of a game, one for each position from the empty board to its end. */
export function pointsOf(line: Path, known: (path: Path) => Knowledge): Point[] {
    let before: Value | null = null;
    return Array.from({ length: line.length + 1 }, (_, ply) => {
        const side = sideAfter(ply);
        const own = valueAt(known(line.slice(0, ply)));
        const value = own && (side === "x" ? own : flipped(own));
        const forMover = (shown: Value): Value => (side === "o" ? shown : flipped(shown));
        const cost = before && value ? costOf(forMover(before), forMover(value)) : null;
        before = value;
        const height = value ? heightOf(value) : 0;
        return { ply, move: line[ply - 1] ?? null, value, height, cost };
    });
}

/** A point in words: `3. d2: X wins in 7 plies`. */
export function pointText(point: Point): string {
    const move = point.move === null ? "Start" : `${point.ply}. ${point.move}`;
    const value = point.value ? words(point.value, "x") : "not known yet";
    const cost = point.cost ? ` (${point.cost.name}: ${point.cost.about})` : "";
    return `${move}: ${value}${cost}`;
}

export const WIDTH = 600;
export const HEIGHT = 160;
const MARGIN = 20;

/** Where a point stands in a drawing of {@link WIDTH} by {@link HEIGHT}. */
export function placeOf(point: Point, last: number): { x: number; y: number } {
    const step = last === 0 ? 0 : (WIDTH - 2 * MARGIN) / last;
    return { x: MARGIN + point.ply * step, y: HEIGHT / 2 - point.height * (HEIGHT / 2 - MARGIN) };
}

/** The ply nearest to a place along the x axis, which is given as a share of the width. */
export function plyAt(share: number, last: number): number {
    if (last === 0) return 0;
    const ply = Math.round(((share * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN)) * last);
    return Math.max(0, Math.min(last, ply));
}

/** A piece of the graph between neighbours; solid only between proven values. */
export interface Segment {
    readonly from: { readonly x: number; readonly y: number };
    readonly to: { readonly x: number; readonly y: number };
    readonly exact: boolean;
}

export function segmentsOf(points: readonly Point[]): Segment[] {
    const last = points.length - 1;
    return points.slice(1).flatMap((point, index) => {
        const before = points[index];
        if (!before?.value || !point.value) return [];
        const exact = before.value.exact && point.value.exact;
        return [{ from: placeOf(before, last), to: placeOf(point, last), exact }];
    });
}

/** The number of moves of each side that cost something, by symbol. */
export function costsOf(points: readonly Point[], side: Side): ReadonlyMap<Cost["symbol"], number> {
    const counts = new Map<Cost["symbol"], number>();
    for (const { ply, cost } of points) {
        if (cost && sideAfter(ply - 1) === side) counts.set(cost.symbol, (counts.get(cost.symbol) ?? 0) + 1);
    }
    return counts;
}
