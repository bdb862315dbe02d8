import { untrack } from "svelte";
import type { Analysis, MoveReason, ValuedMove } from "../lib/answers";
import * as api from "../lib/api";
import type { Page } from "../lib/page";
import { pause } from "../lib/pause";
import type { Path } from "../lib/tree";
import { think } from "../opinion/ask";
import { attemptOf, faultOf, isOnSolution, type Puzzle, startOf, type Verdict } from "./puzzle";

/** Milliseconds until the opponent's reply is played. */
const REPLY = 450;
/** Milliseconds that the server has to say why a move is good or wrong. */
const EXPLAIN = 6000;

/** Where a learner is: to move, waiting for the verdict or the reply, with a wrong move, at the end. */
export type Stage = "move" | "judging" | "reply" | "wrong" | "solved" | "solution";

/** How much of the help is shown: nothing, the words, the cells, the move. */
export const MOST_HELP = 3;

/** What a learner has done with one puzzle. The moves are those of the address, all else is kept here. */
interface Tried {
    readonly help: number;
    /** Whether there was a wrong move, or the solution was shown. */
    readonly failed: boolean;
    /** The plies of the solution that are shown; `null` while the learner plays. */
    readonly shown: number | null;
}
const FRESH: Tried = { help: 0, failed: false, shown: null };

/** What was done with the puzzles that were opened; whoever comes back to one has not forgotten its solution. */
let records = $state.raw<ReadonlyMap<string, Tried>>(new Map());

/** One puzzle being solved on the board. It asks one thing at a time, and gives it up when the position changes. */
export class Attempt {
    readonly #page: Page;
    readonly #puzzle: () => Puzzle | null;
    /** Why there is no verdict. */
    error = $state.raw<api.ApiError | null>(null);
    #asked = $state(0);
    /** Verdicts on moves, by the moves that lead to the position after them. */
    #verdicts = $state.raw<ReadonlyMap<string, Verdict>>(new Map());
    /** What the server said of positions, by the moves that lead there: the reasons of all their moves. */
    #valued = $state.raw<ReadonlyMap<string, readonly ValuedMove[]>>(new Map());

    constructor(page: Page, puzzle: () => Puzzle | null) {
        this.#page = page;
        this.#puzzle = puzzle;
        // The board shows the puzzle, and what was tried from there on. The address does not change while effects run:
        // the block of the page that awaits the view would make it anew.
        $effect(() => {
            const puzzle = this.#puzzle();
            if (!puzzle || this.tried !== null) return;
            queueMicrotask(() => {
                const { session } = page;
                if (puzzle !== this.#puzzle() || this.tried !== null) return;
                session.start(session.game, startOf(puzzle), {}, "replace");
            });
        });
        $effect(() => {
            void this.#asked;
            const [puzzle, { stage, tried }] = [this.#puzzle(), this];
            if (!puzzle || !tried || (stage !== "judging" && stage !== "reply")) return;
            const abort = new AbortController();
            untrack(() => void this.#answer(puzzle, tried, abort.signal));
            return () => {
                abort.abort();
                this.error = null;
            };
        });
        $effect(() => {
            const [puzzle, tried] = [this.#puzzle(), this.tried];
            const { stage, help } = this;
            if (!puzzle || !tried || stage === "judging" || stage === "reply") return;
            if (stage === "move" && (help < 2 || tried.length > 0)) return;
            // Of a wrong move and of those of the solution their own reasons, else those of the first.
            const moves = stage === "wrong" || stage === "solution" ? tried : puzzle.solution.slice(0, 1);
            if (this.#reasonsOf(puzzle, moves)) return;
            const abort = new AbortController();
            untrack(() => void this.#explain(puzzle, moves.slice(0, -1), abort.signal));
            return () => abort.abort();
        });
    }

    /** The moves that were made from the puzzle's position on; `null` while the board shows something else. */
    readonly tried: Path | null = $derived.by(() => {
        const puzzle = this.#puzzle();
        const { path } = this.#page.session;
        if (!puzzle) return null;
        const start = startOf(puzzle);
        return start.every((move, ply) => path[ply] === move) ? path.slice(start.length) : null;
    });

    get #tried(): Tried {
        const puzzle = this.#puzzle();
        return (puzzle && records.get(keyOf(puzzle, []))) ?? FRESH;
    }

    #note(change: Partial<Tried>): void {
        const puzzle = this.#puzzle();
        if (puzzle) records = new Map([...records, [keyOf(puzzle, []), { ...this.#tried, ...change }]]);
    }

    get help(): number {
        return this.#tried.help;
    }
    /** Whether the puzzle is solved without any help, if it is. */
    get isAlone(): boolean {
        return this.help === 0 && !this.#tried.failed;
    }

    /** The verdict on the last move of the learner's, once it is there. */
    readonly verdict: Verdict | null = $derived.by(() => {
        const [puzzle, { tried }] = [this.#puzzle(), this];
        if (!puzzle || !tried || tried.length % 2 === 0) return null;
        return this.#verdicts.get(keyOf(puzzle, tried)) ?? null;
    });

    /** What goes wrong after a wrong move, as the engine sees it. */
    readonly fault: MoveReason | null = $derived.by(() => {
        const [puzzle, { tried }] = [this.#puzzle(), this];
        if (!puzzle || !tried || this.stage !== "wrong") return null;
        return faultOf(this.#reasonsOf(puzzle, tried) ?? []);
    });

    readonly stage: Stage = $derived.by(() => {
        const [puzzle, { tried, verdict }] = [this.#puzzle(), this];
        if (!puzzle || !tried) return "judging";
        if (this.#tried.shown === tried.length && isOnSolution(puzzle, tried)) return "solution";
        if (tried.length % 2 === 0) {
            const { moves } = this.#page.position;
            // In a misère game the winner is who does not move last.
            return tried.length > 0 && moves?.outcome === puzzle.to_move ? "solved" : "move";
        }
        if (!verdict) return "judging";
        if (!verdict.right) return "wrong";
        // A puzzle that does not ask for a win ends with its move.
        return verdict.reply === null || puzzle.goal !== "win" ? "solved" : "reply";
    });

    /** Whether there are moves of the solution that are not shown yet. */
    get hasMore(): boolean {
        return (this.#tried.shown ?? 0) < (this.#puzzle()?.solution.length ?? 0);
    }

    /** The moves of the solution that are shown, each with its reason. */
    readonly told: readonly { readonly move: string; readonly reason: MoveReason | null }[] = $derived.by(
        () => {
            const puzzle = this.#puzzle();
            if (!puzzle || this.stage !== "solution") return [];
            const moves = puzzle.solution.slice(0, this.#tried.shown ?? 0);
            return moves.map((move, ply) => ({
                move,
                reason: this.#reasonsOf(puzzle, moves.slice(0, ply + 1))?.[0] ?? null,
            }));
        },
    );

    /** Why the puzzle's good move is good; `undefined` as long as it is not known, `null` if nothing is said of it. */
    readonly reason: MoveReason | null | undefined = $derived.by(() => {
        const puzzle = this.#puzzle();
        const reasons = puzzle && this.#reasonsOf(puzzle, puzzle.solution.slice(0, 1));
        return reasons ? (reasons[0] ?? null) : undefined;
    });

    /** What is known of the last of some moves; nothing before the server was asked. */
    #reasonsOf(puzzle: Puzzle, moves: Path): readonly MoveReason[] | undefined {
        const isBest = moves.length === 1 && moves[0] === puzzle.solution[0];
        if (isBest && puzzle.reasons) return puzzle.reasons;
        const valued = this.#valued.get(keyOf(puzzle, moves.slice(0, -1)));
        return valued && (valued.find(({ move }) => move === moves.at(-1))?.reasons ?? []);
    }

    /** Asks again for the verdict that did not come. */
    retry(): void {
        this.#asked += 1;
    }

    /** Plays the learner's move. After a wrong one the next takes its place, so that Back does not show both. */
    play(move: string): void {
        const { session } = this.#page;
        this.#note({ shown: null });
        session.play(move, session.path === this.#retriedAt ? "replace" : "push");
    }
    #retriedAt: Path | null = null;

    /** Takes back the wrong move. */
    tryAgain(): void {
        const { session } = this.#page;
        this.#retriedAt = session.path.slice(0, -1);
        session.start(session.game, this.#retriedAt, {}, "replace");
    }

    /** Goes back to the puzzle's position. */
    startAgain(): void {
        const puzzle = this.#puzzle();
        if (!puzzle) return;
        this.#note({ shown: null });
        this.#show(puzzle, []);
    }

    /** Shows a little more help. */
    hint(): void {
        this.#note({ help: Math.min(MOST_HELP, this.help + 1) });
    }

    /** Shows the next move of the solution, the first at the start. */
    showNext(): void {
        const puzzle = this.#puzzle();
        if (!puzzle) return;
        const before = this.stage === "solution" ? (this.#tried.shown ?? 0) : 0;
        const shown = Math.min(puzzle.solution.length, before + 1);
        this.#note({ shown, failed: true });
        this.#show(puzzle, puzzle.solution.slice(0, shown));
    }

    #show(puzzle: Puzzle, moves: Path): void {
        const { session } = this.#page;
        session.start(session.game, [...startOf(puzzle), ...moves], {}, "replace");
    }

    /** Finds the verdict on the last move, and plays the reply to a right one. */
    async #answer(puzzle: Puzzle, tried: Path, signal: AbortSignal): Promise<void> {
        const { verdict } = this;
        if (verdict) {
            await pause(REPLY, signal);
            if (!signal.aborted && verdict.reply !== null) this.#page.session.play(verdict.reply, "replace");
            return;
        }
        try {
            const found = await api.post<Verdict>("attempt", attemptOf(puzzle, tried), signal);
            if (signal.aborted) return;
            if (!found.right) this.#note({ failed: true });
            this.#verdicts = new Map([...this.#verdicts, [keyOf(puzzle, tried), found]]);
        } catch (error) {
            this.error = api.failureOf(error, signal) ?? this.error;
        }
    }

    /** Asks what the engine says of the moves of a position: why they are good, or what is wrong with them. */
    async #explain(puzzle: Puzzle, before: Path, signal: AbortSignal): Promise<void> {
        const moves = [...startOf(puzzle), ...before].join(" ");
        const patient = AbortSignal.any([signal, AbortSignal.timeout(EXPLAIN)]);
        let found: Analysis | null = null;
        try {
            found = await think({ game: puzzle.game, moves }, patient);
        } catch (error) {
            // Reasons that do not come are not told.
            api.failureOf(error, patient);
        }
        if (signal.aborted) return;
        this.#valued = new Map([...this.#valued, [keyOf(puzzle, before), found?.moves ?? []]]);
    }
}

const keyOf = (puzzle: Puzzle, moves: Path): string => `${puzzle.game}|${puzzle.moves}|${moves.join(" ")}`;
