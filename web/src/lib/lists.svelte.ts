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

/** The names of the heuristics, which are the same for every game. */
export const heuristics = new List(async () => {
    const { values } = await api.post<Evaluations>("eval", { game: "1:1" });
    return Object.keys(values);
});
