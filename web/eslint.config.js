import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default typescript.config(
    ...typescript.configs.strict,
    ...svelte.configs.recommended,
    { languageOptions: { globals: globals.browser } },
    // State is kept in immutable values (`$state.raw`); a plain Map is never changed after it was made.
    { rules: { "svelte/prefer-svelte-reactivity": "off" } },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: {
            parserOptions: { parser: typescript.parser, extraFileExtensions: [".svelte"], svelteConfig },
        },
    },
);
