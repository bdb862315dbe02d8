import { untrack } from "svelte";
import type { Facts } from "../lib/answers";
import * as api from "../lib/api";
import type { Session } from "../lib/session.svelte";
import { type Draft, draftOf, type Field, FIRST_DRAFT, placed, textOf } from "./draft";

/** Milliseconds without a change after which the server is asked. */
const DELAY = 150;
/** The setting of the address that holds the text. */
const SETTING = "build";

/**
 * The game that is being made: its text, and the controls that say the same. Either can be changed, and the other
 * follows: the text from the controls at once, the controls from the text when the server has read it.
 */
export class DraftGame {
    readonly #session: Session;
    /** What the controls show; the last that could be read. */
    draft = $state.raw<Draft | null>(null);
    /** The last text that is a game. */
    description = $state.raw<Facts | null>(null);
    /** Whether the description is that of the text. */
    isCurrent = $state(false);
    /** What is wrong with the text, by field. */
    #ofText = $state.raw<Readonly<Partial<Record<Field, string>>>>({});
    /** What is wrong with the file that was opened last. An answer about the text, which may come later, leaves it. */
    #ofFile = $state<string | null>(null);
    /** The name that was probably meant by a text that is no game's. */
    suggestion = $state<string | null>(null);
    /** An error that is not about the text: the server is gone, or has too much to do. */
    failure = $state.raw<api.ApiError | null>(null);
    #attempt = $state(0);
    #isTyped = true;

    constructor(session: Session) {
        this.#session = session;
        $effect(() => {
            void this.#attempt;
            const { text } = this;
            this.isCurrent = false;
            const abort = new AbortController();
            const delay = untrack(() => this.description) ? DELAY : 0;
            const timer = setTimeout(() => void this.#ask(text, abort.signal), delay);
            return () => {
                clearTimeout(timer);
                abort.abort();
            };
        });
    }

    get errors(): Readonly<Partial<Record<Field, string>>> {
        return this.#ofFile === null ? this.#ofText : { ...this.#ofText, run: this.#ofFile };
    }

    get text(): string {
        return this.#session.place.settings[SETTING] ?? this.#session.game;
    }

    /** Takes a text that a person wrote, or a preset's. */
    write(text: string): void {
        this.#isTyped = true;
        this.#ofFile = null;
        this.#session.set(SETTING, text);
    }

    /** Takes a change of the controls. */
    change(change: Partial<Draft>): void {
        if (!this.draft) return;
        this.draft = { ...this.draft, ...change };
        this.#isTyped = false;
        this.#ofFile = null;
        this.#session.set(SETTING, textOf(this.draft));
    }

    /** Takes the text of a file of lines. The server reads it; what is wrong with it is said below the lines. */
    async take(file: string): Promise<void> {
        try {
            const { game } = await api.describeLines(file);
            this.write(game);
        } catch (error) {
            const failure = api.failureOf(error);
            if (!failure) return;
            if (failure.isPassing) this.failure = failure;
            else this.#ofFile = failure.message;
        }
    }

    retry(): void {
        this.#attempt += 1;
    }

    async #ask(text: string, signal: AbortSignal): Promise<void> {
        try {
            const description = await api.describe(text, signal);
            this.description = description;
            this.isCurrent = true;
            this.#ofText = {};
            this.suggestion = null;
            this.failure = null;
            // Faces that are kept while placement is free stay as they are.
            if (this.#isTyped || !this.draft) this.draft = draftOf(description, this.draft ?? FIRST_DRAFT);
        } catch (error) {
            const failure = api.failureOf(error, signal);
            if (!failure) return;
            const isText = failure.status === 400 || failure.status === 422;
            this.failure = isText ? null : failure;
            this.suggestion = failure.suggestion;
            if (!isText) return;
            this.draft ??= FIRST_DRAFT;
            // What is wrong with a text that was typed is said below the text.
            this.#ofText = this.#isTyped ? { text: failure.message } : placed(failure);
        }
    }
}
