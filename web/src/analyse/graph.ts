/** The evaluation graph of a game: where its points stand, and which moves were mistakes. */
import type { ReviewedMove, Turns, Worth } from "../lib/answers";
import { SINGLE, sideAfter } from "../lib/sides";
import type { Path } from "../lib/tree";
import { type Review, shared, SIGNS } from "./reviewed";
import { flipped, type Value, valueOf, words } from "../opinion/values";

/** A position of the game on the graph. */
export interface Point {
    readonly ply: number;
    /** The move that led here; `null` before the first. */
    readonly move: string | null;
    /** The value for X; `null` if it is not known. */
    readonly value: Value | null;
    /** From −1 (O wins) to 1 (X wins). */
    readonly height: number;
    /** What the review says of that move. */
    readonly reviewed: ReviewedMove | null;
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

/** What the end of a game is worth to the side that moved last, told from before its move. */
function oneLater(worth: Worth): Worth {
    const { exact } = worth;
    const distance = exact?.distance == null ? null : exact.distance - 1;
    return exact ? { ...worth, exact: { ...exact, distance } } : worth;
}

/** The points of a game, one for each position from the empty board to its end; what a review says of the moves that it shares. */
export function pointsOf(line: Path, review: Review | null, turns: Turns = SINGLE): Point[] {
    const common = review ? shared(line, review.line) : 0;
    const found = new Map(review?.found.moves.map((reviewed) => [reviewed.ply, reviewed]));
    return Array.from({ length: line.length + 1 }, (_, ply) => {
        const before = ply <= common ? found.get(ply) : undefined;
        const next = ply <= common ? found.get(ply + 1) : undefined;
        // A position is worth what its best move is worth; the last one, what the move that led there is.
        const side = sideAfter(next ? ply : ply - 1, turns);
        const worth = next ? next.best_worth : before ? oneLater(before.worth) : null;
        const own = worth && isKnown(worth) ? valueOf(worth, null) : null;
        const value = own && (side === "x" ? own : flipped(own));
        const height = value ? heightOf(value) : 0;
        return { ply, move: line[ply - 1] ?? null, value, height, reviewed: before ?? null };
    });
}

const isKnown = ({ score, exact, claim }: Worth): boolean => (score ?? exact ?? claim ?? null) !== null;

/** A point in words: `3. d2: X wins in 7 plies (blunder)`. */
export function pointText({ ply, move, value, reviewed }: Point): string {
    const name = move === null ? "Start" : `${ply}. ${move}`;
    const mistake = reviewed?.mistake ? ` (${reviewed.mistake})` : "";
    return `${name}: ${value ? words(value, "x") : "not known"}${mistake}`;
}

/** The sign of a point's move, if it was a mistake. */
export const signOf = ({ reviewed }: Point): string => (reviewed?.mistake ? SIGNS[reviewed.mistake] : "");

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
