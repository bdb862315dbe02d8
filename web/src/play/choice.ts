/** What a computer plays with: a player in a hurry, and the seed from which its choices among equally good moves follow. */
import type { Session } from "../lib/session.svelte";

/** A player that looks one ply ahead with the same heuristic. */
export function quickPlayer(player: string): string {
    return `alpha-beta:depth=1,eval=${/[:,]eval=([\w-]+)/.exec(player)?.[1] ?? "runs"}`;
}

/** A seed for a new game. */
export const freshSeed = (): string => String(Math.floor(Math.random() * 1_000_000));

/** Starts a game with other random choices than the one before. */
export const startAnew = (session: Session, game: string): void =>
    session.start(game, [], { settings: { ...session.place.settings, seed: freshSeed() } });

/** The seed of a game that names none: that of the terminal. */
export const DEFAULT_SEED = 2004;

/** The seed that an address says, if it is one. */
export function seedOf(text: string | undefined): number {
    const seed = Number(text || DEFAULT_SEED);
    return Number.isSafeInteger(seed) && seed >= 0 ? seed : DEFAULT_SEED;
}
