/** Places of the laboratory in the page's address. */
import type { Session } from "../lib/session.svelte";

const settings = (experiment: string, from: string): Record<string, string> => ({
    experiment,
    from,
    report: "",
});

/** The attributes of a link to an experiment, to the editor (`new`) or to the list (the empty text). */
export const linkTo = (session: Session, experiment: string, from = ""): ReturnType<Session["link"]> =>
    session.link({ settings: { ...session.place.settings, ...settings(experiment, from) } });

/** Shows an experiment. */
export const open = (session: Session, experiment: string): void =>
    session.change(settings(experiment, ""), "push");
