import { ApiError, send } from "./api";

/** One event of a stream of server-sent events. */
export interface StreamEvent {
    readonly event: string;
    readonly data: string;
}

/** Cuts text that arrives in pieces into events. Pieces may end anywhere. */
export class EventReader {
    #rest = "";

    /** Takes the next piece and gives the events that it completes. */
    push(piece: string): StreamEvent[] {
        const blocks = (this.#rest + piece).split(/\r?\n\r?\n/);
        this.#rest = blocks.pop() ?? "";
        return blocks.map(eventOf).filter((event) => event.data !== "");
    }
}

function eventOf(block: string): StreamEvent {
    let event = "message";
    const data: string[] = [];
    for (const line of block.split(/\r?\n/)) {
        if (line.startsWith("event:")) event = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
    }
    return { event, data: data.join("\n") };
}

/**
 * Asks for a long command's answer and hears of its progress. The server stops the work when `signal` aborts.
 * Nothing is tried again: the caller decides.
 */
export async function stream<Answer, Progress = unknown>(
    command: string,
    body: unknown,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
): Promise<Answer> {
    return answerOf<Answer, Progress>(await send(command, body, signal, "text/event-stream"), onProgress);
}

/** Reads a stream to its answer. What is known at once may be answered without a stream. */
export async function answerOf<Answer, Progress>(
    response: Response,
    onProgress: (progress: Progress) => void,
): Promise<Answer> {
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
        return (await response.json()) as Answer;
    }
    for await (const { event, data } of events(response)) {
        if (event === "progress") onProgress(JSON.parse(data) as Progress);
        else if (event === "result") return JSON.parse(data) as Answer;
        else if (event === "error") throw refusalOf(data);
    }
    throw endedEarly();
}

/** The error of a stream. Its status is in its text, because the answer's own was sent when the work began. */
export function refusalOf(data: string): ApiError {
    const { error, hint, status } = JSON.parse(data) as {
        error: string;
        hint?: string | null;
        status?: number;
    };
    return new ApiError(status ?? 422, error, hint ?? null);
}

const endedEarly = (): ApiError =>
    new ApiError(
        0,
        "the server ended the answer early",
        "start it again with `connect-toe web`, or ask again",
    );

/** The events of an answer, as they arrive. */
async function* events(response: Response): AsyncGenerator<StreamEvent> {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) return;
    const parse = new EventReader();
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            yield* parse.push(value);
        }
    } catch (error) {
        // What a connection that breaks in the middle throws.
        if (error instanceof TypeError) throw endedEarly();
        throw error;
    } finally {
        void reader.cancel().catch(() => undefined);
    }
}
