/** The board in notebooks: what `anywidget` calls for each place where a board is shown. */
import { mount, unmount } from "svelte";
import page from "../style/page.css?inline";
import tokens from "../style/tokens.css?inline";
import type { Model } from "./model";
import { followTheme } from "./theme";
import Widget from "./Widget.svelte";

interface Place {
    readonly model: Model;
    readonly el: HTMLElement;
}

/** Shows the board, apart from the notebook's own style and shortcuts; returns what takes it away. */
function render({ model, el }: Place): () => void {
    const host = document.createElement("div");
    // JupyterLab gives keys to its own commands before anybody else hears of them.
    host.dataset["lmSuppressShortcuts"] = "true";
    const hold = (event: KeyboardEvent): void => event.stopPropagation();
    host.addEventListener("keydown", hold);
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [tokens, page].map((style) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style);
        return sheet;
    });
    el.append(host);
    const forget = followTheme(host);
    const widget = mount(Widget, { target: root, props: { model } });
    return () => {
        forget();
        void unmount(widget);
        host.remove();
    };
}

export default { render };
