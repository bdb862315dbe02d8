/** Levels of difficulty: names for players that people need not know. Which there are, and who plays them, the server says. */
import type { Description, Level } from "../lib/answers";

export const levelOf = (name: string, levels: readonly Level[]): Level | undefined =>
    levels.find((level) => level.name === name);

/** How a level plays, and how strong it is. */
export const aboutLevel = ({ about, elo }: Level): string =>
    elo > 0 ? `${about}; about ${elo} Elo above beginner` : about;

/** The levels to choose from: those that the game has room for, and the one that plays. */
export const offered = (levels: readonly Level[], seat: string): readonly Level[] =>
    levels.filter((level) => level.offered || level.name === seat);

/** The text of the player that a seat stands for: a level's for this game, or what is written there. */
export const playerText = (seat: string, { levels }: Pick<Description, "levels">): string =>
    levelOf(seat, levels)?.player ?? seat;

/** The seat of a player's text: the strongest level that it is for this game, or the text itself. */
export const seatOf = (player: string, { levels }: Pick<Description, "levels">): string =>
    levels.findLast((level) => level.player === player)?.name ?? player;
