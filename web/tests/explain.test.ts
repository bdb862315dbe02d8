/** Explaining values: lines term by term, the searched tree, the sources' examples. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { SOURCES } from "../src/explain/examples";
import { ask, cell, picture, type Session, serving } from "./browser";

const session = serving();

const ENDING = "view=explain&game=tic-tac-toe&moves=a3+b3+c3+a2+c2+b2&tab=tree&plies=3&heuristic=terminal";

const open = (path: string, options?: Parameters<Session["open"]>[1]): Promise<Page> =>
    session.open(path, options);

const numberOf = (text: string): number => Number(text.replace("−", "-"));

it("shows the lines that a heuristic counts, and those through a cell", async () => {
    const page = await open(
        "/?view=explain&game=tic-tac-toe&moves=b2&tab=lines&heuristic=weighted-lines&for=x",
    );
    await page.getByRole("heading", { name: "weighted-lines values this position +40 for X" }).waitFor();
    await page.getByText("4 lines add up to +40.").waitFor();
    await page.getByRole("heading", { name: "+10 × 4 = +40 one X, no O on each" }).waitFor();
    await cell(page, "a1").hover();
    await page.getByText("Through a1: 1 line, together +10.").waitFor();
    await page.getByRole("button", { name: "a1 b2 c3" }).hover();
    await page.waitForTimeout(200);
    await picture(page, "explain-lines");
});

it("opens the searched tree branch by branch", async () => {
    const page = await open(`/?${ENDING}&search=minimax`);
    await page.getByRole("heading", { name: "Minimax plays c1, worth +10 for X" }).waitFor();
    const children = page.getByRole("region", { name: "1. ply" });
    for (const name of ["a1, −10", "b1, 0", "c1, +10, chosen"])
        await children.getByRole("button", { name }).waitFor();
    await children.getByRole("button", { name: /^a1/ }).click();
    const replies = page.getByRole("region", { name: "2. ply after a1" });
    await replies.getByText("MIN", { exact: true }).waitFor();
    await replies.getByRole("button", { name: "b1, −10, chosen" }).waitFor();
    expect(new URL(page.url()).searchParams.get("branch")).toBe("a1");
    await picture(page, "explain-tree");
    await page.reload();
    await replies.getByRole("button", { name: "b1, −10, chosen" }).waitFor();
});

it("steps through alpha-beta and back, with the arrow keys", async () => {
    const page = await open(`/?${ENDING}&search=alpha-beta`);
    await page.getByRole("button", { name: "Step forward" }).click();
    await page.getByText("Alpha-beta starts: X is to move and looks for the largest value.").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByText(/MAX \(X\) tries [abc]1, window \(−∞, \+∞\)\./).waitFor();
    const sentences: string[] = [];
    const told = page.locator(".told");
    for (let step = 0; step < 40; step += 1) {
        const text = await told.innerText();
        sentences.push(text);
        if (text.startsWith("Alpha-beta is done")) break;
        await page.keyboard.press("ArrowRight");
        await expect.poll(() => told.innerText()).not.toBe(text);
    }
    expect(sentences.at(-1)).toBe("Alpha-beta is done: X plays c1, worth +10.");
    for (const sentence of sentences.toReversed().slice(1)) {
        await page.keyboard.press("ArrowLeft");
        await expect.poll(() => told.innerText()).toBe(sentence);
    }
});

it("says in place what the server refuses", async () => {
    const page = await open(`/?${ENDING.replace("terminal", "guesses")}&search=minimax`);
    await page.getByRole("alert").getByText("guesses").first().waitFor();
    await page.getByLabel("Heuristic").selectOption("terminal");
    await page.getByRole("heading", { name: "Minimax plays c1, worth +10 for X" }).waitFor();
});

it("has all examples of the sources, and each opens", async () => {
    const page = await open("/?view=explain&tab=examples");
    for (const { name, examples } of SOURCES) {
        await page.getByRole("heading", { name, exact: true }).waitFor();
        for (const { text } of examples) await page.getByRole("link", { name: text }).first().waitFor();
    }
    await picture(page, "explain-examples");
    await page.getByRole("link", { name: "Two stones of X, none of O" }).click();
    await cell(page, "a3").and(page.getByLabel("a3, X")).waitFor();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await cell(page, "a3").and(page.getByLabel("a3, empty")).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "The minimax article" }).waitFor();
});

it("gives the examples the numbers that the program finds", async () => {
    for (const { text, value, game, moves, board, settings } of SOURCES.flatMap(({ examples }) => examples)) {
        const { heuristic = "", search, plies, wins } = settings;
        const at = board === undefined ? { game, moves } : { game, board };
        if (settings["tab"] === "lines") {
            if (value === "1000") continue;
            const { values } = await ask<{ values: Record<string, number> }>(session, "eval", {
                ...at,
                heuristic,
                for: "x",
            });
            expect(values[heuristic], text).toBe(numberOf(value));
        } else {
            const player = wins === "perfect" ? "perfect" : `${search}:depth=${plies},eval=${heuristic}`;
            const found = await ask<{ value: number; moves: { value: number }[] }>(session, "analyze", {
                ...at,
                player,
            });
            const values = value.split(", ").map(numberOf);
            expect(found.value, text).toBe(values[0]);
            if (values.length > 1)
                expect(found.moves.map((move) => move.value).toReversed(), text).toEqual(values);
        }
    }
});

it("fits a phone", async () => {
    for (const tab of ["lines", "tree", "examples"]) {
        const page = await open(`/?${ENDING.replace("tab=tree", `tab=${tab}`)}&branch=a1`, {
            width: 360,
            dark: true,
        });
        await page.waitForTimeout(500);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBe(360);
        await picture(page, `explain-${tab}-phone`);
    }
});
