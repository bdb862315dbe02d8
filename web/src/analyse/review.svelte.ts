import { untrack } from "svelte";
import type { Progress, ReviewedGame, ReviewedMove } from "../lib/answers";
import { type ApiError, failureOf } from "../lib/api";
import { Kept } from "../lib/kept";
import type { Page } from "../lib/page";
import { stream } from "../lib/stream";
import type { Path } from "../lib/tree";
import { type Point, pointsOf } from "./graph";
import { joined, mistakesOf, type Review, shared } from "./reviewed";

/** Reviews that are remembered as long as the page is open. */
const kept = new Kept<Review>(20);
const keyOf = (game: string, line: Path): string => `${game}|${line.join(" ")}`;

/**
 * Lets the server review the game shown: one request for all of its moves. A game that is over is reviewed by itself, and one
 * whose address asks for it (`review=1`; `review=find` leads to the move that decided the game); another one when somebody
 * wants it.
 */
export class GameReview {
    readonly #page: Page;
    /** The last review that there is. */
    #last = $state.raw<Review | null>(null);
    /** Moves that are reviewed by now, of a review that runs. */
    progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
    error = $state.raw<ApiError | null>(null);
    #abort: AbortController | null = null;
    /** The game whose review somebody stopped: it does not begin again by itself. */
    #declined = "";

    /** The review of the game shown, or of the game as it was before moves were changed. */
    readonly shown: Review | null = $derived.by(() =>
        this.#last?.game === this.#page.session.game ? this.#last : null,
    );
    readonly #common: number = $derived.by(() =>
        this.shown ? shared(this.#page.session.line, this.shown.line) : 0,
    );
    /** Whether moves were changed since. */
    readonly isStale: boolean = $derived.by(
        () =>
            this.shown !== null &&
            this.#common < Math.max(this.#page.session.line.length, this.shown.line.length),
    );
    readonly points: readonly Point[] = $derived.by(() => {
        const { line, turns } = this.#page.session;
        return pointsOf(line, this.shown, turns);
    });
    /** The mistakes of the moves that are as they were. */
    readonly mistakes: readonly ReviewedMove[] = $derived.by(() =>
        this.shown ? mistakesOf(this.shown.found).filter(({ ply }) => ply <= this.#common) : [],
    );

    /** The mistake whose position is shown, before it or after it. */
    readonly current: ReviewedMove | null = $derived.by(() => {
        const plies = this.#page.session.path.length;
        const at = (wanted: number) => this.mistakes.find(({ ply }) => ply === wanted);
        return at(plies + 1) ?? at(plies) ?? null;
    });
    /** The mistake that was made in the position shown. */
    readonly next: ReviewedMove | null = $derived.by(() =>
        this.current && this.current.ply > this.#page.session.path.length ? this.current : null,
    );

    constructor(page: Page) {
        this.#page = page;
        const { session, position } = page;
        $effect(() => () => this.#end());
        $effect(() => {
            const { game, line, path } = session;
            if (line.length === 0 || position.moves === null) return;
            const isOver = position.moves.outcome !== null && path.length === line.length;
            const isWanted = session.setting("review") !== "";
            untrack(() => {
                const found = kept.get(keyOf(game, line));
                if (found) this.#last = found;
                else if (this.progress || this.error || this.#declined === keyOf(game, line)) return;
                else if (isOver || (isWanted && !this.shown)) void this.start();
            });
        });
        $effect(() => {
            if (session.setting("review") !== "find" || !this.shown || this.isStale || this.progress) return;
            const { decisive } = this.shown.found;
            untrack(() => {
                session.set("review", "1");
                if (decisive != null) this.show(decisive);
            });
        });
    }

    /** Shows the position in which a mistake was made. */
    show(ply: number): void {
        this.#page.session.goToPly(ply - 1);
    }

    /** Stops the review that runs. */
    stop(): void {
        const { game, line } = this.#page.session;
        this.#declined = keyOf(game, line);
        this.#end();
    }

    #end(): void {
        this.#abort?.abort();
        this.#abort = null;
        this.progress = null;
    }

    async start(): Promise<void> {
        this.#end();
        const { session } = this.#page;
        const { game, line } = session;
        const abort = new AbortController();
        this.#abort = abort;
        this.error = null;
        this.progress = { done: 0, total: line.length };
        if (session.setting("review") === "") session.set("review", "1");
        try {
            await this.#ask(game, line, abort.signal);
        } catch (error) {
            this.error = failureOf(error, abort.signal) ?? this.error;
        }
        if (!abort.signal.aborted) this.#end();
    }

    /** Asks for the whole game; where the server's time was too short for that, again for the moves that are left. */
    async #ask(game: string, line: Path, signal: AbortSignal): Promise<void> {
        const total = line.length;
        let later: ReviewedGame | null = null;
        for (let left = total; left > 0;) {
            const done = total - left;
            this.progress = { done, total };
            const count = (progress: Progress): void => {
                if (progress.unit !== "moves" || signal.aborted) return;
                this.progress = { done: done + (progress.done ?? 0), total };
            };
            const body = { game, moves: line.slice(0, left).join(" ") };
            const found: ReviewedGame = await stream<ReviewedGame, Progress>("review", body, count, signal);
            if (signal.aborted) return;
            later = joined(found, later);
            this.#last = { game, line, found: later };
            if (found.moves.length === 0) return;
            left = total - later.moves.length;
        }
        if (later) kept.set(keyOf(game, line), { game, line, found: later });
    }
}
