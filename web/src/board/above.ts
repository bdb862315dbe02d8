/**
 * Says in `--above` how far below the window's upper edge a board begins while the page is not scrolled, so that the
 * board can be as high as the rest of the window.
 */
export function above(board: HTMLElement): () => void {
    const section = board.closest("section") ?? board;
    const main = section.parentElement ?? section;
    const look = (): void => {
        const inside = board.getBoundingClientRect().top - section.getBoundingClientRect().top;
        const before = main.getBoundingClientRect().top + scrollY;
        board.style.setProperty("--above", `${Math.round(inside + before)}px`);
    };
    look();
    const sizes = new ResizeObserver(look);
    for (const box of [document.body, section, ...section.children]) sizes.observe(box);
    return () => sizes.disconnect();
}
