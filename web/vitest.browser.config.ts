import { defineConfig } from "vitest/config";

/** Tests of the page in Chromium, against the real server. */
export default defineConfig({
    test: {
        include: ["tests/**/*.test.ts"],
        // No test asks how fast something is: these only end what will never come. They leave room for a machine that does
        // other things at the same time, and are longer than the wait for one thing (`PATIENCE` in `tests/browser.ts`).
        testTimeout: 240_000,
        hookTimeout: 120_000,
        expect: { poll: { timeout: 60_000 } },
        fileParallelism: false,
        // A browser on a busy machine may be late once; the list of results names what was tried twice.
        retry: 1,
    },
});
