import { defineConfig } from "vitest/config";

/** Tests of the page in Chromium, against the real server. */
export default defineConfig({
    test: {
        include: ["tests/**/*.test.ts"],
        testTimeout: 60_000,
        hookTimeout: 60_000,
        expect: { poll: { timeout: 20_000 } },
        fileParallelism: false,
        // A browser on a busy machine may be late once; the list of results names what was tried twice.
        retry: 1,
    },
});
