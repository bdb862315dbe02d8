/** The answers that a learner has given. They are kept while the page is open. */

/** What was answered at one step. */
export interface Given {
    /** The answers, the first one first. */
    readonly answers: readonly string[];
    /** Whether the learner asked to be told. */
    readonly shown: boolean;
}

const NOTHING: Given = { answers: [], shown: false };

export class Answers {
    #given = $state.raw<ReadonlyMap<string, Given>>(new Map());

    /** What was answered at a step; `key` is its lesson and its number. */
    at(key: string): Given {
        return this.#given.get(key) ?? NOTHING;
    }

    answer(key: string, text: string): void {
        const before = this.at(key);
        this.#set(key, { ...before, answers: [...before.answers.filter((other) => other !== text), text] });
    }

    show(key: string): void {
        this.#set(key, { ...this.at(key), shown: true });
    }

    #set(key: string, given: Given): void {
        this.#given = new Map([...this.#given, [key, given]]);
    }
}

export const answers = new Answers();
