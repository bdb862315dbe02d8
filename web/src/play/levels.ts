/**
 * Levels of difficulty: names for players that people need not know. They are those of `connect-toe play`
 * (`crates/cli/src/commands/play/level.rs`); a test compares the two.
 */
import type { Description } from "../lib/answers";

export interface Level {
    readonly name: string;
    /** Plies to look ahead, if the board lets it do so in about a second. */
    readonly depth: number;
    readonly eval: string;
    readonly about: string;
}

/** Every level, the weakest first. The figures are games of Connect Four against the level before it. */
export const LEVELS: readonly Level[] = [
    {
        name: "beginner",
        depth: 1,
        eval: "open-lines",
        about: "takes a win and overlooks every threat; wins 96 of 100 games of Connect Four against random moves",
    },
    {
        name: "casual",
        depth: 2,
        eval: "weighted-lines",
        about: "also stops a threat, but plans nothing; wins 100 of 100 against beginner",
    },
    {
        name: "club",
        depth: 4,
        eval: "runs",
        about: "looks two moves of each side ahead; wins 96 of 100 against casual",
    },
    {
        name: "strong",
        depth: Number.POSITIVE_INFINITY,
        eval: "runs",
        about: "looks as far as it comes in about a second; wins 66 and loses 15 of 100 against club: strong, not perfect",
    },
];

export const levelOf = (name: string): Level | undefined => LEVELS.find((level) => level.name === name);

/**
 * As many plies as a search comes in about a second a move: for boards with at most so many first moves and cells.
 * The first row that fits holds.
 */
export const AFFORDABLE: readonly (readonly [moves: number, cells: number, depth: number])[] = [
    [9, 64, 10],
    [24, 64, 7],
    [64, 128, 4],
    [Infinity, 256, 3],
    [64, 512, 3],
    [Infinity, 400, 2],
    [64, Infinity, 2],
    [Infinity, Infinity, 1],
];

export function affordableDepth({ first_moves, cells }: Pick<Description, "first_moves" | "cells">): number {
    const row = AFFORDABLE.find(([moves, size]) => first_moves.length <= moves && cells <= size);
    return row?.[2] ?? 1;
}

/** The text of the player that a seat stands for: a level's for this game, or what is written there. */
export function playerText(seat: string, game: Description): string {
    const level = levelOf(seat);
    if (!level) return seat;
    return `alpha-beta:depth=${Math.min(level.depth, affordableDepth(game))},eval=${level.eval},hurry=true`;
}

/** The seat of a player's text: the strongest level that it is for this game, or the text itself. */
export function seatOf(player: string, game: Description): string {
    return LEVELS.findLast((level) => playerText(level.name, game) === player)?.name ?? player;
}
