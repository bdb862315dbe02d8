import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The board for notebooks: one module in the Python package, with its styles and the board in space. */
export default defineConfig({
    // A notebook reads no other file.
    plugins: [svelte({ compilerOptions: { css: "injected" } })],
    publicDir: false,
    build: {
        outDir: "../python/connect_toe/static",
        emptyOutDir: true,
        license: { fileName: "licenses.md" },
        target: "es2022",
        modulePreload: false,
        rolldownOptions: {
            input: "src/notebook/main.ts",
            preserveEntrySignatures: "strict",
            output: { entryFileNames: "board.js", codeSplitting: false },
        },
        chunkSizeWarningLimit: 1000,
    },
});
