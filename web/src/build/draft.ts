/** A game as the controls of the builder hold it, and its game text. */
import type { Facts } from "../lib/answers";
import type { ApiError } from "../lib/api";

export const MAX_DIMENSIONS = 8;
export const FLAGS = [
    ["exact", "Exact length", "A longer row does not count."],
    ["misere", "Misère", "A player who completes a row loses."],
    ["torus", "Torus", "Opposite edges are joined: rows continue across them."],
] as const;

/** Numbers are texts, as their fields have them: the server says what is wrong with them. */
export interface Draft {
    readonly sizes: readonly string[];
    readonly run: string;
    /** Whether stones are put on any empty cell; else they come in through the open faces. */
    readonly isFree: boolean;
    /** The ids of the open faces, kept while placement is free. */
    readonly faces: readonly string[];
    readonly flags: readonly string[];
}

/** What the controls show where nothing could be read yet: Tic-Tac-Toe. */
export const FIRST_DRAFT: Draft = { sizes: ["3", "3"], run: "3", isFree: true, faces: ["-2"], flags: [] };

/** Both faces of each dimension, `+` before `-`: the canonical order. */
export const faceIds = (dimensions: number): string[] =>
    Array.from({ length: dimensions }, (_, index) => [`+${index + 1}`, `-${index + 1}`]).flat();

/** The game text of a draft; canonical if the draft is a game. */
export function textOf(draft: Draft): string {
    const open = faceIds(draft.sizes.length).filter((id) => draft.faces.includes(id));
    const faces = draft.isFree ? "free" : open.join(",");
    const flags = FLAGS.map(([name]) => name).filter((name) => draft.flags.includes(name));
    const parts = [draft.sizes.join("x"), draft.run, faces, ...flags];
    return (draft.isFree && flags.length === 0 ? parts.slice(0, 2) : parts).join(":");
}

/** The controls for a game that the server knows. */
export function draftOf(game: Facts): Draft {
    const isFree = game.faces === "free";
    return {
        sizes: game.sizes.map(String),
        run: String(game.k),
        isFree,
        faces: isFree ? [`-${game.sizes.length}`] : game.faces.split(","),
        flags: game.flags,
    };
}

/** The draft with one more dimension or one less; faces of a dimension that is gone are closed. */
export function resized(draft: Draft, dimensions: number): Draft {
    const sizes = Array.from({ length: dimensions }, (_, index) => draft.sizes[index] ?? draft.run);
    const ids = faceIds(dimensions);
    return { ...draft, sizes, faces: draft.faces.filter((id) => ids.includes(id)) };
}

export function toggled(list: readonly string[], item: string): readonly string[] {
    return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}

export const FIELDS = ["sizes", "run", "faces", "flags", "text"] as const;
export type Field = (typeof FIELDS)[number];

/** Sorts what is wrong by the field of the controls that it concerns; what concerns none is about the text. */
export function placed(error: ApiError): Readonly<Partial<Record<Field, string>>> {
    const reasons = error.reasons.length > 0 ? error.reasons : [{ field: null, error: error.message }];
    const found: Partial<Record<Field, string>> = {};
    for (const reason of reasons) {
        const field = FIELDS.find((name) => name === reason.field) ?? "text";
        found[field] = found[field] === undefined ? reason.error : `${found[field]}; ${reason.error}`;
    }
    return found;
}

/** What a face is called: the side through which stones come in. */
export function sideOf(id: string, sizes: readonly string[]): string {
    const dimension = Math.abs(Number(id));
    const isLow = id.startsWith("+");
    if (dimension === 1) return isLow ? "from the left (a)" : "from the right";
    if (dimension === 2 && sizes.length === 2) return isLow ? "from below" : "from above";
    const end = isLow ? "1" : (sizes[dimension - 1] ?? "");
    if (dimension === 2) return `from row ${end}`;
    return dimension === 3 ? `from layer ${end}` : `from end ${end} of dimension ${dimension}`;
}
