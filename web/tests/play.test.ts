import { afterAll, beforeAll, expect, it } from "vitest";
import { cell, picture, type Session, start } from "./browser";

let session: Session;
beforeAll(async () => {
    session = await start();
});
afterAll(() => session.close());

it("a game is played by clicks, and Back takes a move back", async () => {
    const page = await session.open("/?game=3x3:3&moves=b2");
    await page.getByRole("status").getByText("O to move").waitFor();
    await cell(page, "a1").click();
    await cell(page, "a1").and(page.getByLabel("a1, O")).waitFor();
    expect(new URL(page.url()).searchParams.get("moves")).toBe("b2 a1");
    await page.goBack();
    await cell(page, "a1").and(page.getByLabel("a1, empty")).waitFor();
    await page.goForward();
    await cell(page, "c1").click();
    await cell(page, "b1").press("Enter");
    await cell(page, "a3").click();
    await page.getByRole("status").getByText("X has won").waitFor();
    await picture(page, "tic-tac-toe-won");
    expect(session.errors).toEqual([]);
});
