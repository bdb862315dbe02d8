/** Where the cells of games are drawn whose files of lines said so. Game text does not: the browser keeps it. */
import type { Facts } from "./answers";

type Places = NonNullable<Facts["places"]>;

const KEY = "connect-toe-places";
/** No more games are kept. */
const MOST = 20;

/** What a browser remembers of a text: storage may be full, forbidden, or hold what another version wrote. */
function read(): readonly (readonly [game: string, places: Places])[] {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
        return Array.isArray(kept) ? (kept as (readonly [string, Places])[]) : [];
    } catch {
        return [];
    }
}

/** The places of a game's cells in canonical order, if a file has named them. */
export const placesOf = (game: string): Places | undefined => read().find(([kept]) => kept === game)?.[1];

/** Keeps the places that a file names; a file that names none takes away those that were kept. */
export function keepPlaces(game: string, places: Places | undefined): void {
    const others = read().filter(([kept]) => kept !== game);
    const kept = places ? [[game, places] as const, ...others] : others;
    try {
        localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MOST)));
    } catch {
        // Cells then stand on a circle.
    }
}
