/** A small version of an experiment: the same cells with fewer games. */

/** Seconds that a quick look lasts. */
const QUICK = 20;

/** Changes every `games_per_cell` of a text in the same proportion, to even numbers of at least two. */
export function withShare(text: string, share: number): string {
    return text
        .replace(
            /^(\s*games_per_cell\s*=\s*)(\d+)/gm,
            (_, before: string, games: string) => before + String(fewer(Number(games), share)),
        )
        .replace(/^(title\s*=\s*"(?:[^"\\]|\\.)*)"/m, '$1 A quick look"');
}

/** Both games of a pair start from one position: an odd game would be without its pair. */
const fewer = (games: number, share: number): number => Math.max(2, 2 * Math.round((games * share) / 2));

/** The small version that lasts about `wanted` seconds, and how long it then lasts; `null` if the text is small enough. */
export function quickLook(
    text: string,
    expected: number,
    wanted = QUICK,
): { readonly text: string; readonly seconds: number } | null {
    if (expected <= 2 * wanted) return null;
    const share = wanted / expected;
    const all = [...text.matchAll(/^\s*games_per_cell\s*=\s*(\d+)/gm)].map((match) => Number(match[1]));
    if (all.length === 0) return null;
    const left = Math.max(...all.map((games) => fewer(games, share) / games));
    return left < 0.9 ? { text: withShare(text, share), seconds: expected * left } : null;
}
