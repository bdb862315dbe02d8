/** Whether a click on a link is the page's to follow; others open a tab or window, or save what is linked. */
const isPlain = (event: MouseEvent): boolean =>
    !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0);

/** Follows a link within the page. */
export function following(action: () => void): (event: MouseEvent) => void {
    return (event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        action();
    };
}
