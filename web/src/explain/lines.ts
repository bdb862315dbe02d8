/** What a heuristic counts, line by line. */
import type { Side } from "../lib/answers";
import { opponentOf } from "../lib/sides";

/** A winning line, or something else that counts, and what it adds to the value. */
export interface CountedLine {
    /** None if it lies nowhere in particular. */
    readonly cells: readonly string[];
    /** Stones of each side on it. */
    readonly x: number;
    readonly o: number;
    /** Fractions are exact: their denominators are small powers of two. */
    readonly contribution: number;
    /** What it is, in a few words. */
    readonly about: string;
}

/** `lines`: what the server answers. */
export interface LinesAnswer {
    readonly heuristic: string;
    /** How the heuristic values a position. */
    readonly about: string;
    readonly for: Side;
    /** `eval`'s value: the sum of all contributions. */
    readonly value: number;
    readonly lines: readonly CountedLine[];
}

/** Lines that add the same. */
export interface Group {
    readonly about: string;
    readonly contribution: number;
    readonly x: number;
    readonly o: number;
    readonly lines: readonly CountedLine[];
    readonly sum: number;
}

/** What lines of one group have in common. */
export const groupKey = ({ contribution, x, o, about }: Omit<CountedLine, "cells">): string =>
    `${contribution}|${x}|${o}|${about}`;

/** The lines by what they add, the largest first; lines of one group have the same stones. */
export function groupsOf(lines: readonly CountedLine[]): Group[] {
    const groups = new Map<string, CountedLine[]>();
    for (const line of lines) {
        const key = groupKey(line);
        const group = groups.get(key);
        if (group) group.push(line);
        else groups.set(key, [line]);
    }
    return [...groups.values()]
        .flatMap((members) => {
            const [first] = members;
            if (!first) return [];
            const { about, contribution, x, o } = first;
            return [{ about, contribution, x, o, lines: members, sum: sumOf(members) }];
        })
        .sort(
            (a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || b.contribution - a.contribution,
        );
}

export const sumOf = (lines: readonly CountedLine[]): number =>
    lines.reduce((sum, line) => sum + line.contribution, 0);

/** The lines through a cell. */
export const through = (lines: readonly CountedLine[], cell: string): readonly CountedLine[] =>
    lines.filter((line) => line.cells.includes(cell));

/** The side that a line's value speaks for; `null` if for neither. */
export function sideOf(line: Pick<CountedLine, "contribution">, player: Side): Side | null {
    if (line.contribution === 0) return null;
    return line.contribution > 0 ? player : opponentOf(player);
}

/** How much the lines through each cell add, from −1 (for O) to 1 (for X). */
export function heatOf(lines: readonly CountedLine[], player: Side): ReadonlyMap<string, number> {
    const sums = new Map<string, number>();
    const sign = player === "x" ? 1 : -1;
    for (const { cells, contribution } of lines)
        for (const cell of cells) sums.set(cell, (sums.get(cell) ?? 0) + sign * contribution);
    const most = Math.max(...[...sums.values()].map(Math.abs), 1e-9);
    return new Map([...sums].map(([cell, sum]) => [cell, sum / most]));
}
