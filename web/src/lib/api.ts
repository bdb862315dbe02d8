import type { Description, Facts, Moves, PositionRequest, Preset, ReadGame } from "./answers";
import { Kept } from "./kept";
import { keepPlaces, placesOf } from "./places";

/** One thing that is wrong with a request: a stable name, the field that it concerns, and words. */
export interface Reason {
    readonly reason: string;
    readonly field: string | null;
    /** Which move is wrong, counted from 1, if the field is a list of moves. */
    readonly number?: number;
    /** The moves before that one, as cells. */
    readonly before?: readonly string[];
    /** The name that was probably meant, if one is wrong. */
    readonly suggestion?: string;
    readonly error: string;
}

/** What the server refused, in its own words. `status` 0: it could not be reached. */
export class ApiError extends Error {
    override readonly name = "ApiError";
    constructor(
        readonly status: number,
        message: string,
        readonly hint: string | null,
        /** Seconds after which the request may be made again, if the server said so. */
        readonly retryAfter: number | null = null,
        /** Everything that is wrong, where there may be several things. */
        readonly reasons: readonly Reason[] = [],
    ) {
        super(message);
    }

    /** The name that was probably meant. */
    get suggestion(): string | null {
        return this.reasons[0]?.suggestion ?? null;
    }

    /** Whether the same request may succeed later: the server is gone, or has too much to do. */
    get isPassing(): boolean {
        return this.status === 0 || this.status === 429 || this.status === 503;
    }
}

/** Whether an error only says that a newer request took this one's place. */
export function isAbort(error: unknown): boolean {
    return error instanceof DOMException && error.name === "AbortError";
}

/**
 * What a request failed with; `null` if `signal` gave it up. Every other error is a fault of the page, and thrown on.
 */
export function failureOf(error: unknown, signal?: AbortSignal): ApiError | null {
    if (signal?.aborted || isAbort(error)) return null;
    if (error instanceof ApiError) return error;
    throw error;
}

/** Reads the error of an answer that is not 2xx. */
async function errorOf(response: Response): Promise<ApiError> {
    const retry = Number(response.headers.get("retry-after") ?? Number.NaN);
    const body: unknown = await response.json().catch(() => null);
    const { error, hint, reasons } = (body ?? {}) as {
        error?: unknown;
        hint?: unknown;
        reasons?: readonly Reason[];
    };
    return new ApiError(
        response.status,
        typeof error === "string" ? error : `the server answered with status ${response.status}`,
        typeof hint === "string" ? hint : null,
        Number.isFinite(retry) ? retry : null,
        reasons ?? [],
    );
}

/** Names this page to the server, which shares its work fairly among pages, not among connections. */
const CLIENT = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
).join("");

/** `fetch` under this page's name, with an {@link ApiError} for every failure but an abort. */
export async function request(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("connect-toe-client", CLIENT);
    let response: Response;
    try {
        response = await fetch(path, { ...init, headers });
    } catch (error) {
        if (isAbort(error)) throw error;
        throw new ApiError(0, "the server does not answer", "start it again with `connect-toe web`");
    }
    if (!response.ok) throw await errorOf(response);
    return response;
}

/** Asks a command; `accept` is the form of the answer. */
export const send = (
    command: string,
    body: unknown,
    signal: AbortSignal | null = null,
    accept = "application/json",
): Promise<Response> =>
    request(`/api/${command}`, {
        method: "POST",
        headers: { "content-type": "application/json", accept },
        body: JSON.stringify(body),
        signal,
    });

/** Asks for one command's answer. */
export async function post<Answer>(command: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
    return (await (await send(command, body, signal)).json()) as Answer;
}

/** The presets. */
export const games = (): Promise<readonly Preset[]> => post("games", {});
/** Asks a command about a game. The answer never changes, so each game is asked about once. */
function ofGame<Answer>(command: string): (game: string, signal?: AbortSignal) => Promise<Answer> {
    const known = new Kept<Answer>(100);
    return async (game, signal) => {
        const answer = known.get(game) ?? (await post<Answer>(command, { game }, signal));
        known.set(game, answer);
        return answer;
    };
}
const described = ofGame<Facts>("describe");
/** A game's sizes, faces, flags and counts; where its cells are drawn, if a file of lines has said so in this browser. */
export async function describe(game: string, signal?: AbortSignal): Promise<Facts> {
    const facts = await described(game, signal);
    const places = placesOf(facts.game);
    return places && !facts.places ? { ...facts, places } : facts;
}
/** The game of a file of lines. Where its cells are drawn is kept: game text does not say it. */
export async function describeLines(lines: string): Promise<Facts> {
    const facts = await post<Facts>("describe", { lines });
    keepPlaces(facts.game, facts.places);
    return facts;
}
/** A game's levels of difficulty. */
export const levels = ofGame<Pick<Description, "levels">>("levels");
/** A position's side to move, legal moves and outcome. */
export const moves = (position: PositionRequest, signal?: AbortSignal): Promise<Moves> =>
    post("moves", position, signal);
/** The game that a text holds, in the format of any program; `game` is needed where the text does not name its own. */
export const read = (text: string, game?: string): Promise<ReadGame> =>
    post("read", game === undefined ? { text } : { game, text });
/** A game as the text of a file of another program. */
export const write = async (game: WrittenGame): Promise<string> =>
    (await post<{ readonly text: string }>("write", game)).text;

/** A game to write, with the names of the players. */
export interface WrittenGame {
    readonly game: string;
    /** The moves, which may have variations in brackets. */
    readonly moves: string;
    readonly x: string;
    readonly o: string;
    readonly form: "psq" | "sgf" | "digits";
}
