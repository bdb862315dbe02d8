import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { cell, picture, serving } from "./browser";

// The browser itself logs a request that is refused.
const session = serving();

const status = (page: Page, text: string) => page.getByRole("status").getByText(text);
const stone = (page: Page, text: string, side: "X" | "O" | "empty") =>
    cell(page, text).and(page.getByLabel(`${text}, ${side}`));
const movesOf = (page: Page) => new URL(page.url()).searchParams.get("moves");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it("a game is played by clicks, and Back takes a move back", async () => {
    const page = await session.open("/?game=3x3:3&moves=b2");
    await status(page, "O to move").waitFor();
    await cell(page, "a1").click();
    await stone(page, "a1", "O").waitFor();
    expect(movesOf(page)).toBe("b2 a1");
    await page.goBack();
    await stone(page, "a1", "empty").waitFor();
    await page.goForward();
    await status(page, "X to move").waitFor();
    await cell(page, "c1").click();
    await status(page, "O to move").waitFor();
    await cell(page, "b1").press("Enter");
    await status(page, "X to move").waitFor();
    await cell(page, "a3").click();
    await status(page, "X has won").waitFor();
    expect(await page.title()).toBe("Tic-Tac-Toe · X has won · Connect-Toe");
    await picture(page, "tic-tac-toe-won");
});

it("the page opens with Connect Four against a named opponent, who answers", async () => {
    const page = await session.open("/");
    await status(page, "X to move: click a column").waitFor();
    expect(await page.title()).toBe("Connect Four · X to move · Connect-Toe");
    expect(await page.getByRole("combobox", { name: "O is played by" }).inputValue()).toBe("casual");
    await page.getByRole("button", { name: "Qubic" }).waitFor();
    await picture(page, "play-first");
    await cell(page, "d1").click();
    await status(page, "X to move").waitFor();
    await page.waitForFunction(
        () => new URL(location.href).searchParams.get("moves")?.split(" ").length === 2,
    );
    expect(new URL(page.url()).searchParams.get("o")).toBe("casual");

    // Taking back takes back both moves; Back does the same.
    await button(page, "Undo").click();
    await stone(page, "d1", "empty").waitFor();
    expect(movesOf(page)).toBeNull();
    await button(page, "Redo").click();
    await stone(page, "d1", "X").waitFor();
    expect(movesOf(page)?.split(" ").length).toBe(2);
    await page.goBack();
    await stone(page, "d1", "empty").waitFor();
    await status(page, "X to move").waitFor();
});

it("the person can play O, and the computer begins", async () => {
    const page = await session.open("/");
    await status(page, "X to move").waitFor();
    await button(page, "Swap sides").click();
    await status(page, "O to move").waitFor();
    expect(movesOf(page)?.split(" ").length).toBe(1);
    await button(page, "New game").click();
    await status(page, "O to move").waitFor();
    expect(movesOf(page)?.split(" ").length).toBe(1);
});

it("any player is taken by its text, and the server says what is wrong with it", async () => {
    const page = await session.open("/?game=3x3:3");
    await page.getByRole("combobox", { name: "O is played by" }).selectOption("other");
    const field = page.getByLabel("Player of O");
    await field.fill("alpha-betta:depth=2");
    await field.press("Enter");
    await page.getByText("no player has the name `alpha-betta`").waitFor();
    expect(new URL(page.url()).searchParams.has("o")).toBe(false);
    await field.fill("minimax:depth=2,eval=open-lines,ties=first");
    await field.press("Enter");
    await page.waitForURL(/o=minimax/);
    await cell(page, "b2").click();
    await stone(page, "a1", "O").waitFor();
    expect(movesOf(page)).toBe("b2 a1");
});

it("a player of the address that does not exist is refused, until another one is chosen", async () => {
    const page = await session.open("/?game=3x3:3&moves=b2&o=nobody");
    await page.getByText("no player has the name `nobody`").waitFor();
    await page.getByRole("combobox", { name: "O is played by" }).selectOption("beginner");
    await page.getByText("no player has the name").waitFor({ state: "hidden" });
    await status(page, "X to move").waitFor();
    expect(movesOf(page)?.split(" ").length).toBe(2);
});

it("two computers play when they are started, and pause", async () => {
    const page = await session.open("/?game=3x3:3&x=random&o=random&pace=fast&seed=5");
    await status(page, "X to move").waitFor();
    await page.waitForTimeout(300);
    expect(movesOf(page)).toBeNull();
    await button(page, "Play one move").click();
    await status(page, "O to move").waitFor();
    await page.waitForTimeout(300);
    expect(movesOf(page)?.split(" ").length).toBe(1);
    await button(page, "Start").click();
    await page
        .getByRole("status")
        .getByText(/has won|draw/)
        .waitFor();
    const first = movesOf(page);

    // The same seed plays the same game.
    await page.goto(`${session.url}?game=3x3:3&x=random&o=random&pace=fast&seed=5`);
    await button(page, "Start").click();
    await page
        .getByRole("status")
        .getByText(/has won|draw/)
        .waitFor();
    expect(movesOf(page)).toBe(first);
});

it("a long thought can be stopped, and a move be had at once", async () => {
    const page = await session.open("/?game=7x7:4:-2");
    await status(page, "X to move").waitFor();
    await page.getByRole("combobox", { name: "O is played by" }).selectOption("perfect");
    await cell(page, "a1").click();
    await page.getByText("O is thinking").waitFor();
    await button(page, "Stop").click();
    await page.getByText("O is thinking").waitFor({ state: "hidden" });
    await button(page, "Let O move").click();
    await button(page, "Move now").click();
    await status(page, "X to move").waitFor();
    expect(movesOf(page)?.split(" ").length).toBe(2);
});

it("the best move so far is played at once, and a thought ends with its position", async () => {
    const page = await session.open("/?game=3x3:3&o=club");
    // A search that goes on for ever, and says whether it was given up.
    await page.addInitScript(() => {
        const real = window.fetch;
        window.fetch = (path, init) => {
            if (path !== "/api/choose") return real(path, init);
            const events = new ReadableStream({
                start(stream) {
                    const progress = 'event: progress\ndata: {"nodes":9,"depth":2,"best":["c3"]}\n\n';
                    stream.enqueue(new TextEncoder().encode(progress));
                    init?.signal?.addEventListener("abort", () => {
                        document.body.dataset["ended"] = String(
                            Number(document.body.dataset["ended"] ?? 0) + 1,
                        );
                        stream.error(init.signal?.reason);
                    });
                },
            });
            const headers = { "content-type": "text/event-stream" };
            return Promise.resolve(new Response(events, { headers }));
        };
    });
    await page.reload();
    await cell(page, "b2").click();
    await button(page, "Move now").click();
    await stone(page, "c3", "O").waitFor();
    await status(page, "X to move").waitFor();
    const ended = (times: number) =>
        page.locator(`body[data-ended="${times}"]`).waitFor({ state: "attached" });
    await ended(1);
    await cell(page, "a1").click();
    await page.getByText("O is thinking").waitFor();
    await button(page, "Undo").click();
    await stone(page, "a1", "empty").waitFor();
    await ended(2);
    await cell(page, "a2").click();
    await page.getByText("O is thinking").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Games" }).click();
    await ended(3);
});

it("variations survive a reload, become the main line, and are deleted", async () => {
    const page = await session.open("/?game=3x3:3&moves=b2+a1+c1");
    await status(page, "O to move").waitFor();
    const list = page.getByRole("group", { name: "Moves" });
    await list.getByRole("button", { name: "b2" }).click();
    // O is to move in both positions, but a1 is empty in this one alone.
    await stone(page, "a1", "empty").waitFor();
    await cell(page, "a3").click();
    await status(page, "X to move").waitFor();
    await page.reload();
    await stone(page, "a3", "O").waitFor();
    const listed = async () => (await list.getByRole("button").allTextContents()).map((text) => text.trim());
    expect(await listed()).toEqual(["b2", "a1", "a3", "c1"]);
    expect(await list.locator("[aria-current]").textContent()).toContain("a3");
    await button(page, "Make this the main line").click();
    expect(await listed()).toEqual(["b2", "a3", "a1", "c1"]);
    await page.getByRole("button", { name: "Delete a3" }).click();
    await stone(page, "a3", "empty").waitFor();
    expect(await listed()).toEqual(["b2", "a1", "c1"]);
    await page.goBack();
    await stone(page, "a3", "O").waitFor();
});

it("the arrow keys step through the game beside the board", async () => {
    const page = await session.open("/?game=connect-four&moves=4453");
    await status(page, "X to move").waitFor();
    expect(movesOf(page)).toBe("d1 d2 e1 c1");
    const step = async (key: string, plies: string) => {
        await page.keyboard.press(key);
        await page.getByText(`${plies} of 4`).waitFor();
    };
    await step("ArrowLeft", "3");
    await step("Home", "0");
    await step("ArrowRight", "1");
    await step("End", "4");
    await page.getByRole("combobox", { name: "O is played by" }).focus();
    await page.keyboard.press("Home");
    await page.getByText("4 of 4").waitFor();
});

it("moves that cannot be played are named, and the game goes on before them", async () => {
    const page = await session.open("/?game=3x3:3&moves=b2+a1+b2+c1");
    await page.getByText("move 3 (`b2`): the cell is taken by x").waitFor();
    await status(page, "X to move").waitFor();
    expect(movesOf(page)).toBe("b2 a1");
    await cell(page, "c1").click();
    await stone(page, "c1", "X").waitFor();
    await page.getByText("move 3 (`b2`)").waitFor({ state: "hidden" });
});

it("a game that does not exist is refused in words, with a way on", async () => {
    const page = await session.open("/?game=3x3:q");
    await page.getByText("the run length `q` is not a whole number").waitFor();
    await button(page, "Play Connect Four").click();
    await status(page, "X to move").waitFor();
    expect(new URL(page.url()).searchParams.get("game")).toBe("connect-four");
});

it("a game and its moves can be entered as text", async () => {
    const page = await session.open("/");
    await status(page, "X to move").waitFor();
    await button(page, "Enter moves…").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Game").fill("7x6:4:-9");
    await dialog.getByLabel("Moves").fill("4453");
    await button(page, "Show").click();
    await dialog.getByText("face -9 does not exist").waitFor();
    await dialog.getByLabel("Game").fill("7x6:4:-2");
    await dialog.getByLabel("Moves").fill("4444444");
    await button(page, "Show").click();
    await dialog.getByText("move 7").waitFor();
    await dialog.getByLabel("Moves").fill("4453");
    await button(page, "Show").click();
    await stone(page, "c1", "O").waitFor();
    expect(movesOf(page)?.startsWith("d1 d2 e1 c1")).toBe(true);
    expect(await dialog.count()).toBe(0);
});

it("a saved game is opened again", async () => {
    const page = await session.open("/?game=connect-four&moves=d1+d2&seed=7");
    await status(page, "X to move").waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Save game").click()]);
    await button(page, "New game").click();
    await stone(page, "d1", "empty").waitFor();
    await page.locator("input[type=file]").setInputFiles(await file.path());
    await stone(page, "d2", "O").waitFor();
    expect(new URL(page.url()).searchParams.get("seed")).toBe("7");
});

const records = join(import.meta.dirname, "../../crates/records/testdata");

for (const width of [360, 1280]) {
    it(`games of other programs are opened and saved at ${width} pixels`, async () => {
        const page = await session.open("/?game=connect-four&moves=4453", { width, height: 800 });
        await stone(page, "c1", "O").waitFor();
        const file = page.locator("input[type=file]");
        await file.setInputFiles(join(records, "variations-15.sgf"));
        await stone(page, "g7", "X").waitFor();
        expect(movesOf(page)).toBe("h8 i9 i7 g9 g7");
        await page.getByText("h6", { exact: true }).first().waitFor();
        await picture(page, `open-sgf-${width}`);
        const [sgf] = await Promise.all([page.waitForEvent("download"), button(page, "Save SGF").click()]);
        expect(await readFile(await sgf.path(), "utf8")).toContain(
            ";B[hh];W[ig](;B[ii];W[gg](;B[gi])(;B[ij];W[hj]))(;B[gg]))",
        );

        await file.setInputFiles(join(records, "tournament-20.psq"));
        await stone(page, "t1", "O").waitFor();
        await page.getByText("The file has 2 games; this is the first.").waitFor();
        await picture(page, `open-psq-${width}`);
        const [psq] = await Promise.all([page.waitForEvent("download"), button(page, "Save PSQ").click()]);
        expect(await readFile(await psq.path(), "utf8")).toContain("x20, 11:11, 0\n10,10,0\n11,9,0\n");

        await button(page, "Enter moves…").click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Game").fill("15x15:5");
        await dialog.getByLabel("Moves").fill("0,0 1,0");
        await button(page, "Show").click();
        await dialog.getByText("write gomocup: or offset: before it").waitFor();
        await picture(page, `enter-ambiguous-${width}`);
        await dialog.getByLabel("Moves").fill("gomocup:7,7 8,7");
        await button(page, "Show").click();
        await stone(page, "i8", "O").waitFor();
        expect(movesOf(page)).toBe("h8 i8");
    });
}

it("everything can be done with the keyboard alone", async () => {
    const page = await session.open("/?game=3x3:3");
    await status(page, "X to move").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
    for (let tabs = 0; tabs < 10; tabs += 1) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")) break;
    }
    await page.keyboard.press("Enter");
    await status(page, "O to move").waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
});

it("screen readers hear the move and whose turn it is", async () => {
    const page = await session.open("/?game=3x3:3&o=minimax:depth=1,eval=open-lines,ties=first");
    await status(page, "X to move").waitFor();
    await cell(page, "b2").click();
    await page.waitForFunction(() =>
        /^O plays a1\. \s*X to move/.test(document.querySelector("[role=status]")?.textContent ?? ""),
    );
});

it("when the server is gone the board stays, and can be tried again", async () => {
    const page = await session.open("/?game=3x3:3&moves=b2");
    await status(page, "O to move").waitFor();
    await page.route("**/api/**", (route) => route.abort());
    await cell(page, "a1").click();
    await page.getByText("the server does not answer").waitFor();
    await stone(page, "b2", "X").waitFor();
    await page.unroute("**/api/**");
    await button(page, "Try again").click();
    await status(page, "X to move").waitFor();
    await page.getByText("the server does not answer").waitFor({ state: "hidden" });
});

it("views are links that Back undoes, and say so in the title", async () => {
    const page = await session.open("/?game=3x3:3&moves=b2");
    await status(page, "O to move").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Games" }).click();
    await page.getByRole("heading", { name: "Choose a game" }).waitFor();
    expect(await page.title()).toBe("Games · Connect-Toe");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
    await page.goBack();
    await status(page, "O to move").waitFor();
    expect(await page.title()).toBe("Tic-Tac-Toe · O to move · Connect-Toe");
});

it("no view scrolls sideways on a phone", async () => {
    const page = await session.open("/", { width: 360, height: 740 });
    for (const query of [
        "/",
        "/?game=connect-four&moves=d1+d2+e1+c1&tree=d1+d2+(c1+c2)+e1+c1&x=club&o=alpha-beta:depth=4,eval=runs,ties=first",
        "/?view=analyse",
        "/?view=explain",
        "/?view=lab",
        "/?view=build",
        "/?view=atlas",
        "/?view=build&build=2x2x2x2x2x2x2x2:2:all",
        "/?game=3x3:q",
    ]) {
        await page.goto(new URL(query, session.url).href);
        await page.waitForTimeout(500);
        const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        expect(width, query).toBeLessThanOrEqual(inner ?? 0);
        await picture(page, `phone-${query.replace(/\W+/g, "-")}`);
    }
});
