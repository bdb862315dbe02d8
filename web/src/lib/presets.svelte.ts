import type { Preset } from "./answers";
import * as api from "./api";

/** The games with a name, asked for once. */
class Presets {
    all = $state.raw<readonly Preset[]>([]);
    #asked = false;

    /** Asks for them, unless they are there. Without them games are named by their text. */
    async load(): Promise<void> {
        if (this.#asked) return;
        this.#asked = true;
        try {
            this.all = await api.games();
        } catch (error) {
            this.#asked = false;
            if (!(error instanceof api.ApiError)) throw error;
        }
    }
}

export const presets = new Presets();
