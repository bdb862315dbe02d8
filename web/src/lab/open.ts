/** Places of the laboratory in the page's address. */
import type { Session } from "../lib/session.svelte";

const settings = (experiment: string, from = "", report = ""): Record<string, string> => ({
    experiment,
    from,
    report,
});

/** The address of an experiment, of the editor (`new`) or of the list (the empty text). */
export const hrefOf = (session: Session, experiment: string, from = ""): string =>
    session.hrefOf({ settings: { ...session.place.settings, ...settings(experiment, from) } });

export const open = (session: Session, experiment: string, from = ""): void =>
    session.change(settings(experiment, from), "push");
