/** Starts the server and a browser for tests, and stops both. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

/** The program under test: `CONNECT_TOE`, or the debug build. */
const program =
    process.env["CONNECT_TOE"] ?? new URL("../../target/debug/connect-toe", import.meta.url).pathname;
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Milliseconds for which one thing on a page is waited for. */
const PATIENCE = 90_000;

export interface Session {
    /** The page's address, with `/` at its end. */
    readonly url: string;
    readonly browser: Browser;
    /** Opens the page at a path with a query; what it logs as an error fails the test through `errors`. */
    open(path: string, options?: OpenOptions): Promise<Page>;
    /** Errors that opened pages have logged or thrown. */
    readonly errors: string[];
    close(): Promise<void>;
}

export interface OpenOptions {
    readonly width?: number;
    readonly height?: number;
    readonly dark?: boolean;
    readonly reducedMotion?: boolean;
    /** A screen for fingers. */
    readonly touch?: boolean;
}

/** The server and the browser of a file's tests. What a page logs as an error fails its test, unless it is expected. */
export function serving(expected = "Failed to load resource"): Session {
    const session = {} as Session;
    beforeAll(async () => {
        Object.assign(session, await start());
    });
    afterEach(async () => {
        // A page that is left open goes on working.
        for (const context of session.browser.contexts()) await context.close();
        const faults = session.errors.splice(0).filter((error) => !error.startsWith(expected));
        expect(faults).toEqual([]);
    });
    afterAll(() => session.close());
    return session;
}

/** Asks the server what the page shows. */
export async function ask<Answer>(session: Session, command: string, body: unknown): Promise<Answer> {
    const response = await fetch(new URL(`api/${command}`, session.url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
}

/** Starts the program with `web --port 0` and these options. */
export async function serve(...options: readonly string[]): Promise<{ url: string; stop(): void }> {
    const server = spawn(program, ["web", "--port", "0", ...options]);
    return { url: await firstLine(server), stop: () => void server.kill("SIGTERM") };
}

/** Starts the program with `web --port 0` (or uses the server at `CONNECT_TOE_URL`) and a headless browser. */
export async function start(...browserOptions: readonly string[]): Promise<Session> {
    const running = process.env["CONNECT_TOE_URL"];
    const server = running ? null : await serve();
    const url = running ?? server?.url ?? "";
    const browser = await chromium.launch({
        executablePath,
        args: [
            "--no-sandbox",
            // Graphics in space are drawn without a graphics card.
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--disable-quic",
            "--disable-background-networking",
            "--no-first-run",
            ...browserOptions,
        ],
    });
    const errors: string[] = [];
    return {
        url: url.endsWith("/") ? url : `${url}/`,
        browser,
        errors,
        async open(
            path,
            { width = 1280, height = 800, dark = false, reducedMotion = true, touch = false } = {},
        ) {
            const context = await browser.newContext({
                viewport: { width, height },
                colorScheme: dark ? "dark" : "light",
                hasTouch: touch,
                reducedMotion: reducedMotion ? "reduce" : "no-preference",
            });
            context.setDefaultTimeout(PATIENCE);
            const page = await context.newPage();
            page.on("pageerror", (error) => errors.push(String(error)));
            page.on("console", (message) => {
                if (message.type() === "error") errors.push(message.text());
            });
            await page.goto(new URL(path, url).href);
            return page;
        },
        async close() {
            await browser.close();
            server?.stop();
        },
    };
}

/** A stream of one answer, as the server tells of work that takes long: what a test lets the server answer. */
export const streamed = (answer: unknown) => ({
    contentType: "text/event-stream",
    body: `event: result\ndata: ${JSON.stringify(answer)}\n\n`,
});

/** Why a move was made, as the server says it. */
export const reason = (text: string, ...cells: string[]) => ({ kind: "keeps", cells, moves: cells, text });

/** Keeps a picture of the page for people to look at, if `PICTURES` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env["PICTURES"];
    if (!folder) return;
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** The cell with this text, by its accessible name. */
export const cell = (page: Page, text: string) =>
    page.getByRole("gridcell", { name: new RegExp(`^${text.replaceAll(".", "\\.")},`) });

async function firstLine(server: ChildProcess): Promise<string> {
    if (!server.stdout) throw new Error("the program has no standard output");
    for await (const line of createInterface({ input: server.stdout })) return line.trim();
    throw new Error(`${program} web ended before it printed its address`);
}
