/** Numbers and times as people read them. */
import type { ExpectedTime } from "./answers";

/** A duration: one unit where it is long enough, two where the first is small. */
export function duration(seconds: number): string {
    if (seconds < 1.5) return "1 s";
    if (seconds < 90) return `${Math.round(seconds)} s`;
    if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
    const hours = seconds / 3600;
    if (hours < 48) return `${hours < 10 ? hours.toFixed(1) : Math.round(hours)} h`;
    return `${Math.round(hours / 24)} days`;
}

/** The time that an experiment is expected to take: `about 3 min`. */
export const lasting = ({ seconds, at_least: atLeast }: ExpectedTime): string =>
    `${atLeast ? "at least" : "about"} ${duration(seconds)}`;

/** A share in percent, as reports write it: `53.2`. */
export const percent = (share: number): string => (100 * share).toFixed(1);
export const score = (share: number): string => `${percent(share)}\u00a0%`;

/** When an experiment was begun, in the reader's own time zone. */
export const date = (seconds: number): string =>
    new Date(seconds * 1000).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
