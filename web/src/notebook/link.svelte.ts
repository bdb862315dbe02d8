import type { Outside } from "../board/input.svelte";
import { Overlay } from "../board/overlay.svelte";
import type { Side } from "../lib/answers";
import type { Model, Told, Wish } from "./model";

/** For so many milliseconds nobody is told that Python has not answered. */
const PATIENCE = 1000;

const NAMES = ["_facts", "_position", "_analysis", "_thinker", "_thinks", "_problem"] as const;

const read = (model: Model): Told =>
    Object.fromEntries(NAMES.map((name) => [name, model.get(name)])) as unknown as Told;

/** A board in a notebook: what Python tells of it, as parts of the page read it, and what is asked of Python. */
export class Link implements Outside {
    readonly #model: Model;
    #told: Told = $state.raw() as Told;
    /** Whether Python has not answered for a while: it is busy with a cell, or has ended. */
    isWaiting = $state(false);
    #patience: ReturnType<typeof setTimeout> | undefined;
    readonly overlay = new Overlay();

    constructor(model: Model) {
        this.#model = model;
        this.#told = read(model);
        const hear = (): void => {
            if (model.get("_position").at !== this.#told._position.at) this.#answered();
            this.#told = read(model);
        };
        $effect(() => {
            for (const name of NAMES) model.on(`change:${name}`, hear);
            return () => {
                for (const name of NAMES) model.off(`change:${name}`, hear);
                this.#answered();
            };
        });
    }

    get told(): Told {
        return this.#told;
    }

    ask(wish: Wish): void {
        this.#model.send({ ...wish, at: this.#told._position.at });
        clearTimeout(this.#patience);
        this.#patience = setTimeout(() => (this.isWaiting = true), PATIENCE);
    }

    #answered(): void {
        clearTimeout(this.#patience);
        this.isWaiting = false;
    }

    readonly session = this.#session();
    readonly position = this.#position();

    #session(): Outside["session"] {
        const told = (): Told => this.#told;
        const stones = $derived(new Map(Object.entries(this.#told._position.stones)));
        return {
            view: "play",
            get game() {
                return told()._facts.game;
            },
            get path() {
                return told()._position.path;
            },
            get stones() {
                return stones;
            },
            get turn() {
                return told()._position.moves.to_move;
            },
            isHuman: (side: Side) => {
                const { opponent, side: own } = told()._position;
                return opponent === null || side === own;
            },
            play: (cell: string) => this.ask({ do: "play", cell }),
        };
    }

    #position(): Outside["position"] {
        const told = (): Told => this.#told;
        const description = $derived({ ...this.#told._facts, levels: [] });
        return {
            error: null,
            isBoardKnown: true,
            get description() {
                return description;
            },
            get moves() {
                return told()._position.moves;
            },
        };
    }
}
