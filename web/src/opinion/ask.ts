/** The one opinion that the page asks for unless a reader names another player. */

/** The player whose opinion it is. */
export const BEST = "best";

/** The body of the request for what `best` thinks of a position and why; with `nodes`, of how many it may look at. */
export const thought = (
    at: { readonly game: string; readonly moves: string },
    nodes: number | null = null,
) => ({
    ...at,
    player: nodes === null ? BEST : `${BEST}:nodes=${nodes}`,
    why: true,
});
