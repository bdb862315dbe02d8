/** The one opinion that the page asks for unless a reader names another player. */
import type { Analysis } from "../lib/answers";
import { stream } from "../lib/stream";

/** The player whose opinion it is. */
export const BEST = "best";

/** A position. */
interface At {
    readonly game: string;
    readonly moves: string;
}

/** The body of the request for what `best` thinks of a position and why; with `nodes`, of how many it may look at. */
export const thought = (at: At, nodes: number | null = null) => ({
    ...at,
    player: nodes === null ? BEST : `${BEST}:nodes=${nodes}`,
    why: true,
});

/** What `best` thinks of a position and why. */
export const think = (at: At, signal: AbortSignal): Promise<Analysis> =>
    stream<Analysis>("analyze", thought(at), () => undefined, signal);
