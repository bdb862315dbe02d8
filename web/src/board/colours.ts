/** The page's colours as a canvas needs them. They change with the theme. */

const NAMES = [
    "paper",
    "ink",
    "soft",
    "x",
    "o",
    "win",
    "draw",
    "loss",
    "focus",
    "markline",
    "rule",
    "rack",
] as const;

export type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

/** The colours in force at an element, as `rgb(…)`. */
export function coloursAt(element: Element): Colours {
    const probe = document.createElement("span");
    element.append(probe);
    const found = NAMES.map((name) => {
        probe.style.color = `var(--${name})`;
        return [name, getComputedStyle(probe).color] as const;
    });
    probe.remove();
    return Object.fromEntries(found) as Colours;
}

/** Calls back when the theme changes, whether the system's or that of the page, or of the host that an element is in. */
export function onTheme(change: () => void, element?: Element): () => void {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const own = new MutationObserver(change);
    system.addEventListener("change", change);
    const root = element?.getRootNode();
    const themed = root instanceof ShadowRoot ? root.host : document.documentElement;
    own.observe(themed, { attributeFilter: ["data-theme"] });
    return () => {
        system.removeEventListener("change", change);
        own.disconnect();
    };
}
