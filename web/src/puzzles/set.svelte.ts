import { untrack } from "svelte";
import type { Progress } from "../lib/answers";
import * as api from "../lib/api";
import { Kept } from "../lib/kept";
import { stream } from "../lib/stream";
import type { Puzzle } from "./puzzle";

/** Which puzzles are wanted. */
export interface Wanted {
    readonly game: string;
    readonly seed: number;
    /** The number of the puzzle that is wanted first. */
    readonly first: number;
    readonly count: number;
}

/** What is known of a set. Fewer puzzles are the beginning of more with the same seed. */
interface Made {
    readonly puzzles: readonly Puzzle[];
    /** How many were asked for. */
    readonly asked: number;
}

/** How far the server is: how many puzzles it has found. */
export type Making = Pick<Progress, "done">;

const NOTHING: Made = { puzzles: [], asked: 0 };
/** Sets that are not made again when one comes back to them. */
const known = new Kept<Made>(30);

/** How many puzzles to ask for next: first those up to the one that is wanted, then the others; 0 if all are there. */
export function nextCount(
    { puzzles, asked }: Made,
    { first, count }: Pick<Wanted, "first" | "count">,
): number {
    if (puzzles.length < asked || asked >= count) return 0;
    return asked < first ? first : count;
}

/** Has puzzles made while the view that made it is open. Another game or seed gives up what is on its way. */
export class PuzzleSet {
    readonly #wanted: () => Wanted;
    #made = $state.raw<{ readonly key: string; readonly made: Made }>({ key: "", made: NOTHING });
    making = $state.raw<Making | null>(null);
    /** Why no puzzles came. */
    error = $state.raw<api.ApiError | null>(null);
    #stoppedAt = $state.raw<string | null>(null);
    #attempt = $state(0);
    readonly #key = $derived.by(() => {
        const { game, seed } = this.#wanted();
        return `${game}|${seed}`;
    });
    /** What a request is made for: going to another puzzle of the set does not make a new one. */
    readonly #target = $derived.by(() => `${this.#key}|${this.#wanted().count}`);

    constructor(wanted: () => Wanted) {
        this.#wanted = wanted;
        $effect(() => {
            void this.#attempt;
            if (this.#stoppedAt === this.#target) return;
            const abort = new AbortController();
            untrack(() => void this.#make(this.#wanted(), abort.signal));
            return () => {
                abort.abort();
                this.making = null;
            };
        });
    }

    readonly #current: Made = $derived.by(() => {
        if (this.#made.key === this.#key) return this.#made.made;
        return known.get(this.#key) ?? NOTHING;
    });

    get puzzles(): readonly Puzzle[] {
        return this.#current.puzzles;
    }
    /** Whether the game has no more puzzles than these. */
    get isAll(): boolean {
        return this.#current.puzzles.length < this.#current.asked;
    }
    get isStopped(): boolean {
        return this.#stoppedAt === this.#target;
    }

    stop(): void {
        this.#stoppedAt = this.#target;
    }

    /** Goes on after a stop or an error. */
    again(): void {
        this.#stoppedAt = null;
        this.#attempt += 1;
    }

    async #make(wanted: Wanted, signal: AbortSignal): Promise<void> {
        const { game, seed } = wanted;
        const key = `${game}|${seed}`;
        this.error = null;
        let made = known.get(key) ?? NOTHING;
        this.#made = { key, made };
        try {
            for (let count = nextCount(made, wanted); count > 0; count = nextCount(made, wanted)) {
                this.making = {};
                const onProgress = (progress: Making): void => {
                    if (!signal.aborted) this.making = progress;
                };
                const body = { game, count, seed };
                const puzzles = await stream<readonly Puzzle[], Making>("puzzles", body, onProgress, signal);
                if (signal.aborted) return;
                made = { puzzles, asked: count };
                known.set(key, made);
                this.#made = { key, made };
            }
        } catch (error) {
            this.error = api.failureOf(error, signal);
        } finally {
            if (!signal.aborted) this.making = null;
        }
    }
}
