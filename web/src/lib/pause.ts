/** Waits for a time, or until `signal` aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, milliseconds));
        signal.addEventListener("abort", () => {
            clearTimeout(timer);
            resolve();
        });
    });
}
