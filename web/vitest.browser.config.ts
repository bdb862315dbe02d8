import { defineConfig } from "vitest/config";

/** Tests of the page in Chromium, against the real server. */
export default defineConfig({
    test: {
        include: ["tests/**/*.test.ts"],
        testTimeout: 60_000,
        hookTimeout: 60_000,
        expect: { poll: { timeout: 20_000 } },
        fileParallelism: false,
    },
});
