/** The board for notebooks in Chromium: its built module with a model as anywidget has one, and a Python that is played. */
import { readFile } from "node:fs/promises";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { described } from "../src/lib/fixtures";
import type { Shown, Told } from "../src/notebook/model";
import { type OpenOptions, cell, picture, serving } from "./browser";

const session = serving();
const module = new URL("../../python/connect_toe/static/board.js", import.meta.url);

/** Where the page under test has its model. */
interface Here {
    show(change: Partial<Told>): void;
    readonly asked: readonly unknown[];
    end(): void;
}

const FREE: Shown = {
    at: 1,
    stones: { b2: "x" },
    path: ["b2"],
    moves: {
        to_move: "o",
        legal: ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"],
        outcome: null,
        winning_cells: [],
    },
    opponent: null,
    side: "x",
    undo: true,
    analyse: false,
};
const TIC_TAC_TOE: Told = {
    _facts: { ...described("3x3:3"), name: "tic-tac-toe" },
    _position: FREE,
    _analysis: null,
    _thinker: "",
    _thinks: "",
    _problem: null,
};

/** A page with nothing but the board, on a ground of one colour. */
async function open(told: Told, ground = "#fff", options: OpenOptions = {}): Promise<Page> {
    const page = await session.open("/?game=3x3:3", options);
    const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
        "/notebook": [
            "text/html",
            `<!doctype html><html lang="en"><title>a</title><body style="background:${ground}"><main id="out"></main><script type="module">import board from "/board.js"; globalThis.board = board;</script>`,
        ],
        "/board.js": ["text/javascript", await readFile(module, "utf8")],
    };
    await page.route("**/*", (route) => {
        const file = files[new URL(route.request().url()).pathname];
        return file ? route.fulfill({ contentType: file[0], body: file[1] }) : route.abort();
    });
    await page.goto(new URL("/notebook", session.url).href);
    await page.evaluate(async (first) => {
        const told = { ...first };
        const heard: [string, () => void][] = [];
        const asked: unknown[] = [];
        const model = {
            get: (name: keyof Told) => told[name],
            on: (event: string, hear: () => void) => heard.push([event, hear]),
            off: (event: string, hear: () => void) => {
                heard.splice(heard.findIndex((entry) => entry[0] === event && entry[1] === hear));
            },
            send: (content: unknown) => asked.push(content),
        };
        const { board } = globalThis as unknown as { board: typeof import("../src/notebook/main").default };
        const el = document.getElementById("out");
        if (!el) throw new Error("the page has no place");
        const end = board.render({ model: model as never, el });
        const show = (change: Partial<Told>): void => {
            Object.assign(told, change);
            for (const [event, hear] of [...heard])
                if (Object.keys(change).some((name) => event === `change:${name}`)) hear();
        };
        Object.assign(globalThis, { here: { show, asked, end } });
    }, told);
    await page.getByRole("gridcell").first().waitFor();
    return page;
}
const here = <Value>(page: Page, what: "asked"): Promise<Value> =>
    page.evaluate((name) => (globalThis as unknown as { here: Here }).here[name] as Value, what);
const show = (page: Page, change: Partial<Told>): Promise<void> =>
    page.evaluate((told) => (globalThis as unknown as { here: Here }).here.show(told), change);

it("plays by clicks and keys, and says whose turn it is", async () => {
    const page = await open(TIC_TAC_TOE);
    const status = page.getByRole("status");
    await expect.poll(() => status.textContent()).toContain("O to move");
    await cell(page, "a1").click();
    await cell(page, "c3").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await cell(page, "b2").click();
    await expect.poll(() => status.textContent()).toContain("b2 is taken");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("checkbox", { name: "Analyse" }).check();
    expect(await here(page, "asked")).toEqual([
        { do: "play", cell: "a1", at: 1 },
        { do: "play", cell: "b3", at: 1 },
        { do: "undo", at: 1 },
        { do: "new game", at: 1 },
        { do: "analyse", on: true, at: 1 },
    ]);
    // Python is busy with a cell, and answers in the end.
    await expect.poll(() => status.textContent()).toContain("Python has not answered yet");
    const stones = { b2: "x", a1: "o" } as const;
    const moves = { ...FREE.moves, to_move: "x" as const };
    await show(page, { _position: { ...FREE, at: 2, stones, path: ["b2", "a1"], moves } });
    await expect.poll(() => status.textContent()).toContain("O plays a1.");
    await expect.poll(() => status.textContent()).toContain("X to move");
    await cell(page, "a1")
        .and(page.getByRole("gridcell", { name: "a1, O, last move" }))
        .waitFor();
    await page.evaluate(() => (globalThis as unknown as { here: Here }).here.end());
    expect(await page.getByRole("gridcell").count()).toBe(0);
});

it("drops stones into columns, but not for the opponent", async () => {
    const moves = { to_move: "x", legal: ["a1", "b1", "c1", "d1"], outcome: null } as const;
    const position = { ...FREE, stones: {}, path: [], moves, opponent: "club", undo: false };
    const page = await open({
        ...TIC_TAC_TOE,
        _facts: { ...described("4x3:3:-2"), name: "4x3:3:-2" },
        _position: position,
    });
    await cell(page, "a1").focus();
    await page.keyboard.press("d");
    expect(await here(page, "asked")).toEqual([{ do: "play", cell: "d1", at: 1 }]);
    await page.getByText("You are X, club is the opponent.").waitFor();
    expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    await show(page, {
        _position: { ...position, at: 2, moves: { ...moves, to_move: "o" } },
        _thinker: "club",
        _thinks: "opponent",
    });
    await page.getByText("Club is thinking…").waitFor();
    await cell(page, "b1").click();
    await expect.poll(() => page.getByRole("status").textContent()).toContain("which a computer plays");
    expect(await here<unknown[]>(page, "asked")).toHaveLength(1);
});

it("shows what moves are worth, and what failed", async () => {
    const page = await open(TIC_TAC_TOE);
    await show(page, {
        _position: { ...FREE, analyse: true },
        _analysis: {
            value: 0,
            best: ["a1"],
            moves: [
                { move: "a1", value: 0, exact: { result: "draw" } },
                { move: "b1", value: -9, exact: { result: "loss", distance: 6 } },
                { move: "c2", value: -3, score: 0.25 },
            ],
            line: ["a1"],
            nodes: 9,
            complete: true,
            to_move: "o",
        },
        _problem: { error: "club has failed: ValueError: no", hint: "take another" },
    });
    await page.getByRole("gridcell", { name: "a1, empty, a draw, best" }).waitFor();
    await page.getByRole("gridcell", { name: "b1, empty, X wins in 6 plies" }).waitFor();
    await page.getByRole("gridcell", { name: "c2, empty, 25 % for O" }).waitFor();
    await page.getByText("A draw with a1.").waitFor();
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("club has failed");
});

const SPACE: Told = {
    ...TIC_TAC_TOE,
    _facts: { ...described("3x3x3:3"), name: "3x3x3:3" },
    _position: {
        ...FREE,
        stones: { "b2.2": "x", "a1.1": "o" },
        path: ["b2.2", "a1.1"],
        moves: { to_move: "x", legal: ["c3.3"], outcome: null },
    },
};

for (const [name, told] of Object.entries({ flat: TIC_TAC_TOE, "in space": SPACE })) {
    for (const ground of ["#fff", "#111"]) {
        it(`${name} on ${ground} is as the rules of axe-core want it, on a narrow screen too`, async () => {
            // The system's own theme is the other one.
            const page = await open(told, ground, { width: 360, dark: ground === "#fff" });
            await page.waitForTimeout(700);
            await page.evaluate(axe.source);
            const found = await page.evaluate(async () => {
                const { axe: rules } = globalThis as unknown as { axe: typeof import("axe-core") };
                return (await rules.run("#out", { resultTypes: ["violations"] })).violations.flatMap(
                    ({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
                );
            });
            expect(found).toEqual([]);
            const paper = await page
                .locator("#out > div")
                .evaluate((board) => getComputedStyle(board).backgroundColor);
            expect(paper).toBe(ground === "#fff" ? "rgb(255, 255, 255)" : "rgb(20, 25, 28)");
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
            await picture(page, `notebook-${name}-${ground.slice(1)}`);
        });
    }
}
