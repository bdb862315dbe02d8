/** Where a link to a view leads. */
import type { Session } from "../lib/session.svelte";
import type { Place, View } from "../lib/url";

/**
 * The place of another view. Puzzles begin with the first of the set that everybody gets: a game's own seed, which the
 * computer's choices follow from, names none.
 */
export function placeIn({ view: shown, place }: Pick<Session, "view" | "place">, view: View): Partial<Place> {
    if (view !== "puzzles" || shown === "puzzles") return { view };
    return { view, path: [], tree: [], settings: { ...place.settings, seed: "", number: "" } };
}
