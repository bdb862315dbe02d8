/** The addresses of lessons and their steps. */
import type { Place } from "../../lib/url";

/** The part of the address that says the step of a lesson; steps count from 1. */
export const stepLink = (lesson: string, step: number): Pick<Place, "view" | "settings"> => ({
    view: "explain",
    settings: { lesson, step: String(step) },
});
