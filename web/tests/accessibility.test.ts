/** Every view in both themes, as the rules of axe-core see it: names, roles, contrast, focus. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { HOLD } from "../src/puzzles/fixtures";
import { serving } from "./browser";
import { withPuzzles } from "./fixed-puzzles";

const session = serving();
beforeAll(async () => {
    // The experiment with the number 1.
    await fetch(new URL("api/experiments", session.url), {
        method: "POST",
        body: 'games_per_cell = 40\n[[study]]\nname = "a"\ngame = ["3x3:3", "4x4:3"]\nplayer = "two-ply"\nopponent = "random"\n',
    });
});

/** What axe finds wrong, as text that says where. */
async function violations(page: Page): Promise<string[]> {
    // As a value, not as a script of the page: the page's policy takes no scripts from elsewhere.
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
        const { axe: rules } = globalThis as unknown as { axe: typeof import("axe-core") };
        const found = await rules.run(document, { resultTypes: ["violations"] });
        return found.violations.flatMap(({ id, help, nodes }) =>
            nodes.map(
                ({ html, failureSummary }) => `${id}: ${help}\n${html.slice(0, 300)}\n${failureSummary}`,
            ),
        );
    });
}

const VIEWS: Readonly<Record<string, { readonly query: string; readonly sign: string }>> = {
    "play, a game with gravity": { query: "game=connect-four&moves=d1+d2&o=casual", sign: "[role=gridcell]" },
    "play, a game that is over": { query: "game=3x3:3&moves=a1+b1+a2+b2+a3", sign: ".stroke" },
    "play, a board in space": { query: "game=4x4x4:4:-3&moves=a1.1", sign: "[role=gridcell]" },
    "play, points with their lines": { query: "game=7:projective&moves=a+b+c", sign: "[role=gridcell]" },
    "play, blocked cells": { query: "game=5x5:4:free:blocked=c3&moves=a1", sign: ".wall" },
    "play, forbidden cells": {
        query: "game=9x9:5:free:renju&moves=e3+a1+e4+a2+c5+a4+d5+a5",
        sign: ".barred",
    },
    "play, slices": { query: "game=3x3x3x3:3&moves=a1.1.1", sign: "[role=gridcell]" },
    "play, two computers and variations": {
        query: "game=3x3:3&moves=b2+a1&tree=b2+a1+(a2+c3)&x=casual&o=random",
        sign: "[role=gridcell]",
    },
    "play, moves that are refused": { query: "game=3x3:3&moves=b2+b2", sign: "[role=alert]" },
    "play, a game that is not there": { query: "game=nonsense", sign: "[role=alert]" },
    analyse: { query: "view=analyse&game=3x3:3&moves=b2+a2+a1", sign: "table" },
    "analyse, an empty board": { query: "view=analyse&game=5x4:4:-2", sign: "table" },
    "explain, lines": { query: "view=explain&tab=lines&game=3x3:3&moves=b2+a1", sign: "[role=tabpanel]" },
    "explain, the tree": {
        query: "view=explain&tab=tree&game=3x3:3&moves=b2+a1+c1",
        sign: "[role=tabpanel]",
    },
    "explain, the tree as a drawing": {
        query: "view=explain&tab=tree&look=drawing&game=3x3:3&moves=b2+a1+c1&branch=a3",
        sign: "[role=treeitem]",
    },
    "explain, a lesson with a board": { query: "view=explain", sign: "[role=gridcell]" },
    "explain, a lesson with a tree": {
        query: "view=explain&lesson=minimax&step=6",
        sign: "[role=treeitem]",
    },
    "explain, minimax and alpha-beta side by side": {
        query: "view=explain&lesson=alpha-beta&step=4",
        sign: "[role=treeitem]",
    },
    "explain, the page for teachers": { query: "view=explain&tab=teacher", sign: "section h3" },
    "explain, examples": { query: "view=explain&tab=examples&game=3x3:3", sign: "[role=tabpanel]" },
    build: { query: "view=build&game=5x4:4:-2", sign: "fieldset, form, input" },
    "build, a shape": {
        query: "view=build&build=6x6:shape=a1%2Bb1:free:blocked=c3:torus=1",
        sign: "[data-picker]",
    },
    "build, a plane": { query: "view=build&build=13:projective", sign: "[data-example] .picture svg" },
    "play, a game of a maker and a breaker": {
        query: "game=2x2:2:free:maker&moves=a1+b1+a2",
        sign: ".stroke.win",
    },
    "build, given lines": { query: "view=build&build=3:lines=a%2Bb/b%2Bc", sign: "textarea" },
    atlas: { query: "view=atlas&atlas=4x4:4:-2", sign: "table a" },
    "atlas, several open faces": {
        query: "view=atlas&dimensions=3&placement=several+faces&rules=misere",
        sign: "table a",
    },
    laboratory: { query: "view=lab", sign: ".card" },
    "laboratory, the editor": { query: "view=lab&experiment=new&from=own", sign: ".cm-editor" },
    "laboratory, an experiment": { query: "view=lab&experiment=1", sign: "table" },
    "laboratory, a report": { query: "view=lab&experiment=1&report=open", sign: "iframe" },
    "laboratory, nothing there": { query: "view=lab&experiment=99", sign: "[role=alert]" },
};

for (const [name, { query, sign }] of Object.entries(VIEWS)) {
    for (const dark of [false, true]) {
        it(`${name}, ${dark ? "dark" : "light"}`, async () => {
            const page = await session.open(`/?${query}`, { dark });
            await page.locator(sign).first().waitFor();
            await page.waitForTimeout(700);
            expect(await violations(page)).toEqual([]);
            await page.context().close();
        });
    }
}

const PUZZLES: Readonly<Record<string, { readonly query: string; readonly sign: string }>> = {
    "a puzzle": { query: "number=4", sign: "section.sheet" },
    "a wrong move": { query: `number=3&moves=${HOLD.moves} c5`, sign: ".wrong" },
    "a solved puzzle": { query: `number=3&moves=${HOLD.moves} a1`, sign: ".right" },
};
for (const [name, { query, sign }] of Object.entries(PUZZLES)) {
    for (const dark of [false, true]) {
        it(`${name}, ${dark ? "dark" : "light"}`, async () => {
            const page = await session.open("/?game=3x3:3", { dark });
            await withPuzzles(page);
            await page.goto(new URL(`?view=puzzles&${query}`, session.url).href);
            await page.locator(sign).first().waitFor();
            await page.waitForTimeout(700);
            expect(await violations(page)).toEqual([]);
            await page.context().close();
        });
    }
}

it("the help, on a phone", async () => {
    const page = await session.open("/?game=3x3:3", { width: 360, height: 640, touch: true });
    await page.getByRole("gridcell").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await violations(page)).toEqual([]);
});
