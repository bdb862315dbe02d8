import { untrack } from "svelte";
import type { Analysis, Result } from "../lib/answers";
import { type ApiError, failureOf } from "../lib/api";
import { Kept } from "../lib/kept";
import type { Page } from "../lib/page";
import { think } from "./ask";
import { scoreChoice } from "./choices";
import { type Advice, adviceOf, flipped, type Value, valueOf } from "./values";

/** What `best` thought of positions, as long as the page is open. */
const kept = new Kept<Analysis>(200);

/** What `best` thinks of the position shown, if somebody asks for a hint or wants to see the score to expect. */
export class Opinion {
    readonly #page: Page;
    /** The position for which a hint is wanted. */
    #hintedAt = $state.raw<string | null>(null);
    #found = $state.raw<{ readonly key: string; readonly analysis: Analysis } | null>(null);
    #attempt = $state(0);
    isThinking = $state(false);
    error = $state.raw<ApiError | null>(null);

    /** `mayAsk` says whether nobody else is thinking. */
    constructor(page: Page, mayAsk: () => boolean) {
        this.#page = page;
        $effect(() => {
            void this.#attempt;
            const { game, path } = page.session;
            const key = this.#key;
            if (page.position.moves?.outcome !== null || !mayAsk()) return;
            if (!scoreChoice.isOn && !this.isHinted) return;
            const analysis = kept.get(key);
            if (analysis) {
                this.#found = { key, analysis };
                return;
            }
            const abort = new AbortController();
            untrack(() => void this.#ask(key, game, path.join(" "), abort.signal));
            return () => {
                abort.abort();
                this.isThinking = false;
            };
        });
    }

    get #key(): string {
        const { game, path } = this.#page.session;
        return `${game}|${path.join(" ")}`;
    }

    /** Whether a hint is wanted in the position shown. */
    get isHinted(): boolean {
        return this.#hintedAt === this.#key;
    }

    /** Asks for a hint, or takes it away. */
    toggleHint(): void {
        this.#hintedAt = this.isHinted ? null : this.#key;
        this.error = null;
        this.#attempt += 1;
    }

    get hint(): Advice | null {
        const found = this.#found;
        return this.isHinted && found?.key === this.#key ? adviceOf(found.analysis) : null;
    }

    /** The score to expect in the position shown, for X; `null` while it is not known. */
    get score(): Value | null {
        const outcome = this.#page.position.moves?.outcome ?? null;
        if (outcome !== null) {
            const result: Result = outcome === "draw" ? "draw" : outcome === "x" ? "win" : "loss";
            return { exact: true, result, distance: 0 };
        }
        const found = this.#found;
        if (found?.key !== this.#key) return null;
        const value = valueOf(found.analysis, null);
        return found.analysis.to_move === "x" ? value : flipped(value);
    }

    async #ask(key: string, game: string, moves: string, signal: AbortSignal): Promise<void> {
        this.isThinking = true;
        this.error = null;
        try {
            const analysis = await think({ game, moves }, signal);
            if (signal.aborted) return;
            kept.set(key, analysis);
            this.#found = { key, analysis };
        } catch (error) {
            this.error = failureOf(error, signal) ?? this.error;
        } finally {
            if (!signal.aborted) this.isThinking = false;
        }
    }
}
