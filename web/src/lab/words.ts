/** Numbers and times as people read them. */
import { counted, grouped } from "../lib/words";
import type { ExpectedTime, Limits } from "./answers";

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

/** Bytes of a disk: `2 GB`, `0.5 GB`. */
export const gigabytes = (bytes: number): string => `${grouped(bytes / 1e9)}\u00a0GB`;

/** A share in percent, as reports write it: `53.2`. */
export const percent = (share: number): string => (100 * share).toFixed(1);
export const score = (share: number): string => `${percent(share)}\u00a0%`;

/** When an experiment was begun, in the reader's own time zone. */
export const date = (seconds: number): string =>
    new Date(seconds * 1000).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });

/** How much the server takes, for those who are about to start something. */
export const allowed = (limits: Limits): string =>
    `An experiment may have ${counted(limits.experiment_games, "game")} and ${gigabytes(limits.experiment_bytes)} of results. ` +
    `${counted(limits.experiments_at_once, "experiment")} can play at once; all of them, up to ` +
    `${grouped(limits.experiments_kept)}, have ${gigabytes(limits.experiments_bytes)}, and leave ` +
    `${gigabytes(limits.free_bytes)} of the disk free. Delete those that you no longer need.`;
