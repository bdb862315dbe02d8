import { type ApiError, failureOf } from "./api";

/** An answer of the server. It is asked for again whenever what `ask` reads changes, and after an error. */
export class Asked<Answer> {
    /** The last answer; it stays while the next one is on its way. */
    answer = $state.raw<Answer | null>(null);
    /** Why there is no newer answer. */
    error = $state.raw<ApiError | null>(null);
    #attempt = $state(0);

    constructor(ask: (signal: AbortSignal) => Promise<Answer>) {
        $effect(() => {
            void this.#attempt;
            const abort = new AbortController();
            ask(abort.signal).then(
                (answer) => {
                    if (abort.signal.aborted) return;
                    this.answer = answer;
                    this.error = null;
                },
                (reason: unknown) => {
                    this.error = failureOf(reason, abort.signal) ?? this.error;
                },
            );
            return () => abort.abort();
        });
    }

    /** Asks again. */
    again(): void {
        this.#attempt += 1;
    }
}

/** What a button asks the server to do. */
export class Order {
    isBusy = $state(false);
    /** Why the last order was refused. */
    error = $state.raw<ApiError | null>(null);

    async give(order: () => Promise<void>): Promise<void> {
        this.isBusy = true;
        this.error = null;
        try {
            await order();
        } catch (reason) {
            this.error = failureOf(reason);
        } finally {
            this.isBusy = false;
        }
    }
}
