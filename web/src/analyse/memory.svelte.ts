import { Kept } from "../lib/kept";
import type { Path } from "../lib/tree";
import { type Knowledge, NOTHING } from "./knowledge";

/** How many positions are remembered. */
const KEPT = 1000;
/** What is found is shown at most this often, in milliseconds. */
export const REDRAW = 125;

const keyOf = (game: string, path: Path, thinker: string): string => `${game}|${path.join(" ")}|${thinker}`;

/** Who thinks: a heuristic's name, for alpha-beta with it; none for `best`. */
type Heuristic = string | null;

/** What is known of positions. What the solver found holds for everybody. */
export class Memory {
    /** By game, moves and who thinks; what the solver found, with nobody. */
    readonly #known = new Kept<Knowledge>(2 * KEPT);
    #version = $state(0);
    #redraw: ReturnType<typeof setTimeout> | undefined;
    #drawn = 0;

    constructor() {
        $effect(() => () => clearTimeout(this.#redraw));
    }

    get(game: string, path: Path, heuristic: Heuristic): Knowledge {
        const own = this.#known.get(keyOf(game, path, heuristic ?? "best")) ?? NOTHING;
        const solved = this.#known.get(keyOf(game, path, ""));
        return solved ? { ...own, exact: solved.exact, solving: solved.solving } : own;
    }

    /** The same, for what is drawn: it is drawn again when something new is known. */
    shown(game: string, path: Path, heuristic: Heuristic): Knowledge {
        void this.#version;
        return this.get(game, path, heuristic);
    }

    change(
        { game, heuristic }: { readonly game: string; readonly heuristic: Heuristic },
        path: Path,
        change: (known: Knowledge) => Knowledge,
    ): void {
        const known = change(this.get(game, path, heuristic));
        this.#known.set(keyOf(game, path, heuristic ?? "best"), known);
        this.#known.set(keyOf(game, path, ""), { ...NOTHING, exact: known.exact, solving: known.solving });
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
