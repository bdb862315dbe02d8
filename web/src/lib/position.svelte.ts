import type { Description, Moves } from "./answers";
import * as api from "./api";
import { Kept } from "./kept";
import type { Session } from "./session.svelte";
import type { Path } from "./tree";

/** How many answers are kept, so that walking through a game does not ask again. */
const KEPT = 500;

/** What the page says of a text that is a board. */
export const ONLY_STONES =
    "These are stones without the order of their moves, which the page cannot show: use --board of the command line.";

const keyOf = (game: string, path: Path): string => `${game}|${path.join(" ")}`;

/**
 * What the server says of the position shown: the game, the legal moves, the outcome.
 *
 * While a new answer is on its way the old one is not shown: `moves` is `null`, and nothing can be played.
 */
export class Position {
    #known = new Kept<Moves>(KEPT);
    /** The game that is shown; the last good one while a new one is asked for. */
    description = $state.raw<Description | null>(null);
    #found = $state.raw<{ readonly key: string; readonly moves: Moves } | null>(null);
    /** What the server says of the position shown; never what it said of another one. */
    get moves(): Moves | null {
        return this.#found?.key === keyOf(this.#session.game, this.#session.path) ? this.#found.moves : null;
    }
    error = $state.raw<api.ApiError | null>(null);
    /** Why moves of the address are not shown: the first of them that cannot be played. */
    refused = $state.raw<api.ApiError | null>(null);
    /** Grows when the last request is to be made again. */
    #attempt = $state(0);

    /** The position that is shown in the place of the refused one. */
    #refusedAt = "";
    readonly #session: Session;

    constructor(session: Session) {
        this.#session = session;
        $effect(() => {
            void this.#attempt;
            const { game, path } = session;
            const abort = new AbortController();
            void this.#ask(game, path, abort.signal);
            return () => abort.abort();
        });
    }

    /** Asks again, after an error. */
    retry(): void {
        this.#attempt += 1;
    }

    async #ask(game: string, path: Path, signal: AbortSignal): Promise<void> {
        const moves = path.join(" ");
        const key = keyOf(game, path);
        const known = this.#known.get(key);
        this.error = null;
        try {
            this.description = api.described(game) ?? (await api.describe(game, signal));
            const found = known ?? (await api.moves({ game, moves }, signal));
            this.#known.set(key, found);
            if (signal.aborted) return;
            if (key !== this.#refusedAt) this.refused = null;
            const read = found.played ?? path;
            if (read.length === 0 && path.length > 0) throw new api.ApiError(422, ONLY_STONES, null);
            if (read.join(" ") !== moves) this.#session.correct(read);
            else this.#found = { key, moves: found };
        } catch (error) {
            const failure = api.failureOf(error, signal);
            if (!failure) return;
            const good = failure.reasons[0]?.before;
            if (!good) this.error = failure;
            else {
                this.refused = failure;
                this.#refusedAt = keyOf(game, good);
                this.#session.correct(good);
            }
        }
    }
}
