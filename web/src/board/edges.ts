/** Where a scrolled box goes on sideways. */

/** Which edges of its content a box hides, as the words of a class: `hides-left`, `hides-right`. */
export function hidden(left: number, width: number, content: number): readonly string[] {
    // Widths are rounded: a pixel is not a reason to scroll.
    return [...(left > 1 ? ["hides-left"] : []), ...(left + width < content - 1 ? ["hides-right"] : [])];
}

/** Keeps the classes of a box as `hidden` says, while it scrolls and while it or its content changes size. */
export function edges(box: HTMLElement): { destroy(): void } {
    const look = () => {
        const classes = hidden(box.scrollLeft, box.clientWidth, box.scrollWidth);
        for (const name of ["hides-left", "hides-right"]) box.classList.toggle(name, classes.includes(name));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    for (const child of box.children) sizes.observe(child);
    box.addEventListener("scroll", look, { passive: true });
    return {
        destroy() {
            sizes.disconnect();
            box.removeEventListener("scroll", look);
        },
    };
}
