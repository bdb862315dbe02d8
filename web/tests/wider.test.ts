/** Boards beyond rows of stones: blocked cells, turns of several stones, forbidden cells, points and their lines. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { cell, picture, type Session, serving } from "./browser";

const session = serving("no error is expected");

const FANO = "7:lines=a+b+d/b+c+e/c+d+f/d+e+g/a+e+f/b+f+g/a+c+g";

async function open(game: string, moves = "", options: Parameters<Session["open"]>[1] = {}): Promise<Page> {
    const page = await session.open(`/?${new URLSearchParams({ game, moves }).toString()}`, options);
    await says(page, /to move|has won/);
    return page;
}
const says = (page: Page, text: RegExp | string): Promise<void> =>
    page.getByRole("status").getByText(text).waitFor();
const movesOf = (page: Page): string => new URL(page.url()).searchParams.get("moves") ?? "";

it("a blocked cell is seen, named and not played", async () => {
    const page = await open("5x5:4:free:blocked=c3");
    const blocked = page.getByRole("gridcell", { name: "c3, blocked" });
    expect(await blocked.getAttribute("aria-disabled")).toBe("true");
    expect(await page.locator(".wall").count()).toBe(1);
    await blocked.click({ force: true });
    await says(page, "c3 is blocked");
    expect(movesOf(page)).toBe("");
    // Keys lead over it.
    await cell(page, "b3").click();
    await says(page, "O to move");
    await cell(page, "b3").press("ArrowRight");
    await blocked.press("ArrowRight");
    await cell(page, "d3").press("Enter");
    await expect.poll(() => movesOf(page)).toBe("b3 d3");
});

it("a falling stone stops before a blocked cell", async () => {
    const page = await open("7x6:4:-2:blocked=a1+d4");
    await cell(page, "d6").click();
    await page.getByRole("gridcell", { name: /^d5, X/ }).waitFor();
    await cell(page, "a5").click();
    await page.getByRole("gridcell", { name: /^a2, O/ }).waitFor();
    // What lies behind it cannot be reached.
    await cell(page, "d2").hover();
    await page.locator(".cells .ghost").waitFor();
    await cell(page, "d2").click();
    await page.getByRole("gridcell", { name: /^d6, X/ }).waitFor();
});

it("a turn has several stones of one side", async () => {
    const page = await open("19x19:6:free:turn=1+2");
    await says(page, "X to move, 1 stone left in this turn");
    await cell(page, "j10").click();
    await says(page, "O to move, 2 stones left in this turn");
    await cell(page, "k10").click();
    await says(page, "O to move, 1 stone left in this turn");
    await cell(page, "k11").click();
    await says(page, "X to move, 2 stones left in this turn");
    for (const [at, side] of [
        ["j10", "X"],
        ["k10", "O"],
        ["k11", "O"],
    ] as const) {
        await page.getByRole("gridcell", { name: new RegExp(`^${at}, ${side}`) }).waitFor();
    }
});

it("a cell that is forbidden to X is marked, and is none for O", async () => {
    const before = "e3 a1 e4 a2 c5 a4 d5";
    const page = await open("9x9:5:free:renju", `${before} a5`);
    const forbidden = page.getByRole("gridcell", { name: "e5, forbidden to x" });
    await forbidden.waitFor();
    expect(await page.locator(".barred").count()).toBe(1);
    await forbidden.click({ force: true });
    await says(page, "e5 is forbidden to X");
    expect(movesOf(page)).toBe(`${before} a5`);
    await picture(page, "renju");
    const others = await open("9x9:5:free:renju", before);
    await others.getByRole("gridcell", { name: "e5, empty" }).waitFor();
    expect(await others.locator(".barred").count()).toBe(0);
});

it("only the maker’s lines count", async () => {
    const page = await open("2x2:2:free:maker", "a1");
    await says(page, "O (Breaker) to move");
    await page.getByText("Maker (X) wins with 2 in a row, Breaker (O) by preventing it").waitFor();
    const lost = await open("1x2:2:free:maker", "a1 a2");
    await says(lost, "O (Breaker) has won: no move is left, and X has no line.");
    const avoided = await open("1x2:2:free:maker:misere", "a1 a2");
    await says(avoided, "X (Avoider) has won: no move is left, and X has no line.");
});

it("a game without draws does not speak of them", async () => {
    const page = await session.open("/?view=analyse&game=3x3:3:free:maker&moves=b2");
    await page.getByText("loses in 12").waitFor();
    expect(await page.getByText("= a draw").count()).toBe(0);
    const drawn = await session.open("/?view=analyse&game=3x3:3&moves=b2");
    await drawn.getByText("loses in 12").waitFor();
    expect(await drawn.getByText("= a draw").count()).toBe(1);
});

it("points stand on a circle, and the lines through one are lit", async () => {
    const page = await open(FANO, "a c");
    expect(await page.locator(".point").count()).toBe(7);
    const lit = page.locator(".stroke.lit");
    expect(await lit.count()).toBe(0);
    await cell(page, "b").hover();
    await expect.poll(() => lit.count()).toBe(3);
    await page.mouse.move(1, 1);
    await expect.poll(() => lit.count()).toBe(0);
    // The keyboard does the same, all the way round.
    await cell(page, "b").focus();
    await cell(page, "b").press("ArrowLeft");
    await cell(page, "a").press("ArrowLeft");
    await page
        .getByRole("gridcell", {
            name: /^g, empty, in the lines d e g; b f g; a c g$|^g, empty, in the lines/,
        })
        .waitFor();
    expect(await lit.count()).toBe(3);
    await page.getByLabel("Light the lines through a cell").uncheck();
    await cell(page, "b").hover();
    await page.locator(".cells .ghost").waitFor();
    expect(await lit.count()).toBe(0);
    await picture(page, "fano");
});

it("the line that won is drawn, whatever it is", async () => {
    const page = await open(FANO, "a c b f d");
    await says(page, "X has won with a b d.");
    expect(await page.locator(".stroke.win").count()).toBe(1);
    expect((await page.locator(".stroke.win .line").getAttribute("d"))?.match(/M/g)).toHaveLength(3);
});

it("the lines of a plane are lit on a grid and told in words", async () => {
    const page = await open("4x4:plane");
    await page.getByText("4 × 4 cells; a line of the affine plane of order 4 wins").waitFor();
    await cell(page, "c3").hover();
    await expect.poll(() => page.locator(".stroke.lit").count()).toBe(5);
});
