import { untrack } from "svelte";
import {
    graphStep,
    type Knowledge,
    NOTHING,
    nextStep,
    type Source,
    type Step,
    withExact,
    withSearch,
} from "../analyse/knowledge";
import type { Analysis, Bounds, Progress, Solution } from "./answers";
import { type ApiError, failureOf, isAbort } from "./api";
import { Kept } from "./kept";
import type { Page } from "./page";
import { pause } from "./pause";
import { stream } from "./stream";
import type { Path } from "./tree";

/** How many positions are remembered. */
const KEPT = 1000;
/** What is found is shown at most this often, in milliseconds. */
const REDRAW = 125;
/** Seconds that the best line of one move may take. */
const LINE_SECONDS = 2;
/** Where there are no more moves than this, each one's line is asked for in the end. */
const LINES = 12;
/** A server that is busy is asked again this many times. */
const PATIENCE = 5;

/** What the view wants to know. */
export interface AnalysisSettings {
    readonly heuristic: string;
    readonly source: Source;
    readonly depth: number;
    readonly seconds: number;
}

/** A step about a position. */
interface Job {
    readonly path: Path;
    readonly step: Step;
    /** Whether it is about the position shown; other jobs give way. */
    readonly own: boolean;
}

interface Target extends AnalysisSettings {
    readonly game: string;
    readonly path: Path;
    readonly line: Path;
    /** Whether the position shown is to be analysed: its moves are legal and the game goes on. */
    readonly open: boolean;
    readonly cells: number;
}

/**
 * Finds out the values of positions, one request at a time: this is the only place of the page that keeps a stream.
 *
 * The position shown comes first, then the line that somebody points at, then the other positions of the game. A
 * change of the position or of the settings, a hidden page and a closed view end the request that runs.
 */
export class AnalysisWork {
    readonly #page: Page;
    readonly #settings: () => AnalysisSettings;
    /** By game, moves and heuristic; what the solver found, with the empty heuristic. */
    #known = new Kept<Knowledge>(2 * KEPT);
    #version = $state(0);
    #redraw: ReturnType<typeof setTimeout> | undefined;
    #drawn = 0;
    #step: AbortController | null = null;
    #wake: () => void = () => undefined;
    #pointed: string | null = null;
    #further = $state.raw({ key: "", times: 0 });
    #visible = $state(true);
    /** Whether the server tells of each look of a search; else looks are asked for one by one. */
    #tellsLooks = false;
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
        const { game, path, line } = this.#page.session;
        const { moves, description, error } = this.#page.position;
        if (!moves || !description || error) return null;
        const open = moves.outcome === null;
        const target: Target = {
            ...this.#settings(),
            game,
            path,
            line,
            open,
            cells: description.cells,
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
        $effect(() => () => clearTimeout(this.#redraw));
    }

    /** What is known of a position of the game shown. */
    of(path: Path): Knowledge {
        void this.#version;
        return this.#get(this.#page.session.game, path, this.#settings().heuristic);
    }

    /** Goes on where a limit of depth or time was reached. */
    deeper(): void {
        const key = this.#positionKey();
        this.#further = { key, times: this.#further.key === key ? this.#further.times + 1 : 1 };
        this.#wake();
    }

    /** How often somebody asked to go deeper here. */
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

    #positionKey(): string {
        const { game, path } = this.#page.session;
        return `${game}|${path.join(" ")}`;
    }

    async #work(target: Target, signal: AbortSignal): Promise<void> {
        let busy = 0;
        while (!signal.aborted) {
            const job = this.#next(target);
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
                    this.#change(target, job.path, (known) => ({
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

    #next(target: Target): Job | null {
        const { game, path, line, heuristic, cells } = target;
        const known = this.#get(game, path, heuristic);
        const times = this.#further.key === `${game}|${path.join(" ")}` ? this.#further.times : 0;
        const wanted = {
            source: target.source,
            depth: target.depth + 4 * times,
            seconds: target.seconds * 4 ** times,
            empty: cells - path.length,
        };
        if (target.open) {
            const step = nextStep(known, wanted);
            if (step) return { path, step, own: true };
            const move = this.#pointed;
            if (move !== null && !known.lines.has(move))
                return { path, step: { kind: "line", move, seconds: LINE_SECONDS }, own: false };
        }
        // Later positions are solved sooner; before two that were too hard, the solver is not asked.
        let hard = 0;
        for (let ply = line.length; ply >= 0; ply -= 1) {
            const there = line.slice(0, ply);
            const found = this.#get(game, there, heuristic);
            const shown = ply === path.length && target.open;
            const step = shown ? null : graphStep(found, { ...wanted, empty: cells - ply }, hard < 2);
            if (step) return { path: there, step, own: false };
            hard = found.exact ? 0 : hard + 1;
        }
        const moves = known.exact?.moves.length ? known.exact.moves : (known.search?.moves ?? []);
        const bare =
            moves.length > LINES ? undefined : moves.find((candidate) => !known.lines.has(candidate.move));
        if (!target.open || !bare) return null;
        return { path, step: { kind: "line", move: bare.move, seconds: LINE_SECONDS }, own: false };
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
        const timer = setTimeout(() => {
            late = true;
            abort.abort();
        }, step.seconds * 1000);
        const start = performance.now();
        try {
            await this.#ask(target, path, step, abort.signal);
            if (!signal.aborted) this.#spend(target, job, (performance.now() - start) / 1000);
        } catch (error) {
            if (!isAbort(error) && !abort.signal.aborted) throw error;
            if (late) this.#spend(target, job, step.seconds);
        } finally {
            clearTimeout(timer);
            signal.removeEventListener("abort", leave);
            this.#step = null;
        }
    }

    /** Notes the time that a step took; a line that took too long is only its first move. */
    #spend(target: Target, { path, step }: Job, seconds: number): void {
        this.#change(target, path, (known) => {
            if (step.kind === "search") return { ...known, searched: known.searched + seconds };
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
            const found = await this.#stream<Analysis>("analyze", search(at, 1, heuristic), signal);
            this.#change(target, path, (known) => ({ ...known, still: found.moves }));
        } else if (step.kind === "search") {
            const depth = (this.#tellsLooks ? step.most : step.depth) ?? 1;
            const look = (progress: Progress): void => {
                const { depth: done, value, best, moves, line, nodes } = progress;
                if (done === undefined || value === undefined || !best || !moves || !line) return;
                this.#tellsLooks = true;
                const found = { value, best, moves, line, nodes: nodes ?? 0 };
                this.#change(target, path, (known) => withSearch(known, done, found));
            };
            const found = await this.#stream<Analysis>("analyze", search(at, depth, heuristic), signal, look);
            this.#change(target, path, (known) => withSearch(known, depth, found));
        } else if (step.kind === "solve") {
            const body = step.all ? { ...at, all_moves: true } : at;
            const found = await this.#stream<Solution>("solve", body, signal);
            this.#change(target, path, (known) => withExact(known, found));
        } else if (step.move !== undefined) {
            const { move } = step;
            const rest = await this.#lineAfter(target, path, move, signal);
            this.#change(target, path, (known) => ({
                ...known,
                lines: new Map([...known.lines, [move, [move, ...rest]]]),
            }));
        }
    }

    /** The best line after a move: from what is known, from the solver where that is quick, or from a search. */
    async #lineAfter(target: Target, path: Path, move: string, signal: AbortSignal): Promise<Path> {
        const { game, heuristic } = target;
        const there = [...path, move];
        const known = this.#get(game, there, heuristic);
        if (known.exact) return known.exact.line;
        const at = { game, moves: there.join(" ") };
        const here = this.#get(game, path, heuristic);
        if (here.exact?.moves.some((solved) => solved.move === move)) {
            const found = await this.#stream<Solution>("solve", at, signal);
            this.#change(target, there, (old) => withExact(old, found));
            return found.line;
        }
        const depth = Math.max(1, (here.search?.depth ?? 4) - 1);
        if (known.search && known.search.depth >= depth) return known.search.line;
        const found = await this.#stream<Analysis>("analyze", search(at, depth, heuristic), signal);
        return found.line;
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

    #get(game: string, path: Path, heuristic: string): Knowledge {
        const key = `${game}|${path.join(" ")}|`;
        const own = this.#known.get(key + heuristic) ?? NOTHING;
        const solved = this.#known.get(key);
        return solved ? { ...own, exact: solved.exact, solving: solved.solving } : own;
    }

    #change(target: Target, path: Path, change: (known: Knowledge) => Knowledge): void {
        const { game, heuristic } = target;
        const known = change(this.#get(game, path, heuristic));
        const key = `${game}|${path.join(" ")}|`;
        this.#known.set(key + heuristic, known);
        this.#known.set(key, { ...NOTHING, exact: known.exact, solving: known.solving });
        this.#show();
    }

    /** Lets the page be drawn again, soon but not too often. */
    #show(): void {
        clearTimeout(this.#redraw);
        const wait = this.#drawn + REDRAW - performance.now();
        const draw = (): void => {
            this.#drawn = performance.now();
            this.#version += 1;
        };
        if (wait <= 0) draw();
        else this.#redraw = setTimeout(draw, wait);
    }
}

/** The body of a search by alpha-beta, which finds minimax's values sooner. In a hurry, a win tells its distance. */
function search(at: object, depth: number, heuristic: string): object {
    return { ...at, player: `alpha-beta:depth=${depth},eval=${heuristic},hurry=true` };
}
