/** Lessons: a learner goes through one, what they claim is true, and a teacher finds and prints them all. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LESSONS } from "../src/explain/lessons";
import { filled, readFacts, rightAnswers } from "../src/explain/lessons/facts";
import type { Step } from "../src/explain/lessons/lesson";
import { plain } from "../src/explain/prose";
import type { Preset } from "../src/lib/answers";
import { ask, cell, picture, serving } from "./browser";

const session = serving();

const [MINIMAX] = LESSONS;
const factsOf = (step: Step) => readFacts(step.facts, (command, body) => ask(session, command, body));
const node = (page: Page, path: string) => page.locator(`[role=treeitem][data-key="${path}"]`);

/** Gives an answer with the mouse. */
async function click(page: Page, { question }: Step, text: string): Promise<void> {
    if (question.kind === "cell") await cell(page, text).click();
    else if (question.kind === "node") await node(page, text).click();
    else await page.getByRole("group", { name: "Answers" }).getByText(text, { exact: true }).click();
}

describe.each(LESSONS)("the lesson $title", ({ steps }) => {
    it.each(steps.map((step, index) => ({ ...step, number: index + 1 })))(
        "$number, $title: has an answer that the server gives, and says why others are not right",
        async (step) => {
            const facts = await factsOf(step);
            const right = rightAnswers(step.question.right, facts);
            expect(right.length).toBeGreaterThan(0);
            const { options = [], replies, otherwise } = step.question;
            for (const answer of right) {
                if (options.length > 0) expect(options).toContain(answer);
                expect(Object.keys(replies)).not.toContain(answer);
                // The headline does not give the answer away.
                expect(plain(step.title).toLowerCase().split(/[ ,.]/)).not.toContain(answer.toLowerCase());
            }
            const wrong = options.filter((option) => !right.includes(option));
            for (const option of wrong) expect(replies[option] ?? otherwise, option).not.toBe("");
            const told = [...step.text, step.question.ask, ...step.reason, ...Object.values(replies)];
            for (const text of told) expect(filled(text, facts)).not.toMatch(/[{}…]/);
            // Any step can be opened, and its answer be shown: nothing says what the reader has done or seen before.
            for (const text of told) expect(text).not.toMatch(/\byou (chose|found|know|saw|said)\b/i);
        },
    );
});

/** What the texts of the lessons rely on, beside the numbers that they take from the server. */
const RELIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "minimax 1": { best: "a3" },
    "minimax 2": { replies: "2" },
    "minimax 6": { reply: "b3 a3", value: "−10" },
    "minimax 7": { value: "0" },
    "minimax 9": { skipped: "b3 a1" },
    "minimax 10": { all: "13", some: "9", best: "a3" },
    "evaluation 1": { value: "+10" },
    "evaluation 2": { value: "0" },
    "evaluation 3": { value: "+6" },
    "evaluation 4": { value: "+4", before: "+6" },
    "evaluation 5": { x: "+2", o: "−2" },
    "evaluation 6": { value: "+40", edge: "+20" },
    "evaluation 7": { all: "+150", line: "+100" },
    "evaluation 8": { a: "−10", b: "0", c: "+10" },
    "depth 1": { best: "b2", value: "+4" },
    "depth 2": { one: "+4", two: "+1", three: "+3" },
    "depth 3": { one: "7", two: "56", three: "399" },
    "depth 4": { a: "0", b: "0", c: "0", a2: "−1", b2: "0", c2: "−1", depth: "2" },
    "depth 5": { best: "a3", depth: "3" },
    "depth 6": { win: "+9", loss: "−8" },
    "horizon 1": { bad: "d3", cell: "d4" },
    "horizon 2": { best: "b3", cell: "a4", losing: "a4|c4|d3", value: "0" },
    "horizon 3": { value: "−1", losing: "a4|b3|c4|d3" },
    "optimism 1": { value: "+1" },
    "optimism 2": { value: "−1", undecided: "0" },
    "optimism 3": { best: "a3", good: "+1", bad: "−1" },
    "optimism 4": { count: "3", a3: "−1" },
    "optimism 5": { all: "3", sure: "c1" },
    "optimism 6": { a: "−1", b: "0", c: "−1" },
    "alpha-beta 1": { b2: "+1" },
    "alpha-beta 2": { leaf: "+3", skipped: "b1 a3 b2|b1 a3 d3" },
    "alpha-beta 3": { condition: "≥ +1" },
    "alpha-beta 4": { all: "37", some: "26" },
    "alpha-beta 5": { best: "a3|d3", value: "+2", also: "a3|d3", alsoValue: "+2" },
    "threats 1": { cell: "a3" },
    "threats 2": { fork: "a3", cells: "b2 and b3", result: "a loss" },
    "threats 3": { fork: "c1|f1", cells: "b1 and f1" },
    "threats 4": { first: "d1", cell: "d4" },
    "threats 5": { best: "b1", cells: "a1 and e1" },
    "zugzwang 1": { cells: "a4 and e4" },
    "zugzwang 2": { safe: "none", plies: "2" },
    "zugzwang 4": { win: "b4" },
};

it("tells what the server says, where the words rely on it", async () => {
    for (const { id, steps } of LESSONS)
        for (const [index, step] of steps.entries()) {
            const name = `${id} ${index + 1}`;
            const facts = Object.fromEntries(await factsOf(step));
            expect({ [name]: facts }).toMatchObject({ [name]: RELIED[name] ?? {} });
        }
});

it("is gone through by clicking: wrong answers get a reason, right ones too", async () => {
    const page = await session.open("/?view=explain");
    await page.getByRole("heading", { name: MINIMAX.title }).first().waitFor();
    for (const [index, step] of MINIMAX.steps.entries()) {
        await page.getByRole("heading", { name: step.title }).waitFor();
        const facts = await factsOf(step);
        const [right = ""] = rightAnswers(step.question.right, facts);
        const reason = plain(filled(step.reason[0] ?? "", facts));
        const asked = page.getByRole("button", { name: "Show the answer" });
        await asked.waitFor();
        expect(await page.locator(".reason").count()).toBe(0);
        for (const [wrong, reply] of Object.entries(step.question.replies)) {
            await click(page, step, wrong);
            await page.getByText("Not this one.").waitFor();
            await page.locator(".reply").getByText(plain(reply).slice(0, 40)).waitFor();
        }
        await click(page, step, right);
        await page.getByText("Right.", { exact: true }).waitFor();
        expect(await page.locator(".reason").innerText()).toContain(reason);
        expect(await asked.count()).toBe(0);
        await picture(page, `lesson-minimax-${index + 1}`);
        if (index + 1 < MINIMAX.steps.length) await page.getByRole("link", { name: "Next" }).click();
    }
    // Answers are kept while the page is open, and Back leads to the step before.
    await page.goBack();
    await page.getByRole("heading", { name: MINIMAX.steps[8]?.title ?? "" }).waitFor();
    await page.getByText("Right.", { exact: true }).waitFor();
    await page.goForward();
    await page.getByRole("link", { name: /^Next lesson: Evaluation functions/ }).click();
    await page.getByRole("heading", { name: "The simplest rule" }).waitFor();
});

it("is gone through with the keyboard alone, on a phone's width", async () => {
    const page = await session.open("/?view=explain", { width: 360, height: 740, dark: true });
    /** Goes on with Tab until something has the focus. */
    const tabTo = async (selector: string): Promise<void> => {
        for (let presses = 0; presses < 60; presses += 1) {
            await page.keyboard.press("Tab");
            if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
        }
        throw new Error(`Tab does not lead to ${selector}`);
    };
    for (const [index, step] of MINIMAX.steps.entries()) {
        await page.getByRole("heading", { name: step.title }).waitFor();
        await page.getByRole("button", { name: "Show the answer" }).waitFor();
        const [right = ""] = rightAnswers(step.question.right, await factsOf(step));
        if (step.question.kind === "choice") {
            await tabTo(".ask .options button");
            const at = step.question.options?.indexOf(right) ?? 0;
            for (let presses = 0; presses < at; presses += 1) await page.keyboard.press("Tab");
        } else if (step.question.kind === "cell") {
            await tabTo("[role=gridcell]");
            // a1 is the first cell that can be played; a3 is two above it.
            await page.keyboard.press("ArrowUp");
            await page.keyboard.press("ArrowUp");
        } else {
            // The nodes come from the server, level by level.
            await page.locator(`[role=treeitem][data-key="${right}"]`).waitFor();
            await tabTo("[role=treeitem]");
            await page.keyboard.press("Home");
            for (const move of right.split(" ")) {
                await page.keyboard.press("ArrowDown");
                const wanted = new RegExp(`(^| )${move}$`);
                for (let presses = 0; presses < 6; presses += 1) {
                    const key = await page.evaluate(() => document.activeElement?.getAttribute("data-key"));
                    if (key && wanted.test(key) && right.startsWith(key)) break;
                    await page.keyboard.press("ArrowRight");
                }
            }
        }
        await page.keyboard.press("Enter");
        await page.getByText("Right.", { exact: true }).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        await picture(page, `lesson-minimax-${index + 1}-phone`);
        if (index + 1 === MINIMAX.steps.length) break;
        await tabTo(".moves a:last-child");
        await page.keyboard.press("Enter");
    }
});

it("asks before the tree, which is seen whole or scrolls within, with letters that can be read", async () => {
    for (const [width, height] of [
        [1280, 800],
        [360, 740],
    ] as const) {
        const page = await session.open("/?view=explain&lesson=minimax&step=8", { width, height });
        const leaf = node(page, "b3 a1 a3");
        await leaf.waitFor();
        const question = await page.getByText("Which move does X choose?").boundingBox();
        const tree = await page.locator("svg[role=tree]").boundingBox();
        expect(question && tree && question.y < tree.y + tree.height / 2).toBe(true);
        expect(
            await page.locator("svg[role=tree]").evaluate((svg: SVGSVGElement) => svg.getScreenCTM()?.a),
        ).toBeGreaterThanOrEqual(1);
        const box = await leaf.boundingBox();
        if (width > 1000) expect(box && box.y + box.height).toBeLessThanOrEqual(height);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await page.context().close();
    }
});

it("tells the answer to those who ask for it", async () => {
    const page = await session.open("/?view=explain&lesson=minimax&step=7");
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.getByText("The answer: 0.").waitFor();
    // Now the tree shows the value, too.
    await expect.poll(() => node(page, "a3").getAttribute("aria-label")).toContain("a3, 0");
});

it("opens any step by its address, and a step that there is not as the nearest", async () => {
    const page = await session.open("/?view=explain");
    const open = async (id: string, number: number, title: string): Promise<void> => {
        await page.goto(new URL(`?view=explain&lesson=${id}&step=${number}`, session.url).href);
        await page.getByRole("heading", { name: title }).waitFor();
    };
    for (const { id, steps } of LESSONS)
        for (const [index, { title }] of steps.entries()) await open(id, index + 1, title);
    await open("zugzwang", 99, LESSONS.at(-1)?.steps.at(-1)?.title ?? "");
}, 180_000);

it("counts what minimax and alpha-beta visit, side by side, when the reader steps", async () => {
    const page = await session.open("/?view=explain&lesson=alpha-beta&step=4");
    const counters = page.locator("dl");
    await counters.getByText("0 positions").first().waitFor();
    await node(page, "a3").waitFor();
    // Nothing starts by itself.
    await page.waitForTimeout(800);
    expect(await counters.innerText()).not.toMatch(/[1-9]/);
    await page.getByRole("button", { name: "Step forward" }).click();
    await page.getByText("both visit it").waitFor();
    await page.getByRole("button", { name: "To the end" }).click();
    await counters.getByText("37 positions").waitFor();
    await counters.getByText("26 positions").waitFor();
    await page.getByRole("button", { name: "Step back" }).click();
    await counters.getByText("36 positions").waitFor();
    await picture(page, "lesson-race");
});

it("explains a term where it stands", async () => {
    const page = await session.open("/?view=explain&lesson=minimax&step=2");
    await page.getByRole("button", { name: "ply" }).click();
    await page.getByRole("note").getByText("A ply is one move by one player.").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("note").count()).toBe(0);
});

it("is listed for a teacher with every step and puzzles of every game, without answers", async () => {
    const page = await session.open("/?view=explain&tab=teacher", { width: 360 });
    for (const { steps } of LESSONS)
        for (const { title } of steps) await page.getByRole("link", { name: title, exact: true }).waitFor();
    const presets = await ask<readonly Preset[]>(session, "games", {});
    for (const { name } of presets)
        for (const number of [1, 2, 3])
            expect(
                await page.locator(`a[href="/?view=puzzles&game=${name}&seed=1&number=${number}"]`).count(),
            ).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    for (const { steps } of LESSONS)
        for (const { reason } of steps)
            expect(await page.getByText(plain(reason.at(-1) ?? "").slice(0, 60)).count()).toBe(0);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: "Print this page" }).isVisible()).toBe(false);
    expect(await page.getByRole("tablist").isVisible()).toBe(false);
    expect(await page.locator("header").isVisible()).toBe(false);
    await picture(page, "teacher-print");
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("link", { name: "The condition", exact: true }).click();
    await page.getByRole("heading", { name: "The condition" }).waitFor();
    expect(new URL(page.url()).searchParams.get("lesson")).toBe("alpha-beta");
});

it("draws the searched tree: opened and folded by the reader, with the condition of the cut", async () => {
    const tree = "view=explain&tab=tree&game=4x4:4:-2&moves=a1+c1+d1+a2+c2+d2+c3+c4&plies=3";
    const page = await session.open(`/?${tree}`);
    await page.getByRole("button", { name: "Drawing" }).click();
    await node(page, "b1").waitFor();
    expect(await page.getByRole("treeitem").count()).toBe(4);
    await node(page, "b1").click();
    await node(page, "b1 a3").click();
    await page.getByText("The rest of its moves is skipped once one is worth ≥ +1.").waitFor();
    expect(await node(page, "b1 a3").getAttribute("aria-label")).toBe(
        "b1 a3, at least +3, MAX moves, the rest is skipped once a move is worth at least +1",
    );
    expect(await node(page, "b1 a3 d3").getAttribute("aria-label")).toContain("skipped");
    await page.reload();
    await node(page, "b1 a3 a4").waitFor();
    // What is open stays open when another branch is lit, and a second click folds it.
    await node(page, "a3").focus();
    await page.keyboard.press("Enter");
    await node(page, "a3 a4").waitFor();
    expect(await node(page, "b1 a3 a4").count()).toBe(1);
    await page.keyboard.press("Enter");
    await expect.poll(() => node(page, "a3 a4").count()).toBe(0);
    const width = () => page.locator("svg[role=tree]").evaluate((svg) => svg.clientWidth);
    const before = await width();
    await page.getByRole("button", { name: "Zoom in" }).click();
    expect(await width()).toBeGreaterThan(before);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("region", { name: "1. ply" }).waitFor();
});
