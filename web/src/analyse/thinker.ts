/** Whose opinion is shown: that of `best`, or that of alpha-beta with a heuristic that a reader chose. */
import type { Session } from "../lib/session.svelte";
import type { AnalysisSettings } from "./jobs";
import { SOURCES, type Source } from "./knowledge";

/** The heuristic and depth of another player whom a reader asks before choosing them. */
export const FIRST_HEURISTIC = "runs";
const FIRST_DEPTH = 12;

/** What the address asks for. Whoever names a heuristic or a depth wants another player's opinion than that of `best`. */
export function settingsOf(session: Pick<Session, "setting">): AnalysisSettings {
    const source: Source = SOURCES.find((name) => name === session.setting("value")) ?? "best";
    const isOther =
        source === "static" || session.setting("heuristic") !== "" || session.setting("depth") !== "";
    return {
        source,
        heuristic: isOther ? session.setting("heuristic") || FIRST_HEURISTIC : null,
        depth: Math.max(1, Number(session.setting("depth")) || FIRST_DEPTH),
        seconds: Math.max(1, Number(session.setting("seconds")) || 5),
    };
}

/** Who thinks, at the start of a sentence. */
export function thinkerName({ source, heuristic }: Pick<AnalysisSettings, "source" | "heuristic">): string {
    if (heuristic === null) return "Best";
    return source === "static" ? `The heuristic ${heuristic}` : `Alpha-beta with ${heuristic}`;
}
