/** What the analysis is doing, in words. */
import type { Bounds, Side } from "../lib/answers";
import { opponentOf } from "../lib/sides";
import { counted, nameOf } from "../lib/words";
import { isSolved, type Knowledge, type Source, type Step } from "./knowledge";

/** The request that runs. */
export function progressText(
    job: { readonly step: Step } | null,
    known: Knowledge,
    nodes: number,
    bounds: Bounds | null,
    mover: Side,
): string {
    if (!job) return "";
    const { kind, move } = job.step;
    const seen = nodes > 0 ? `, ${nodes.toLocaleString("en", { notation: "compact" })} positions` : "";
    if (kind === "search") {
        const depth =
            known.search && known.searches === 0 ? `, ${counted(known.search.depth, "ply")} deep` : "";
        return `Searching${depth}${seen}…`;
    }
    if (kind === "solve") return `Solving${seen}${boundsText(bounds, mover)}…`;
    if (kind === "line") return `Looking for the best line after ${move}…`;
    return "Valuing the board after each move…";
}

/** What the solver knows before it knows the result: `, X does not lose`. */
function boundsText(bounds: Bounds | null, mover: Side): string {
    if (!bounds) return "";
    const [least, most] = [bounds.at_least.result, bounds.at_most.result];
    if (least === "win") return `, ${nameOf(mover)} wins`;
    if (most === "loss") return `, ${nameOf(opponentOf(mover))} wins`;
    if (least === "draw") return `, ${nameOf(mover)} does not lose`;
    if (most === "draw") return `, ${nameOf(opponentOf(mover))} does not lose`;
    return "";
}

/** What was reached when a limit ended the analysis of a position; empty if there is nothing more to find. */
export function limitText(known: Knowledge, source: Source): string {
    const { exact, search } = known;
    if (source === "static" || isSolved({ exact: source === "search" ? null : exact, search })) return "";
    const seconds = (spent: number): string => `${Math.max(1, Math.round(spent))} s`;
    const parts: string[] = [];
    if (source !== "exact" && search)
        parts.push(`Searched ${counted(search.depth, "ply")} deep in ${seconds(known.searching)}.`);
    if (source !== "search" && known.solving > 0) parts.push(`Not solved in ${seconds(known.solving)}.`);
    return parts.join(" ");
}
