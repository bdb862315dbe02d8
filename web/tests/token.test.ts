/** A server that others can reach: the page keeps its token, and says when it has none. */
import { expect, it } from "vitest";
import { cell, picture, serve, serving } from "./browser";

const session = serving();

it("the page keeps the token of its address", async () => {
    const server = await serve("--token", "a-token-of-this-test");
    try {
        const place = new URL(server.url);
        expect(place.search).toBe("?token=a-token-of-this-test");
        const page = await session.open(`${server.url}&game=3x3:3&moves=b2`);
        await cell(page, "b2").getByText("X").or(cell(page, "b2")).first().waitFor();
        expect(new URL(page.url()).search).not.toContain("token");
        expect(new URL(page.url()).searchParams.get("game")).toBe("3x3:3");
        // No script reads it, and another tab of this browser needs no other address.
        expect(await page.evaluate(() => document.cookie)).toBe("");
        const other = await page.context().newPage();
        await other.goto(`${place.origin}/?view=lab`);
        await other.getByRole("heading", { name: "Results" }).waitFor();
        await other.getByText(/^An experiment may have/).waitFor();
        // What a frame shows has the token, too.
        const begun = await other.evaluate(async () => {
            const text = `title = "Small"\ngames_per_cell = 40\n[[study]]\nname = "a"\ngame = "3x3:3"\nplayer = "two-ply"\nopponent = "random"\n`;
            const response = await fetch("/api/experiments", { method: "POST", body: text });
            return ((await response.json()) as { id: string }).id;
        });
        await other.goto(`${place.origin}/?view=lab&experiment=${begun}&report=open`);
        await other.frameLocator("iframe").getByRole("heading", { name: "Small" }).first().waitFor();
    } finally {
        server.stop();
    }
});

it("without the token the page says which address has it", async () => {
    const server = await serve("--token", "a-token-of-this-test");
    try {
        const { origin } = new URL(server.url);
        for (const [name, width, address] of [
            ["wide", 1280, origin],
            ["phone", 360, `${origin}/?token=of-somebody-else`],
        ] as const) {
            const page = await session.open(address, { width, height: 740 });
            await page
                .getByRole("alert")
                .getByText("this server answers only those who have its token")
                .waitFor();
            await page.getByText("open the whole address that `connect-toe web` prints").waitFor();
            expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
                width,
            );
            await picture(page, `token-${name}`);
        }
    } finally {
        server.stop();
    }
});
