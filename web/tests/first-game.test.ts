/** What makes a first game a pleasure: keys, early clicks, second taps, and boards that are seen whole. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { cell, picture, serving } from "./browser";

// The browser itself logs a request that is refused.
const session = serving();

const status = (page: Page, text: string | RegExp) => page.getByRole("status").getByText(text);
const movesOf = (page: Page) => new URL(page.url()).searchParams.get("moves");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const settled = (page: Page, moves: string) => expect.poll(() => movesOf(page)).toBe(moves);

describe("keys", () => {
    it("drop stones into columns, beside the board and on it", async () => {
        const page = await session.open("/?game=connect-four");
        await status(page, "X to move").waitFor();
        await page.keyboard.press("4");
        await status(page, "O to move").waitFor();
        await page.keyboard.press("d");
        await status(page, "X to move").waitFor();
        await cell(page, "a6").click();
        await status(page, "O to move").waitFor();
        await page.keyboard.press("G");
        await settled(page, "d1 d2 a1 g1");
    });

    it("do nothing in fields, with modifiers, without such a column and on other boards", async () => {
        const page = await session.open("/?game=connect-four");
        await status(page, "X to move").waitFor();
        for (const key of ["8", "9", "h", "Control+4", "Alt+4"]) await page.keyboard.press(key);
        await page.getByRole("combobox", { name: "X is played by" }).focus();
        await page.keyboard.press("4");
        expect(movesOf(page)).toBeNull();
        const free = await session.open("/?game=3x3:3");
        await status(free, "X to move").waitFor();
        await free.keyboard.press("2");
        expect(movesOf(free)).toBeNull();
    });

    it("say when a column is full, and the help tells of them", async () => {
        const page = await session.open("/?game=connect-four&moves=d1+d2+d3+d4+d5+d6");
        await status(page, "X to move").waitFor();
        await page.keyboard.press("4");
        await status(page, "X to move: column d is full").waitFor();
        await page.keyboard.press("?");
        await page.getByRole("dialog").getByText("drop one into that column").waitFor();
    });
});

describe("a slow server", () => {
    /** Lets no request be answered until `answer` is called; those after it are answered at once. */
    const held = async (page: Page): Promise<{ readonly asked: string[]; answer(): void }> => {
        const asked: string[] = [];
        let answer = (): void => undefined;
        const answered = new Promise<void>((resolve) => (answer = resolve));
        await page.route("**/api/**", async (route) => {
            asked.push(new URL(route.request().url()).pathname);
            await answered;
            await route.continue();
        });
        return { asked, answer };
    };

    it("is asked once for all that the first board needs", async () => {
        const page = await session.open("/?game=3x3:3");
        await status(page, "X to move").waitFor();
        const { asked, answer } = await held(page);
        await page.reload();
        await status(page, "Asking the server").waitFor();
        // Nothing waits for the answer to something else.
        const all = ["/api/describe", "/api/games", "/api/levels", "/api/moves"];
        await expect.poll(() => asked.toSorted()).toEqual(all);
        answer();
        await status(page, "X to move").waitFor();
        await cell(page, "b2").click();
        await settled(page, "b2");
        await status(page, "O to move").waitFor();
        expect(asked.toSorted()).toEqual([...all, "/api/moves"]);
    });

    it("does not lose a click: it is played when the position is known, or said why not", async () => {
        const page = await session.open("/?game=3x3:3");
        await status(page, "X to move").waitFor();
        const { answer } = await held(page);
        await cell(page, "b2").click();
        await cell(page, "a1").click();
        await status(page, "a1 is taken down").waitFor();
        answer();
        await settled(page, "b2 a1");
        await cell(page, "b2").click();
        await status(page, "X to move: b2 is taken").waitFor();
        expect(movesOf(page)).toBe("b2 a1");
    });
});

describe("small cells", () => {
    const phone = { width: 360, height: 740, touch: true };

    it("are selected by a tap and played by a second one, or by a button", async () => {
        const page = await session.open("/?game=15x15:5", phone);
        await status(page, "X to move").waitFor();
        await cell(page, "h8").tap();
        await status(page, "X to move: h8 is selected").waitFor();
        expect(movesOf(page)).toBeNull();
        await picture(page, "selected");
        await cell(page, "i9").tap();
        await status(page, "i9 is selected").waitFor();
        await cell(page, "i9").tap();
        await settled(page, "i9");
        await status(page, "O to move").waitFor();
        await cell(page, "h8").tap();
        await button(page, "Cancel").click();
        await status(page, "is selected").waitFor({ state: "hidden" });
        await cell(page, "h8").tap();
        await button(page, "Play h8").click();
        await settled(page, "i9 h8");
    });

    it("are played at once where the person wants it; the choice is kept", async () => {
        const page = await session.open("/?game=15x15:5", phone);
        await page.getByLabel("Confirm moves").selectOption("never");
        await page.reload();
        await status(page, "X to move").waitFor();
        await cell(page, "h8").tap();
        await settled(page, "h8");
        await page.getByLabel("Confirm moves").selectOption("always");
        await status(page, "O to move").waitFor();
        await cell(page, "a1").click();
        await status(page, "a1 is selected").waitFor();
        expect(movesOf(page)).toBe("h8");
    });

    it("do not ask on large boards", async () => {
        const page = await session.open("/?game=3x3:3", phone);
        await status(page, "X to move").waitFor();
        await cell(page, "b2").tap();
        await settled(page, "b2");
    });
});

describe("a board is seen whole", () => {
    const games = ["3x3:3", "connect-four", "15x15:5", "19x19:5", "3x3x3x3:3", "4x4x4x4:4", "4x4x4:4"];
    const windows = [
        [360, 740],
        [740, 360],
        [768, 1024],
        [1280, 800],
        [1920, 1080],
    ] as const;
    /** Where the cells are, and how wide the page is. */
    const extent = (page: Page) =>
        page.evaluate(() => {
            const cells = [...document.querySelectorAll("[role=gridcell]")].map((cell) =>
                cell.getBoundingClientRect(),
            );
            return {
                left: Math.min(...cells.map((box) => box.left)),
                right: Math.max(...cells.map((box) => box.right)),
                bottom: Math.max(...cells.map((box) => box.bottom)),
                wide: document.documentElement.scrollWidth,
            };
        });
    /** The sides of the window beyond which something lies. */
    const beyond = (seen: Awaited<ReturnType<typeof extent>>, width: number, height: number): string[] =>
        [
            seen.left < 0 ? `left: ${seen.left}` : "",
            seen.right > width ? `right: ${seen.right}` : "",
            seen.bottom > height ? `bottom: ${seen.bottom}` : "",
            seen.wide > width ? `the page: ${seen.wide}` : "",
        ].filter((side) => side !== "");
    for (const [width, height] of windows) {
        it(`in a window of ${width} × ${height}`, async () => {
            for (const game of games) {
                const page = await session.open(`/?game=${game}`, { width, height });
                await status(page, "X to move").waitFor();
                if (game === "4x4x4:4") await page.locator("canvas[data-frames]").waitFor();
                await page.waitForTimeout(300);
                // On a phone the layers go on below the picture in space, which shows the whole board.
                const isBelow = game === "4x4x4:4" && width < 600;
                // What comes late moves the board.
                await expect
                    .poll(async () => beyond(await extent(page), width, isBelow ? Infinity : height), {
                        message: game,
                    })
                    .toEqual([]);
                await page.context().close();
            }
        });
    }
});

it("Gomoku has stones on crossings, with numbers where they are wanted", async () => {
    const page = await session.open("/?game=gomoku&moves=h8+i9");
    await status(page, "X to move").waitFor();
    expect(await page.locator(".cells .goban .star").count()).toBe(5);
    expect(await page.locator(".cells text.number").count()).toBe(0);
    await page.getByLabel("Number the stones").check();
    expect(await page.locator(".cells text.number").allTextContents()).toEqual(["1", "2"]);
    await page.reload();
    await page.locator(".cells text.number").first().waitFor();
    await picture(page, "gomoku-numbers");
});

it("a mistyped game offers the one that was meant", async () => {
    const page = await session.open("/?game=conect-four");
    await button(page, "Take Connect Four").click();
    await status(page, "X to move").waitFor();
    expect(new URL(page.url()).searchParams.get("game")).toBe("connect-four");
});

it("what an address says and nobody understands is named, and the page works", async () => {
    for (const [query, said] of [
        ["view=nope", "there is no view “nope”"],
        ["view=explain&lesson=foo&step=99", "There is no lesson “foo”: this is the first one."],
        ["view=explain&lesson=minimax&step=99", "This lesson has 10 steps and none called “99”"],
        ["game=3x3:3&o=nobody", "nobody"],
    ] as const) {
        const page = await session.open(`/?${query}`);
        await page.getByText(said).first().waitFor();
        await page.context().close();
    }
});

it("a game that nobody can win says so", async () => {
    const page = await session.open("/?game=9x9:100");
    await page
        .getByText("No row of 100 fits on this board, so nobody can win: every game is a draw.")
        .waitFor();
});
