/** Whether a notebook is dark: each program that shows notebooks has its own word for it, and all have a background. */

/** How bright a colour is, from 0 to 1, if one can see it: of `rgb(…)` and `rgba(…)`, as browsers compute colours. */
export function brightness(colour: string): number | null {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    if (!colour.startsWith("rgb") || alpha < 0.5) return null;
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** Whether what an element stands on is dark; where nothing has a colour, whether the system is. */
export function isOnDark(element: Element): boolean {
    for (let here: Element | null = element.parentElement; here; here = here.parentElement) {
        const found = brightness(getComputedStyle(here).backgroundColor);
        if (found !== null) return found < 0.5;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Keeps `data-theme` of an element as what it stands on is; returns what ends that. */
export function followTheme(element: HTMLElement): () => void {
    const look = (): void => {
        const theme = isOnDark(element) ? "dark" : "light";
        if (element.dataset["theme"] !== theme) element.dataset["theme"] = theme;
    };
    look();
    // When it is shown; when a theme is named; when the style sheets of a theme have come.
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const names = new MutationObserver(look);
    for (const root of [document.documentElement, document.body]) names.observe(root, { attributes: true });
    const sheets = new MutationObserver(look);
    sheets.observe(document.head, { childList: true });
    document.head.addEventListener("load", look, { capture: true });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", look);
    return () => {
        for (const observer of [sizes, names, sheets]) observer.disconnect();
        document.head.removeEventListener("load", look, { capture: true });
        system.removeEventListener("change", look);
    };
}
