/** Texts that were changed and not run: they stay in their tab while the page is reloaded. */

/** The source of an experiment of one's own. */
export const OWN = "own";

const key = (source: string): string => `connect-toe-experiment-${source}`;

/** The changed text of a source; `null` if there is none. */
export function draftOf(source: string): string | null {
    try {
        return sessionStorage.getItem(key(source));
    } catch {
        // Storage may be switched off: then nothing is kept.
        return null;
    }
}

/** Keeps a changed text, or forgets it. */
export function keepDraft(source: string, text: string | null): void {
    try {
        if (text === null) sessionStorage.removeItem(key(source));
        else sessionStorage.setItem(key(source), text);
    } catch {
        // As above.
    }
}
