/** Which puzzles were solved. It is kept in the browser, of the sets that were played last. */

/** How a puzzle was solved: at the first try without help, or after a hint, the solution or a wrong move. */
export type Solved = "alone" | "helped";

const KEY = "connect-toe-puzzles";
/** How many sets are remembered. */
const MOST = 100;

/** The solved puzzles of each set by their numbers, the set that was played last at the end. */
type Sets = readonly (readonly [set: string, solved: Readonly<Record<string, Solved>>])[];

/** The sets that a stored text holds; none if it is not one of ours. */
export function setsIn(text: string | null): Sets {
    try {
        const value: unknown = JSON.parse(text ?? "[]");
        if (!Array.isArray(value)) return [];
        return value.filter(
            (entry): entry is Sets[number] =>
                Array.isArray(entry) &&
                typeof entry[0] === "string" &&
                typeof entry[1] === "object" &&
                entry[1] !== null,
        );
    } catch {
        return [];
    }
}

/** The sets with one more solved puzzle. What was solved alone stays so. */
export function withSolved(sets: Sets, set: string, number: number, how: Solved): Sets {
    const before = sets.find(([name]) => name === set)?.[1] ?? {};
    const now = before[number] === "alone" ? "alone" : how;
    return [...sets.filter(([name]) => name !== set), [set, { ...before, [number]: now }] as const].slice(
        -MOST,
    );
}

/** What the browser keeps; `null` if it keeps nothing. */
function stored(): Sets | null {
    try {
        return setsIn(localStorage.getItem(KEY));
    } catch {
        return null;
    }
}

/** What was solved in this browser. */
class Progress {
    #sets = $state.raw<Sets>(stored() ?? []);

    of(set: string): Readonly<Record<string, Solved>> {
        return this.#sets.find(([name]) => name === set)?.[1] ?? {};
    }

    note(set: string, number: number, how: Solved): void {
        // Another tab may have solved others.
        this.#sets = withSolved(stored() ?? this.#sets, set, number, how);
        try {
            localStorage.setItem(KEY, JSON.stringify(this.#sets));
        } catch {
            // Browsers may forbid storage: the marks then last as long as the page.
        }
    }
}

export const progress = new Progress();

/** The name of a set. */
export const setName = (game: string, seed: number): string => `${game}|${seed}`;
