/** A game in a file, as `connect-toe play --save` writes and `--load` reads it. */
import type { Description, Moves, ReadGame } from "../lib/answers";
import { parse, type Tree } from "../lib/tree";
import { HUMAN, type Place } from "../lib/url";
import { nameOf } from "../lib/words";
import { seedOf } from "./choice";
import { playerText, seatOf } from "./levels";

const VERSION = 1;
const PERSON = "person";

/** The fields of the file. */
export interface SavedGame {
    readonly version: number;
    readonly name: string;
    readonly game: string;
    readonly moves: string;
    readonly x: string;
    readonly o: string;
    readonly seed: number;
    readonly result: string;
}

/** The file's text for the position shown. Variations are not part of the form. */
export function savedText(place: Place, game: Description, moves: Moves): string {
    const player = (seat: string): string => (seat === HUMAN ? PERSON : playerText(seat, game));
    const saved: SavedGame = {
        version: VERSION,
        name: place.game,
        game: game.game,
        moves: place.path.join(" "),
        x: player(place.players.x),
        o: player(place.players.o),
        seed: seedOf(place.settings["seed"]),
        result:
            moves.outcome === null
                ? "not over"
                : moves.outcome === "draw"
                  ? "a draw"
                  : `${nameOf(moves.outcome)} wins`,
    };
    return `${JSON.stringify(saved, null, 2)}\n`;
}

/** Reads a file's text. The moves are checked by the server, like those of any address. */
export function readSaved(text: string): SavedGame | string {
    let value: unknown;
    try {
        value = JSON.parse(text);
    } catch {
        return "This is not a saved game: it is not JSON.";
    }
    const saved = (value ?? {}) as Partial<Record<keyof SavedGame | "board", unknown>>;
    const texts = ["name", "game", "moves", "x", "o"] as const;
    const missing = texts.filter((field) => typeof saved[field] !== "string");
    if (missing.length > 0) return `This is not a saved game: it lacks ${missing.join(", ")}.`;
    if (saved.version !== VERSION) {
        return `This file has version ${String(saved.version)}; the page reads version ${VERSION}.`;
    }
    if (saved.board !== undefined) {
        return "This game starts from a board with stones, which the page cannot show: open it with `connect-toe play --load`.";
    }
    return value as SavedGame;
}

/** The variations of a game that was read, as a change of the place. */
export function treeOf(read: ReadGame): { readonly tree?: Tree } {
    const tree = read.variations === undefined ? null : parse(read.variations);
    return tree === null ? {} : { tree };
}

/** Who plays a saved game's side. */
export const seatOfSaved = (player: string, game: Pick<Description, "levels">): string =>
    player === PERSON ? HUMAN : seatOf(player, game);
