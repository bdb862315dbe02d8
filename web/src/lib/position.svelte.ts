import type { Description, Facts, Level, Moves } from "./answers";
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

/** What is known of a game, and the text by which it was asked for. */
interface About<Answer> {
    readonly game: string;
    readonly answer: Answer;
}

/**
 * What the server says of the position shown: the game, the legal moves, the outcome.
 *
 * While a new answer is on its way the old one is not shown: `moves` is `null`, and nothing can be played.
 */
export class Position {
    #known = new Kept<Moves>(KEPT);
    #facts = $state.raw<About<Facts> | null>(null);
    #levels = $state.raw<About<readonly Level[]> | null>(null);
    #found = $state.raw<{ readonly key: string; readonly moves: Moves } | null>(null);
    /** The game that is shown, the last good one while a new one is asked for; with its levels as soon as they are known. */
    readonly description: Description | null = $derived(
        this.#facts && {
            ...this.#facts.answer,
            levels: this.#levels?.game === this.#facts.game ? this.#levels.answer : [],
        },
    );
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
            const { game } = session;
            const abort = new AbortController();
            void this.#askLevels(game, abort.signal);
            return () => abort.abort();
        });
        $effect(() => {
            void this.#attempt;
            const { game, path } = session;
            const abort = new AbortController();
            void this.#ask(game, path, abort.signal);
            return () => abort.abort();
        });
    }

    /** What the server says of the position shown; never what it said of another one. */
    get moves(): Moves | null {
        return this.#found?.key === keyOf(this.#session.game, this.#session.path) ? this.#found.moves : null;
    }

    /** Whether the board shown is that of the game asked for, whose moves may still be on their way. */
    get isBoardKnown(): boolean {
        return this.#facts?.game === this.#session.game;
    }

    /** Whether it is known which levels the game has, and who plays them. */
    get areLevelsKnown(): boolean {
        return this.#levels?.game === this.#session.game;
    }

    /** Asks again, after an error. */
    retry(): void {
        this.#attempt += 1;
    }

    /** Game and moves are asked for at once: who waits for one need not wait for the other. */
    async #ask(game: string, path: Path, signal: AbortSignal): Promise<void> {
        const moves = path.join(" ");
        const key = keyOf(game, path);
        const known = this.#known.get(key);
        this.error = null;
        try {
            const asked = known === undefined ? api.moves({ game, moves }, signal) : Promise.resolve(known);
            // What is wrong with the game is said of the game.
            asked.catch(() => undefined);
            const facts = await api.describe(game, signal);
            if (signal.aborted) return;
            if (this.#facts?.game !== game) {
                this.#session.learn(game, facts.turn);
                this.#facts = { game, answer: facts };
            }
            const found = await asked;
            if (signal.aborted) return;
            const read = found.played ?? path;
            this.#known.set(key, found);
            this.#known.set(keyOf(game, read), found);
            if (key !== this.#refusedAt) this.refused = null;
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

    /** Nothing on the board waits for the levels. A failure that matters is one of the game, too, and said there. */
    async #askLevels(game: string, signal: AbortSignal): Promise<void> {
        try {
            const { levels } = await api.levels(game, signal);
            if (!signal.aborted) this.#levels = { game, answer: levels };
        } catch (error) {
            if (api.failureOf(error, signal)) this.#levels = { game, answer: [] };
        }
    }
}
