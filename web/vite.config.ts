import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `connect-toe web` runs while the page is developed with `npm run dev`. */
const server = process.env["CONNECT_TOE_SERVER"] ?? "http://127.0.0.1:4747";

export default defineConfig({
    plugins: [svelte()],
    build: {
        // Inside the crate that serves it, so that the crate is whole when it is packed.
        outDir: "../crates/web/dist",
        emptyOutDir: true,
        // The licences of the packages that the page is built from go with it.
        license: { fileName: "licenses.md" },
        target: "es2022",
        // Names without hashes: a rebuilt page changes only the files whose contents change.
        rolldownOptions: {
            output: {
                entryFileNames: "assets/[name].js",
                chunkFileNames: "assets/[name].js",
                assetFileNames: "assets/[name][extname]",
            },
        },
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 1000,
    },
    server: {
        port: 5173,
        proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } },
    },
    test: { include: ["src/**/*.test.ts"] },
});
