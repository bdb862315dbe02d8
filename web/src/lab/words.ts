/** Numbers and times as people read them. */
import { grouped } from "../lib/words";
import type { ExpectedTime } from "./answers";

export const count = (value: number, unit: string): string =>
    `${grouped(value)} ${unit}${value === 1 ? "" : "s"}`;
export const number = grouped;

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

/** A share as people write a score: `0.53`. */
export const score = (share: number): string => share.toFixed(2);

/** When an experiment was begun, in the reader's own time zone. */
export const date = (seconds: number): string =>
    new Date(seconds * 1000).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
