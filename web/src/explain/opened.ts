/** Which nodes of the drawn tree are open, as the address says it: `a1,a1-b2`. The root always is. */

/** Whether a path begins with another one. */
const begins = (path: readonly string[], start: readonly string[]): boolean =>
    start.every((move, ply) => path[ply] === move);

export class Opened {
    readonly #keys: ReadonlySet<string>;
    readonly #lit: readonly string[];

    /** The nodes above the one that is lit are open, too. */
    constructor(text: string, lit: readonly string[]) {
        this.#keys = new Set(text.split(",").filter(Boolean));
        this.#lit = lit;
    }

    has(path: readonly string[]): boolean {
        const isAbove = path.length < this.#lit.length && begins(this.#lit, path);
        return path.length === 0 || isAbove || this.#keys.has(path.join("-"));
    }

    /** What is open after a node was picked: it is opened, or folded with all below it if it was lit and open. */
    after(path: readonly string[], isLit: boolean): Opened {
        const above = this.#lit
            .map((_, length) => this.#lit.slice(0, length))
            .filter((there) => there.length > 0);
        const keys = new Set([...this.#keys, ...above.map((there) => there.join("-"))]);
        if (!this.has(path)) keys.add(path.join("-"));
        else if (isLit) for (const key of keys) if (begins(key.split("-"), path)) keys.delete(key);
        return new Opened([...keys].join(","), path);
    }

    get text(): string {
        return [...this.#keys].join(",");
    }
}
