/** Which of several equally good moves a computer plays: the same one whenever the game is played again. */

/** Spreads a text over 32 bits (FNV-1a, then the finisher of MurmurHash3). */
function spread(text: string): number {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) {
        hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
}

/** Chooses among the best moves as the player's `ties` setting says; by the seed and the position if it says nothing. */
export function choose(
    best: readonly string[],
    player: string,
    seed: string,
    position: string,
): string | null {
    const ties = /[:,]ties=(\w+)/.exec(player)?.[1];
    if (ties === "first") return best[0] ?? null;
    if (ties === "last") return best.at(-1) ?? null;
    return best[spread(`${seed}|${position}`) % best.length] ?? null;
}

/** A seed for a new game. */
export const freshSeed = (): string => String(Math.floor(Math.random() * 1_000_000));

/** The seed of a game that names none: that of the terminal. */
export const DEFAULT_SEED = "2004";
