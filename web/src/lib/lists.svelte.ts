import type { Evaluations } from "./answers";
import * as api from "./api";

/** A list that does not change while the server runs: asked for once. */
class List<Item> {
    all = $state.raw<readonly Item[]>([]);
    readonly #ask: () => Promise<readonly Item[]>;
    #asked = false;

    constructor(ask: () => Promise<readonly Item[]>) {
        this.#ask = ask;
    }

    /** Asks for it, unless it is there. The page can do without it: an error leaves it empty. */
    async load(): Promise<void> {
        if (this.#asked) return;
        this.#asked = true;
        try {
            this.all = await this.#ask();
        } catch (error) {
            this.#asked = false;
            if (!(error instanceof api.ApiError)) throw error;
        }
    }
}

/** The games with a name. Without them games are named by their text. */
export const presets = new List(api.games);

/** A game of one cell: heuristics that can value it can value every game. */
export const ANY_GAME = "1:1";

const heuristics = new Map<string, List<string>>();

/** The names of the heuristics that value a game: `learned` is among them if weights for it come with the program. */
export function heuristicsOf(game: string): List<string> {
    const list =
        heuristics.get(game) ??
        new List(async () => {
            const { values } = await api.post<Evaluations>("eval", { game });
            return Object.keys(values);
        });
    heuristics.set(game, list);
    return list;
}
