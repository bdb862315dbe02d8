/** A map that forgets what was written longest ago when it grows beyond its size. */
export class Kept<Value> {
    readonly #values = new Map<string, Value>();
    readonly #most: number;

    constructor(most: number) {
        this.#most = most;
    }

    get(key: string): Value | undefined {
        return this.#values.get(key);
    }

    set(key: string, value: Value): void {
        this.#values.delete(key);
        this.#values.set(key, value);
        const [oldest] = this.#values.keys();
        if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
    }
}
