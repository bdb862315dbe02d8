/** Asks the server about experiments. */
import { request } from "../lib/api";
import { Kept } from "../lib/kept";
import { answerOf } from "../lib/stream";
import type { Schema } from "./completion";
import type { ExpectedTime, Limits, Listed, LookedAt, RunProgress, Shipped, Shown } from "./answers";

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await request(`/api/experiments${path}`, init);
    return (await response.json()) as Answer;
}

const post = <Answer>(path: string, body: string, signal: AbortSignal | null = null): Promise<Answer> =>
    ask(path, { method: "POST", headers: { "content-type": "text/plain" }, body, signal });

export const list = (signal: AbortSignal): Promise<readonly Listed[]> => ask("", { signal });
export const shipped = (signal: AbortSignal): Promise<readonly Shipped[]> => ask("/shipped", { signal });
export const schema = (signal: AbortSignal): Promise<Schema> => ask("/schema", { signal });
export const check = (text: string, signal: AbortSignal): Promise<LookedAt> => post("/check", text, signal);
export const begin = (text: string): Promise<Listed> => post("", text);
export const show = (id: string, signal: AbortSignal): Promise<Shown> => ask(`/${id}`, { signal });
export const stop = (id: string): Promise<Shown> => post(`/${id}/stop`, "");
/** Ends its run, and removes it with its results. */
export const remove = (id: string): Promise<unknown> => ask(`/${id}`, { method: "DELETE" });
export const resume = (id: string): Promise<Shown> => post(`/${id}/resume`, "");
/** What the server allows. */
export const limits = async (signal: AbortSignal): Promise<Limits> =>
    (await (await request("/api/limits", { signal })).json()) as Limits;
/** The report's address; with a theme, `light` or `dark`, it takes that and not the system's. */
export const reportOf = (id: string, theme = ""): string =>
    `/api/experiments/${encodeURIComponent(id)}/report${theme === "" ? "" : `?theme=${theme}`}`;

/** Texts whose time is known: it does not change much, and finding it out plays games. */
const known = new Kept<ExpectedTime>(100);
/** Texts are timed one after the other: at once they would slow each other down, and seem to take longer. */
let last: Promise<unknown> = Promise.resolve();

export async function time(text: string, signal: AbortSignal): Promise<ExpectedTime> {
    const own = last.then(async () => {
        signal.throwIfAborted();
        const before = known.get(text);
        if (before) return before;
        const answer = await post<ExpectedTime>("/time", text, signal);
        known.set(text, answer);
        return answer;
    });
    last = own.catch(() => undefined);
    return own;
}

/** Hears how a run gets on until it ends, and gives the experiment as it is then. */
export async function follow(
    id: string,
    onProgress: (progress: RunProgress) => void,
    signal: AbortSignal,
): Promise<Shown> {
    const response = await request(`/api/experiments/${id}/events`, {
        headers: { accept: "text/event-stream" },
        signal,
    });
    return answerOf<Shown, RunProgress>(response, onProgress);
}
