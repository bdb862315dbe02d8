/** What is said of a game while it is played: reasons, hints, the score to expect, and the way to its review. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ask, cell, picture, reason, serving, streamed } from "./browser";

const session = serving();

const hint = (page: Page) => page.getByRole("button", { name: "Hint", exact: true });
const lit = (page: Page) => page.locator("[data-board] .stroke.hint :is(rect, circle)");

/** Lets the computer give a reason for its move, and counts how often it was asked for one. */
async function answering(page: Page): Promise<{ readonly bodies: { readonly why?: boolean }[] }> {
    const bodies: { readonly why?: boolean }[] = [];
    await page.route("**/api/choose", (route) => {
        const body = route.request().postDataJSON() as { why?: boolean };
        bodies.push(body);
        const why = body.why === true ? { reasons: [reason("takes a corner", "a1", "b2")] } : {};
        return route.fulfill(streamed({ move: "a1", value: 0, nodes: 1, ...why }));
    });
    return { bodies };
}

it("the computer says why it moved, the cells are lit, and the line can be hidden for good", async () => {
    const page = await session.open("about:blank");
    const { bodies } = await answering(page);
    await page.goto(`${session.url}?game=3x3:3&o=casual`);
    await cell(page, "b2").click();
    await page.getByText(/O\s*: a1 – takes a corner/).waitFor();
    const line = page.getByRole("button", { name: "takes a corner" });
    expect(await lit(page).count()).toBe(0);
    await line.focus();
    await expect.poll(() => lit(page).count()).toBe(2);
    await page.getByRole("checkbox", { name: "Reasons" }).uncheck();
    await line.waitFor({ state: "detached" });
    await expect.poll(() => lit(page).count()).toBe(0);

    // Another visit: nothing is said, and nothing is asked for.
    await page.goto(`${session.url}?game=3x3:3&o=casual`);
    await cell(page, "b2").click();
    await cell(page, "a1").and(page.getByLabel("a1, O")).waitFor();
    expect(await line.count()).toBe(0);
    expect(bodies.map(({ why }) => why)).toEqual([true, undefined]);
});

it("a server that gives no reasons is no trouble", async () => {
    const page = await session.open("about:blank");
    await page.route("**/api/choose", (route) => route.fulfill(streamed({ move: "a1", value: 0, nodes: 1 })));
    await page.goto(`${session.url}?game=3x3:3&o=casual`);
    await cell(page, "b2").click();
    await cell(page, "a1").and(page.getByLabel("a1, O")).waitFor();
    await hint(page).waitFor();
});

it("a hint shows the best move with its reason, says whose opinion it is, and goes with the next move", async () => {
    const page = await session.open("about:blank");
    const asked: unknown[] = [];
    await page.route("**/api/analyze", (route) => {
        asked.push(route.request().postDataJSON());
        const moves = [
            { move: "a1", value: 2, score: 0.61, reasons: [reason("opens two lines", "a1", "c3")] },
            { move: "b1", value: 1, score: 0.5 },
        ];
        const answer = { value: 2, score: 0.61, best: ["a1"], moves, line: ["a1"], nodes: 9, to_move: "o" };
        return route.fulfill(streamed({ ...answer, complete: true, player: "best" }));
    });
    await page.goto(`${session.url}?game=3x3:3&moves=b2`);
    await hint(page).waitFor();
    expect(asked).toEqual([]);
    await hint(page).click();
    await page.getByText(/Best thinks: a1 \(61 % for O\)\s*– opens two lines/).waitFor();
    expect(asked).toEqual([{ game: "3x3:3", moves: "b2", player: "best", why: true }]);
    expect(await cell(page, "a1").getAttribute("aria-label")).toContain("61 % for O, best");
    await picture(page, "play-hint");
    await cell(page, "c1").click();
    await page.getByText("Best thinks").waitFor({ state: "detached" });
    expect(await cell(page, "a1").getAttribute("aria-label")).not.toContain("best");
    expect(asked.length).toBe(1);
});

it.each(["connect-four", "4x4x4:4", "3x3x3x3:3"])("a hint for %s is read without scrolling", async (game) => {
    const page = await session.open(`/?game=${game}`);
    await hint(page).click();
    const said = page.getByText(/^Best thinks: /);
    await said.waitFor();
    const box = await said.boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(800);
});

it("the score to expect stands beside the board if one wants it, for X", async () => {
    const page = await session.open("about:blank");
    let score = 0.16;
    await page.route("**/api/analyze", (route) => {
        const answer = { value: 1, score, best: ["a1"], moves: [], line: [], nodes: 9, to_move: "o" };
        return route.fulfill(streamed({ ...answer, complete: true }));
    });
    await page.goto(`${session.url}?game=3x3:3&moves=b2`);
    const meter = page.getByRole("meter");
    await hint(page).waitFor();
    expect(await meter.count()).toBe(0);
    await page.getByRole("checkbox", { name: "Expected score" }).check();
    await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("X’s expected score 84 %");
    expect(await meter.getAttribute("aria-label")).toBe("Expected score of X, as best thinks");
    score = 0.5;
    await page.goto(`${session.url}?game=3x3:3&moves=b2+a1+c1`);
    await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("X’s expected score 50 %");
    await page.goto(`${session.url}?game=3x3:3&moves=a1+b1+a2+b2+a3`);
    await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("X has won");
});

it("the score of an older position never stands beside a newer one", async () => {
    const page = await session.open("about:blank");
    const held: (() => void)[] = [];
    let isHeld = false;
    await page.route("**/api/analyze", async (route) => {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        const answer = { value: 1, score: 0.16, best: ["a1"], moves: [], line: [], nodes: 9, to_move: "o" };
        await route.fulfill(streamed({ ...answer, complete: true }));
    });
    await page.goto(`${session.url}?game=3x3:3&moves=b2`);
    await page.getByRole("checkbox", { name: "Expected score" }).check();
    const meter = page.getByRole("meter");
    await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("X’s expected score 84 %");
    isHeld = true;
    await cell(page, "a1").click();
    await expect.poll(() => held.length).toBe(1);
    expect(await meter.getAttribute("aria-valuetext")).toBe("not known yet");
    held[0]?.();
    await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("X’s expected score 84 %");
});

it("after a game one finds out where one went wrong", async () => {
    const page = await session.open(
        "/?game=connect-four&moves=d1+c1+d2+d3+c2+d4+e1+c3+b1+b2+f1+a1&o=best&seed=3",
    );
    await page.getByRole("link", { name: "Where did I go wrong?" }).click();
    const box = page.getByRole("region", { name: "Review" });
    await box.getByText(/^X lost the game with move 5, c2/).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("moves")).toBe("d1 c1 d2 d3");
    expect(new URL(page.url()).searchParams.get("review")).toBe("1");
    expect(await box.getByRole("button", { name: /5\. X c2/ }).getAttribute("aria-current")).toBe("step");
    await page.goBack();
    await page.getByRole("link", { name: "Where did I go wrong?" }).waitFor();
});

for (const [who, moves] of [
    ["who has won", "a1+b1+a2+b2+a3"],
    ["who has drawn", "b2+a1+c1+a3+a2+c2+b3+b1+c3"],
] as const)
    it(`${who} is offered a review`, async () => {
        const page = await session.open(`/?game=3x3:3&moves=${moves}&o=casual`);
        await page.getByRole("link", { name: "Review the game" }).waitFor();
    });

for (const [game, moves, ply] of [
    ["connect-four", "d1 c1 d2", 3],
    ["tic-tac-toe", "b2 b1", 2],
    ["4x4:4:-2", "b1 b2 c1 d1 d2 d3", 5],
] as const) {
    it(`Analyse, the hint and the review agree about ${game}`, async () => {
        // The position before a move of which the review says what was better.
        const played = moves.split(" ");
        const before = played.slice(0, ply - 1).join(" ");
        const { moves: judged } = await ask<{ moves: { mistake: string | null; better: string[] }[] }>(
            session,
            "review",
            { game, moves },
        );
        const { mistake, better } = judged[ply - 1] ?? { mistake: null, better: [] };

        const at = `game=${game}&moves=${before.replaceAll(" ", "+")}`;
        const page = await session.open(`/?${at}`);
        await hint(page).click();
        const said = await page.getByText(/^Best thinks: /).innerText();
        const advice = /^Best thinks: (\S+)/.exec(said)?.[1] ?? "";

        await page.goto(`${session.url}?view=analyse&${at}`);
        await page.getByText("Solved: these values are proven.").waitFor();
        const best = await page.getByRole("button", { name: /^Play .*, best$/ }).allInnerTexts();
        const ringed = best.map((text) => text.replace("★", "").trim());
        expect(ringed).toContain(advice);
        if (mistake === null) expect(ringed).toContain(played[ply - 1]);
        else expect(better).toEqual(expect.arrayContaining(ringed));
    });
}

it("what is said of a game fits a phone", async () => {
    const page = await session.open("/?game=connect-four&moves=d1+c1", {
        width: 360,
        height: 740,
        dark: true,
    });
    await hint(page).click();
    await page.getByRole("checkbox", { name: "Expected score" }).check();
    await page.getByText(/^Best thinks: /).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await picture(page, "play-advice-phone");
});
