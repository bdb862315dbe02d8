import { untrack } from "svelte";
import type { ChosenMove, Description, MoveReason, Side, ValuedMove } from "../lib/answers";
import * as api from "../lib/api";
import { Kept } from "../lib/kept";
import type { Page } from "../lib/page";
import { pause } from "../lib/pause";
import { stream } from "../lib/stream";
import type { Place } from "../lib/url";
import { reasonsChoice } from "../opinion/choices";
import { quickPlayer, seedOf } from "./choice";
import { playerText } from "./levels";

/** What is known while a search goes on; a server may leave all of it out. */
interface Progress {
    readonly best?: readonly string[];
    readonly moves?: readonly ValuedMove[];
}

/** A move that the computer made, and why, the strongest reason first. */
interface Remark {
    readonly side: Side;
    readonly move: string;
    readonly reasons: readonly MoveReason[];
}

/** Remarks by game and moves, so that they are there again when somebody walks through the game. */
const remarks = new Kept<Remark>(500);

/** Milliseconds until it is said that the computer thinks. */
const SLOW = 300;

/** The status of an answer that was stopped before it was there. */
const STOPPED = 503;
/** The status of what is impossible: at once for this game, or after a long time (in milliseconds) because it takes longer. */
const IMPOSSIBLE = 422;
const LONG = 5000;

/** How fast two computers play against each other: milliseconds from move to move. */
export const PACES = { slow: 1500, normal: 600, fast: 0 } as const;
export type Pace = keyof typeof PACES;

/**
 * Makes the computers' moves while the view that made it is open. It thinks about the position shown only, one
 * request at a time, and gives it up when the position changes.
 */
export class Computer {
    readonly #page: Page;
    /** Whether two computers play on by themselves. */
    running = $state(false);
    /** The position for which one move of two computers was asked. */
    #step = $state.raw<readonly string[] | null>(null);
    /** Where the person stopped it, or where it failed; another position or player is thought about again. */
    #stoppedAt = $state.raw<Place | null>(null);
    /** The position in which a move is wanted at once. */
    #hurriedAt = $state.raw<readonly string[] | null>(null);
    #attempt = $state(0);
    isThinking = $state(false);
    /** Whether it has thought for so long that one may want to stop it. */
    isSlow = $state(false);
    #error = $state.raw<api.ApiError | null>(null);
    #best: readonly string[] = [];

    constructor(page: Page) {
        this.#page = page;
        $effect(() => {
            void this.#attempt;
            const { session, position } = page;
            const { moves, description } = position;
            if (moves === null || description === null || moves.outcome !== null) return;
            if (session.isHuman(moves.to_move) || !this.#isAsked || !position.areLevelsKnown) return;
            let player = playerText(session.players[moves.to_move], description);
            if (this.#hurriedAt === session.path) player = quickPlayer(player);
            const abort = new AbortController();
            void this.#think(player, description, abort.signal);
            return () => abort.abort();
        });
    }

    /** Whether both sides are played by computers: they wait to be started. */
    get isMatch(): boolean {
        const { session } = this.#page;
        return !session.isHuman("x") && !session.isHuman("o");
    }

    /** Whether it is a computer's turn that nobody has asked to move. */
    get isWaiting(): boolean {
        const { session, position } = this.#page;
        const { moves } = position;
        return moves?.outcome === null && !session.isHuman(moves.to_move) && !this.#isAsked;
    }

    get #isAsked(): boolean {
        const { session } = this.#page;
        if (this.isMatch) return this.running || this.#step === session.path;
        return !session.walking && !this.#isStopped;
    }

    get #isStopped(): boolean {
        const { path, players } = this.#page.session;
        return this.#stoppedAt?.path === path && this.#stoppedAt.players === players;
    }

    /** Why there is no move in the position shown. */
    get error(): api.ApiError | null {
        return this.#isStopped ? this.#error : null;
    }

    /** Why the computer made the move that led to the position shown. */
    get remark(): Remark | null {
        const { game, path } = this.#page.session;
        return remarks.get(keyOf(game, path)) ?? null;
    }

    get pace(): Pace {
        const pace = this.#page.session.setting("pace");
        return pace in PACES ? (pace as Pace) : "normal";
    }

    /** Lets the computer move in the position shown. */
    move(): void {
        this.#stoppedAt = null;
        this.#page.session.goOn();
        this.#step = this.#page.session.path;
        this.#attempt += 1;
    }

    stop(): void {
        this.running = false;
        this.#step = null;
        this.#stoppedAt = this.#page.session.place;
    }

    /** Plays the best move found so far, or one that is found at once. */
    moveNow(): void {
        const { session } = this.#page;
        const best = this.#best[0];
        if (best !== undefined) session.play(best, "replace");
        else this.#hurriedAt = session.path;
    }

    async #think(player: string, game: Description, signal: AbortSignal): Promise<void> {
        const { session } = this.#page;
        const { path } = session;
        const moves = path.join(" ");
        const begun = performance.now();
        this.#best = [];
        this.#error = null;
        this.isThinking = true;
        this.isSlow = false;
        const slow = setTimeout(() => (this.isSlow = true), SLOW);
        signal.addEventListener("abort", () => {
            clearTimeout(slow);
            this.isThinking = false;
            this.isSlow = false;
        });
        try {
            const seed = seedOf(session.setting("seed"));
            const why = untrack(() => reasonsChoice.isOn);
            const body = { game: game.game, moves, player, seed, ...(why ? { why } : {}) };
            const watch = (progress: Progress): void => {
                this.#best = progress.best ?? bestOf(progress.moves ?? []);
            };
            const { move, reasons = [] } = await stream<ChosenMove, Progress>("choose", body, watch, signal);
            if (this.isMatch) await pause(begun + PACES[this.pace] - performance.now(), signal);
            if (signal.aborted) return;
            remarks.set(keyOf(session.game, [...path, move]), { side: session.turn, move, reasons });
            session.play(move, "replace");
        } catch (error) {
            const failure = api.failureOf(error, signal);
            if (!failure) return;
            // A search that the server stopped: what it had found by then has to do, or what is found at once.
            const tookLong = failure.status === IMPOSSIBLE && performance.now() - begun > LONG;
            if ((failure.status === STOPPED || tookLong) && this.#hurriedAt !== path) return this.moveNow();
            this.#error = failure;
            this.running = false;
            this.#stoppedAt = session.place;
        } finally {
            clearTimeout(slow);
            if (!signal.aborted) this.isThinking = this.isSlow = false;
        }
    }
}

const keyOf = (game: string, path: readonly string[]): string => `${game}|${path.join(" ")}`;

function bestOf(moves: readonly ValuedMove[]): readonly string[] {
    const most = Math.max(...moves.map(({ value }) => value));
    return moves.filter(({ value }) => value === most).map(({ move }) => move);
}
