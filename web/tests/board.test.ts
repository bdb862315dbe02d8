import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { cell, picture, type Session, serving, start } from "./browser";

const session = serving("no error is expected");

/** Opens a position and waits until it can be played. */
async function open(game: string, moves = "", options: Parameters<Session["open"]>[1] = {}): Promise<Page> {
    const page = await session.open(`/?game=${game}&moves=${moves}`, options);
    await page
        .getByRole("status")
        .getByText(/to move|has won/)
        .waitFor();
    return page;
}

const movesOf = (page: Page): string => new URL(page.url()).searchParams.get("moves") ?? "";
const played = (page: Page, text: string, side: "X" | "O"): Promise<void> =>
    cell(page, text)
        .and(page.getByLabel(`${text}, ${side}`))
        .waitFor();
/** Does what makes a move, as soon as the server has said what can be played. */
async function moves(page: Page, action: () => Promise<void>): Promise<void> {
    const before = movesOf(page);
    await expect
        .poll(async () => {
            if (movesOf(page) === before) await action();
            return movesOf(page);
        })
        .not.toBe(before);
}

/** The same, and waits until the stone is seen. */
async function plays(page: Page, action: () => Promise<void>, text: string, side: "X" | "O"): Promise<void> {
    await moves(page, action);
    await played(page, text, side);
}
const overflow = (page: Page): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe("a rack", () => {
    it("shows where a stone lands, and plays it from anywhere in the column", async () => {
        const page = await open("connect-four", "d1 d2");
        await cell(page, "d6").hover();
        const ghost = page.locator(".cells .ghost");
        await ghost.waitFor();
        const [shown, landing] = [await ghost.boundingBox(), await cell(page, "d3").boundingBox()];
        expect(
            shown && landing && Math.abs(shown.y + shown.height / 2 - landing.y - landing.height / 2),
        ).toBeLessThan(2);
        expect(await page.locator(".cells .arrow.aimed").count()).toBe(1);
        await plays(page, () => cell(page, "d6").click(), "d3", "X");
        await plays(page, () => cell(page, "d1").click(), "d4", "O");
        expect(movesOf(page)).toBe("d1 d2 d3 d4");
        await picture(page, "rack");
    });

    it("closes a full column", async () => {
        const page = await open("connect-four", "d1 d2 d3 d4 d5 d6");
        await cell(page, "d6").click();
        await cell(page, "d6").press("Enter");
        expect(await page.locator(".cells .arrow:not(.open)").count()).toBe(1);
        await plays(page, () => cell(page, "c6").click(), "c1", "X");
        expect(movesOf(page)).toBe("d1 d2 d3 d4 d5 d6 c1");
    });

    it("lets stones fall, but not for people who want no movement", async () => {
        // Counted as they begin: on a busy machine a fall may be over before anybody can look.
        const fallsAfterMove = async (page: Page): Promise<number> => {
            await page.evaluate(() => {
                const animate = Element.prototype.animate;
                document.body.dataset["falls"] = "0";
                Element.prototype.animate = function (...given) {
                    const falls = Number(document.body.dataset["falls"]);
                    if (this.closest(".cells")) document.body.dataset["falls"] = String(falls + 1);
                    return animate.apply(this, given);
                };
            });
            await plays(page, () => cell(page, "d1").click(), "d1", "X");
            return page.evaluate(() => Number(document.body.dataset["falls"]));
        };
        expect(
            await fallsAfterMove(await open("connect-four", "", { reducedMotion: false })),
        ).toBeGreaterThan(0);
        expect(await fallsAfterMove(await open("connect-four"))).toBe(0);
    });

    it("draws the line that won through its cells", async () => {
        const page = await open("connect-four", "a1 b1 a2 b2 a3 b3 a4");
        expect(await page.locator(".stroke.win circle").count()).toBe(4);
        expect(await page.locator(".stroke.win .line").getAttribute("d")).toMatch(/^(M[^M]+){3}$/);
        await picture(page, "rack-won");
    });

    it("is played through each of its open sides", async () => {
        const page = await open("four-sides", "a1 f6");
        expect(await page.locator(".cells .arrow").count()).toBe(24);
        const arrow = (face: number, lane: number): Locator =>
            page.locator(".cells .arrow").nth(face * 6 + lane);
        // Faces +1, −1, +2, −2; the third column from below, then from above.
        await plays(page, () => arrow(2, 2).click(), "c6", "X");
        await plays(page, () => arrow(3, 3).click(), "d1", "O");
        await arrow(0, 2).hover();
        await page.locator(".cells .arrow.aimed").first().waitFor();
        await plays(page, () => arrow(0, 2).click(), "f3", "X");
        await plays(page, () => cell(page, "e4").click(), "f4", "O");
        await picture(page, "four-sides");
    });
});

describe("the keyboard", () => {
    it("plays a whole game, with one stop of the tab key", async () => {
        const page = await open("3x3:3");
        await page.locator(".board .cells [tabindex='0']").waitFor();
        expect(await page.locator(".cells [tabindex='0']").count()).toBe(1);
        await page.locator(".cells [tabindex='0']").focus();
        for (const keys of [
            ["Home"],
            ["ArrowUp"],
            ["ArrowDown", "ArrowRight"],
            ["ArrowUp"],
            ["End", "ArrowDown"],
        ]) {
            for (const key of keys) await page.keyboard.press(key);
            await moves(page, () => page.keyboard.press(keys.length === 2 ? "Space" : "Enter"));
        }
        await page.getByRole("status").getByText("X has won").waitFor();
        expect(movesOf(page)).toBe("a1 a2 b1 b2 c1");
        expect(await page.evaluate(() => document.activeElement?.getAttribute("data-cell"))).toBe("c1");
    });

    it("drops stones from any cell of a column and says where they land", async () => {
        const page = await open("connect-four", "d1");
        await cell(page, "d1").focus();
        await page.keyboard.press("Control+Home");
        expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
            "a6, empty, lands on a1",
        );
        await plays(page, () => page.keyboard.press("Enter"), "a1", "O");
    });

    it("walks through layers", async () => {
        const page = await open("qubic");
        await cell(page, "b2.1").focus();
        await page.keyboard.press("PageUp");
        await page.keyboard.press("PageUp");
        await plays(page, () => page.keyboard.press("Enter"), "b2.3", "X");
        expect(await page.locator(".cells [tabindex='0']").count()).toBe(1);
    });
});

describe("sizes", () => {
    it("from one dimension to large boards fit a phone", async () => {
        for (const [game, target] of [
            ["9:3", "c"],
            ["connect-four", "d1"],
            ["gomoku", "h8"],
            ["64x64:5", "b60"],
            ["qubic", "b2.3"],
            ["hypercube-4", "b2.1.1"],
        ] as const) {
            const page = await open(game, "", { width: 360, height: 740, touch: true });
            await plays(page, () => cell(page, target).click(), target, "X");
            expect(await overflow(page), game).toBeLessThanOrEqual(0);
            const box = await cell(page, target).boundingBox();
            expect(box?.width, game).toBeGreaterThanOrEqual(15);
            await picture(page, `phone-${game.replaceAll(":", "-")}`);
            await page.context().close();
        }
    });

    it("of 4096 cells answer at once: what does not change is not drawn anew", async () => {
        const page = await open("64x64:5");
        await plays(page, () => cell(page, "c60").click(), "c60", "X");
        const changes = await page.evaluate(async () => {
            const board = document.querySelector("[data-board]");
            let changes = 0;
            const watch = new MutationObserver((records) => (changes += records.length));
            if (board) watch.observe(board, { attributes: true, childList: true, subtree: true });
            const target = document.querySelector('[data-cell="e58"]');
            target?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
            await new Promise(requestAnimationFrame);
            return changes + watch.takeRecords().length;
        });
        expect(changes).toBeGreaterThan(0);
        expect(changes).toBeLessThan(40);
        await cell(page, "bl1").focus();
        await plays(page, () => page.keyboard.press("Enter"), "bl1", "O");
    });

    it("larger than the screen show the last move", async () => {
        const page = await open("64x64:5", "bl1", { width: 360, height: 740 });
        const [target, box] = [
            await cell(page, "bl1").boundingBox(),
            await page.locator(".flat").boundingBox(),
        ];
        expect(target && box && target.x + target.width <= box.x + box.width).toBe(true);
        expect(target && box && target.y + target.height <= box.y + box.height).toBe(true);
    });

    it("wider than the room fade out where they go on", async () => {
        const page = await open("6x6x6x6:4", "", { width: 360, height: 740, touch: true });
        await page.locator(".blocks.hides-right:not(.hides-left)").waitFor();
        await page.locator(".blocks").evaluate((box) => box.scrollTo(box.scrollWidth, 0));
        await page.locator(".blocks.hides-left:not(.hides-right)").waitFor();
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.locator(".blocks:not(.hides-left):not(.hides-right)").waitFor();
        await page.context().close();
    });

    it("of many dimensions are slices", async () => {
        const page = await open("2x2x2x2x2x2x2x2:2");
        expect(await page.getByRole("grid").count()).toBe(64);
        await plays(page, () => cell(page, "b2.2.2.2.2.2.2").click(), "b2.2.2.2.2.2.2", "X");
        await picture(page, "eight-dimensions");
        const four = await open("hypercube-4", "a1.1.1 a1.1.2 b2.2.2 a1.1.3 c3.3.3 a2.1.1 d4.4.4");
        expect(await four.locator(".stroke.win rect").count()).toBe(4);
        await picture(four, "hypercube-won");
    });
});

/** A pointer position over the picture in space at which a cell is meant. */
async function seen(page: Page, text: string): Promise<{ x: number; y: number }> {
    const canvas = page.locator("canvas");
    await canvas.scrollIntoViewIfNeeded();
    const found = await canvas.evaluate(async (canvas, text) => {
        const { left, top, width, height } = canvas.getBoundingClientRect();
        const points: { x: number; y: number }[] = [];
        for (let y = top + 3; y < top + height; y += 5) {
            for (let x = left + 3; x < left + width; x += 5) {
                canvas.dispatchEvent(
                    new PointerEvent("pointermove", { clientX: x, clientY: y, bubbles: true }),
                );
                await Promise.resolve();
                if (document.querySelector(".view .name")?.textContent === text) points.push({ x, y });
            }
        }
        return points;
    }, text);
    expect(found.length, text).toBeGreaterThan(0);
    const middle = found[Math.floor(found.length / 2)] ?? { x: 0, y: 0 };
    await page.mouse.move(middle.x, middle.y);
    await page.locator(".view .name").getByText(text).waitFor();
    return middle;
}

const frames = (page: Page): Promise<number> =>
    page.locator("canvas").evaluate((canvas) => Number((canvas as HTMLCanvasElement).dataset["frames"]));

/** The number of frames once a whole second has passed without another one. */
async function settled(page: Page): Promise<number> {
    await page.locator("canvas[data-frames]").waitFor();
    let last = -1;
    await expect
        .poll(
            async () => {
                const before = last;
                last = await frames(page);
                return last === before;
            },
            { interval: 1000 },
        )
        .toBe(true);
    return last;
}

describe("in space", () => {
    it("a click plays the cell under the pointer, and turning plays nothing", async () => {
        const page = await open("qubic", "a1.1 d4.4");
        const { x, y } = await seen(page, "b3.2");
        expect(await page.locator('figure:has-text("layer 2") .ghost').count()).toBe(1);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 60, y + 10, { steps: 6 });
        await page.mouse.move(x, y, { steps: 6 });
        await page.mouse.up();
        expect(movesOf(page)).toBe("a1.1 d4.4");
        await plays(page, () => page.mouse.click(x, y), "b3.2", "X");
        await picture(page, "qubic");
    });

    it("beads fall on their pegs", async () => {
        const page = await open("score-four", "b2.1", { reducedMotion: false });
        const { x, y } = await seen(page, "b2.2");
        await plays(page, () => page.mouse.click(x, y), "b2.2", "O");
        await picture(page, "score-four");
    });

    it("a tap plays", async () => {
        const page = await open("qubic", "", { width: 360, height: 740, touch: true });
        const { x, y } = await seen(page, "c2.3");
        await plays(page, () => page.touchscreen.tap(x, y), "c2.3", "X");
    });

    it("layers can be hidden, and those are not played on", async () => {
        const page = await open("qubic");
        await page.getByLabel(/^Show/).fill("2");
        await page.getByLabel("One layer only").check();
        await page.getByText("layer 2 only").waitFor();
        const { x, y } = await seen(page, "d4.2");
        await plays(page, () => page.mouse.click(x, y), "d4.2", "X");
        await page.getByRole("button", { name: "Reset view" }).click();
        await page.getByText("all 4 layers").waitFor();
    });

    it("nothing is drawn while nothing changes", async () => {
        const page = await open("score-four", "b2.1");
        const before = await settled(page);
        await page.getByRole("application").focus();
        await page.keyboard.press("ArrowLeft");
        await expect.poll(() => frames(page)).toBeGreaterThan(before);
        expect(await settled(page)).toBeLessThan(before + 4);
    });

    it("contexts are given back when games change", async () => {
        const page = await open("qubic");
        const warnings: string[] = [];
        page.on("console", (message) => {
            if (/too many active/i.test(message.text())) warnings.push(message.text());
        });
        for (let change = 0; change < 30; change += 1) {
            await page.evaluate(
                (game) => {
                    history.pushState(null, "", `?game=${game}`);
                    dispatchEvent(new PopStateEvent("popstate"));
                },
                change % 2 === 0 ? "3x3:3" : "qubic",
            );
            if (change % 2 === 0) await page.locator("canvas").waitFor({ state: "detached" });
            else await page.locator("canvas[data-frames]").waitFor();
        }
        expect(warnings).toEqual([]);
        expect(await page.locator("canvas").count()).toBe(1);
    });

    it("follows the theme", async () => {
        const page = await open("qubic", "a1.1 d4.4 b2.2", { dark: true });
        const before = await settled(page);
        await page.emulateMedia({ colorScheme: "light" });
        await expect.poll(() => frames(page)).toBeGreaterThan(before);
    });
});

describe("pictures", () => {
    async function saved(page: Page, form: "SVG" | "PNG"): Promise<Buffer> {
        const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("button", { name: `Save ${form}`, exact: true }).click(),
        ]);
        return readFile(await download.path());
    }

    it("stand alone as SVG", async () => {
        const page = await open("connect-four", "d1 d2 c1");
        const svg = (await saved(page, "SVG")).toString();
        expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
        expect(svg).not.toMatch(/var\(|class=|style=|<script/);
        const elements = await page.evaluate((text) => {
            const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
            const count = (selector: string): number => drawing.querySelectorAll(selector).length;
            return { errors: count("parsererror"), texts: count("text"), paths: count("path") };
        }, svg);
        // The coordinates; the sheet and two crosses.
        expect(elements).toEqual({ errors: 0, texts: 13, paths: 3 });
    });

    it("of a board in space have the picture in space as PNG", async () => {
        const page = await open("qubic", "a1.1 d4.4");
        await page.locator("canvas[data-frames]").waitFor();
        expect((await saved(page, "SVG")).toString()).toContain('href="data:image/png;base64,');
        const png = await saved(page, "PNG");
        expect(png.subarray(1, 4).toString()).toBe("PNG");
        expect(png.readUInt32BE(16)).toBeGreaterThan(1000);
    });

    it("show large boards whole", async () => {
        const page = await open("gomoku", "h8", { width: 360, height: 740 });
        const svg = (await saved(page, "SVG")).toString();
        expect(Number(/width="(\d+)"/.exec(svg)?.[1])).toBeGreaterThan(300);
        expect(await page.locator("[data-whole]").count()).toBe(0);
    });
});

it("without WebGL the layers are the board", async () => {
    const plain = await start("--disable-3d-apis");
    try {
        const page = await plain.open("/?game=qubic");
        await page.getByText("WebGL is missing").waitFor();
        await plays(page, () => cell(page, "b2.2").click(), "b2.2", "X");
        await picture(page, "no-webgl");
        expect(plain.errors).toEqual([]);
    } finally {
        await plain.close();
    }
});

it("three.js is read for boards in space only", async () => {
    const page = await session.open("/?game=connect-four");
    await cell(page, "d1").waitFor();
    const bytes = await page.evaluate(() =>
        performance.getEntriesByType("resource").map((entry) => entry.name),
    );
    expect(bytes.some((name) => name.includes("Space"))).toBe(false);
});
