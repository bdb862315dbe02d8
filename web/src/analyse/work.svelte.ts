import { untrack } from "svelte";
import type { Analysis, Bounds, Progress, Solution } from "../lib/answers";
import { type ApiError, failureOf, isAbort } from "../lib/api";
import type { Page } from "../lib/page";
import { pause } from "../lib/pause";
import { stream } from "../lib/stream";
import type { Path } from "../lib/tree";
import { type AnalysisSettings, type Job, nextJob, type Target } from "./jobs";
import { isSolved, type Knowledge, type Step, withExact, withLook, withSearch } from "./knowledge";
import { Memory, REDRAW } from "./memory.svelte";
import { thought } from "../opinion/ask";

/** A server that is busy is asked again this many times. */
const PATIENCE = 5;
/** Plies that alpha-beta looks further ahead each time that somebody asks. */
const DEEPER = 4;
/** How many times more nodes `best` has each time, and of how many at least. */
const FURTHER = 4;
const LEAST_NODES = 50_000;
/** Nodes for the line after a move. */
const LINE_NODES = 20_000;

/**
 * Finds out the values of positions, one request at a time.
 *
 * The position shown comes first, then the line that somebody points at, then those of the other moves. A
 * change of the position or of the settings, a hidden page and a closed view end the request that runs.
 */
export class AnalysisWork {
    readonly #page: Page;
    readonly #settings: () => AnalysisSettings;
    readonly #memory = new Memory();
    #step: AbortController | null = null;
    #wake: () => void = () => undefined;
    #pointed: string | null = null;
    #further = $state.raw({ key: "", times: 0 });
    #visible = $state(true);
    /** What is asked now. */
    job = $state.raw<Job | null>(null);
    /** Nodes of the request that runs, as far as the server tells. */
    nodes = $state.raw(0);
    /** What the solver knows already. */
    bounds = $state.raw<Bounds | null>(null);
    paused = $state(false);
    /** Why nothing more is asked. */
    error = $state.raw<ApiError | null>(null);

    readonly #key = $derived.by(() => {
        const { game, path } = this.#page.session;
        const { moves, description, error } = this.#page.position;
        if (!moves || !description || error) return null;
        const open = moves.outcome === null;
        const target: Target = {
            ...this.#settings(),
            game,
            path,
            open,
            empty: description.cells - path.length,
            gameIsKnown: description.known?.result != null,
        };
        return JSON.stringify(target);
    });

    constructor(page: Page, settings: () => AnalysisSettings) {
        this.#page = page;
        this.#settings = settings;
        $effect(() => {
            const watch = (): void => {
                this.#visible = document.visibilityState !== "hidden";
            };
            watch();
            document.addEventListener("visibilitychange", watch);
            return () => document.removeEventListener("visibilitychange", watch);
        });
        $effect(() => {
            const key = this.#key;
            if (key === null || this.paused || this.error || !this.#visible) return;
            const abort = new AbortController();
            untrack(() => void this.#work(JSON.parse(key) as Target, abort.signal));
            return () => {
                abort.abort();
                this.job = null;
            };
        });
    }

    /** What is known of a position of the game shown. */
    of(path: Path): Knowledge {
        return this.#memory.shown(this.#page.session.game, path, this.#settings().heuristic);
    }

    /** Searches further where a search has ended. */
    deeper(): void {
        const key = this.#positionKey();
        this.#further = { key, times: this.#further.key === key ? this.#further.times + 1 : 1 };
        this.#wake();
    }

    /** How often somebody asked to search further here. */
    get times(): number {
        return this.#further.key === this.#positionKey() ? this.#further.times : 0;
    }

    /** Asks for the best line that begins with a move, or with none. */
    point(move: string | null): void {
        if (move === this.#pointed) return;
        this.#pointed = move;
        if (move === null) return;
        if (this.job && !this.job.own) this.#step?.abort();
        this.#wake();
    }

    /** Asks again after an error. */
    retry(): void {
        this.error = null;
    }

    /** The position shown, and who thinks about it. */
    #positionKey(): string {
        const { game, path } = this.#page.session;
        return `${game}|${path.join(" ")}|${this.#settings().heuristic ?? ""}`;
    }

    async #work(target: Target, signal: AbortSignal): Promise<void> {
        let busy = 0;
        while (!signal.aborted) {
            const known = this.#memory.get(target.game, target.path, target.heuristic);
            const job = nextJob(target, known, this.times, this.#pointed);
            this.job = job;
            if (!job) {
                await this.#woken(signal);
                continue;
            }
            try {
                await this.#do(target, job, signal);
                busy = 0;
            } catch (error) {
                const failure = failureOf(error, signal);
                if (!failure) return;
                if (failure.status === 429 && (busy += 1) <= PATIENCE) {
                    await pause(1000 * Math.max(1, failure.retryAfter ?? 1), signal);
                } else if (failure.isPassing) {
                    this.error = failure;
                    return;
                } else {
                    this.#memory.change(target, job.path, (known) => ({
                        ...known,
                        refused: new Map([...known.refused, [job.step.kind, failure.message]]),
                    }));
                }
            }
        }
    }

    /** Sleeps until there may be something new to ask. */
    #woken(signal: AbortSignal): Promise<void> {
        return new Promise((resolve) => {
            this.#wake = resolve;
            signal.addEventListener("abort", () => resolve(), { once: true });
        });
    }

    async #do(target: Target, job: Job, signal: AbortSignal): Promise<void> {
        const { path, step } = job;
        const abort = new AbortController();
        const leave = (): void => abort.abort();
        signal.addEventListener("abort", leave, { once: true });
        this.#step = abort;
        this.nodes = 0;
        this.bounds = null;
        let late = false;
        const giveUp = (): void => {
            late = true;
            abort.abort();
        };
        const timer = step.seconds === null ? undefined : setTimeout(giveUp, step.seconds * 1000);
        const start = performance.now();
        const spend = (): void =>
            this.#spend(target, job, late ? (step.seconds ?? 0) : (performance.now() - start) / 1000);
        try {
            await this.#ask(target, path, step, abort.signal);
            if (!signal.aborted) spend();
        } catch (error) {
            if (!isAbort(error) && !abort.signal.aborted) throw error;
            if (late) spend();
        } finally {
            clearTimeout(timer);
            signal.removeEventListener("abort", leave);
            this.#step = null;
        }
    }

    /** Notes the time that a step took; a line that took too long is only its first move. */
    #spend(target: Target, { path, step }: Job, seconds: number): void {
        this.#memory.change(target, path, (known) => {
            if (step.kind === "search")
                return { ...known, searches: (step.further ?? 0) + 1, searching: seconds };
            if (step.kind === "solve") return { ...known, solving: known.solving + seconds };
            if (step.kind === "line" && step.move !== undefined && !known.lines.has(step.move))
                return { ...known, lines: new Map([...known.lines, [step.move, [step.move]]]) };
            return known;
        });
    }

    async #ask(target: Target, path: Path, step: Step, signal: AbortSignal): Promise<void> {
        const { game, heuristic } = target;
        const at = { game, moves: path.join(" ") };
        if (step.kind === "static") {
            const found = await this.#stream<Analysis>(
                "analyze",
                byHeuristic(at, 1, heuristic ?? ""),
                signal,
            );
            this.#memory.change(target, path, (known) => ({ ...known, still: found.moves }));
        } else if (step.kind === "search") {
            await this.#search(target, path, step.further ?? 0, signal);
        } else if (step.kind === "solve") {
            const found = await this.#stream<Solution>("solve", { ...at, all_moves: true }, signal);
            this.#memory.change(target, path, (known) => withExact(known, found));
        } else if (step.move !== undefined) {
            const { move } = step;
            const rest = await this.#lineAfter(target, path, move, signal);
            this.#memory.change(target, path, (known) => ({
                ...known,
                lines: new Map([...known.lines, [move, [move, ...rest]]]),
            }));
        }
    }

    async #search(target: Target, path: Path, further: number, signal: AbortSignal): Promise<void> {
        const { game, heuristic } = target;
        const at = { game, moves: path.join(" ") };
        const depth = Math.min(target.depth + DEEPER * further, target.empty);
        const nodes = this.#memory.get(game, path, heuristic).search?.nodes ?? 0;
        const body =
            heuristic === null
                ? thought(at, further === 0 ? null : FURTHER * Math.max(LEAST_NODES, nodes))
                : byHeuristic(at, depth, heuristic);
        let seen = 0;
        const look = (progress: Progress): void => {
            const { depth: done, value, score, exact, claim, best, moves, line, nodes: looked } = progress;
            if (done === undefined || value === undefined || !best || !moves || !line) return;
            seen = done;
            const found = { value, score, exact, claim, best, moves, line, nodes: looked ?? 0 };
            this.#memory.change(target, path, (known) => withLook(known, done, found));
        };
        const found = await this.#stream<Analysis>("analyze", body, signal, look);
        // The last look of alpha-beta is its answer.
        const deepest = heuristic === null ? seen || found.line.length : depth;
        this.#memory.change(target, path, (known) => withSearch(known, deepest, found));
    }

    /** The best line after a move: from what is known, from the solver where that is quick, or from a search. */
    async #lineAfter(target: Target, path: Path, move: string, signal: AbortSignal): Promise<Path> {
        const { game, heuristic, depth } = target;
        const there = [...path, move];
        const known = this.#memory.get(game, there, heuristic);
        if (known.exact) return known.exact.line;
        const at = { game, moves: there.join(" ") };
        const here = this.#memory.get(game, path, heuristic);
        if (isSolved(here)) {
            const found = await this.#stream<Solution>("solve", at, signal);
            this.#memory.change(target, there, (old) => withExact(old, found));
            return found.line;
        }
        if (known.searches > 0 && known.search) return known.search.line;
        const body =
            heuristic === null ? thought(at, LINE_NODES) : byHeuristic(at, Math.max(1, depth - 1), heuristic);
        return (await this.#stream<Analysis>("analyze", body, signal)).line;
    }

    #stream<Answer>(
        command: string,
        body: unknown,
        signal: AbortSignal,
        onLook: (progress: Progress) => void = () => undefined,
    ): Promise<Answer> {
        let shown = 0;
        const onProgress = (progress: Progress): void => {
            if (signal.aborted) return;
            onLook(progress);
            const now = performance.now();
            if (now - shown < REDRAW) return;
            shown = now;
            this.nodes = progress.nodes ?? progress.done ?? this.nodes;
            this.bounds = progress.bounds ?? null;
        };
        return stream<Answer, Progress>(command, body, onProgress, signal);
    }
}

/** The body of a search by alpha-beta, which finds minimax's values sooner. In a hurry, a win tells its distance. */
function byHeuristic(at: object, depth: number, heuristic: string): object {
    // What the solver proves is asked for by itself: here the search alone speaks.
    return {
        ...at,
        player: `alpha-beta:depth=${depth},eval=${heuristic},hurry=true`,
        exact_nodes: 0,
        why: true,
    };
}
