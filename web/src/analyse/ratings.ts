/** What is known of the moves of a position, as the view shows it. */
import type { Mark } from "../board/types";
import type { ReviewedMove, Side } from "../lib/answers";
import { listed } from "../lib/words";
import { flipped, markOf, type RatedMove, rated, ratedOf, type Value, words } from "../opinion/values";
import type { Knowledge, Source } from "./knowledge";
import { SIGNS } from "./reviewed";

/** The moves with their values of a source, the best first. */
export function ratedMoves(known: Knowledge, source: Source): RatedMove[] {
    const exact = new Map<string, Value>();
    for (const { move, result, distance } of known.exact?.moves ?? [])
        exact.set(move, { exact: true, result, distance });
    const { search } = known;
    const solved = (): RatedMove[] => rated(exact, []);
    const searched = (): RatedMove[] =>
        ratedOf(search?.moves ?? [], search?.best ?? [], search?.depth ?? null);
    if (source === "static") return ratedOf(known.still ?? [], [], 0);
    if (source === "exact") return solved();
    // Values of one kind are compared with one another: a deep value beside a shallow one says little.
    return source === "best" && exact.size > 0 ? solved() : searched();
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
                return [move, markOf(shown, whose === "x" ? "x" : mover, best)];
            }),
    );
}

/** The chips with that of a move that was played and was a mistake; it has its sign instead of a value that is not shown. */
export function withMistake(
    marks: ReadonlyMap<string, Mark>,
    { move, mistake }: Pick<ReviewedMove, "move" | "mistake">,
): ReadonlyMap<string, Mark> {
    if (mistake === null) return marks;
    const sign = SIGNS[mistake];
    const shown = marks.get(move);
    const said = `played, a${mistake === "inaccuracy" ? "n" : ""} ${mistake}`;
    const mark: Mark = shown
        ? { ...shown, sign, title: `${shown.title}; ${said}` }
        : { text: sign, sign, tone: "plain", exact: false, best: false, title: said };
    return new Map([...marks, [move, mark]]);
}

/** One sentence about the position, the verdict first; where nothing is proven, it says who thinks so. */
export function verdict(moves: readonly RatedMove[], mover: Side, thinker: string): string {
    const best = moves.filter((move) => move.best);
    const [first] = best;
    if (!first) return "";
    const names = listed(best.map(({ move }) => move));
    if (!first.value.exact) {
        const many = best.length === moves.length && moves.length > 1;
        return `${thinker} thinks: ${many ? "every move" : names} (${words(first.value, mover)}).`;
    }
    const text = words(first.value, mover);
    if (first.value.result === "win") return `${text} with ${names}.`;
    if (first.value.result === "draw")
        return best.length === moves.length && moves.length > 1
            ? "A draw with every move."
            : `A draw with ${names}.`;
    return best.length === moves.length
        ? `${text}.`
        : `${text}; ${names} ${best.length === 1 ? "holds" : "hold"} out longest.`;
}
