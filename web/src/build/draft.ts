/** A game as the controls of the builder hold it, and its game text. */
import type { Facts } from "../lib/answers";
import type { ApiError } from "../lib/api";
import { SINGLE } from "../lib/sides";
import { cellsIn, fitted, linesText } from "./lists";

export const MAX_DIMENSIONS = 8;
/** Rule variations that are on or off. */
export const FLAGS = [
    ["exact", "Exact length", "A longer row does not count."],
    ["misere", "Misère", "A player who completes a line loses."],
    ["maker", "Maker and breaker", "Only X’s lines count. O wins if X gets none."],
    ["renju", "Renju", "X may not make two threes, two fours or a row longer than five."],
] as const;

/** What winning lines may be. */
export const RULES = {
    run: "so many stones in a row",
    shape: "a shape, anywhere and turned",
    plane: "the lines of a plane",
    projective: "the lines of a projective plane",
    lines: "lines of your own",
} as const;
export type Rule = keyof typeof RULES;

/** Numbers and lists are texts, as their fields have them: the server says what is wrong with them. */
export interface Draft {
    readonly sizes: readonly string[];
    readonly rule: Rule;
    readonly run: string;
    /** Cells of a shape. */
    readonly shape: string;
    /** Lines, one a row. */
    readonly lines: string;
    /** Whether stones are put on any empty cell; else they come in through the open faces. */
    readonly isFree: boolean;
    /** The ids of the open faces, kept while placement is free. */
    readonly faces: readonly string[];
    readonly flags: readonly string[];
    /** The dimensions whose edges are joined, counted from 1. */
    readonly torus: readonly string[];
    readonly blocked: string;
    /** The stones of X's first turn, and of every later one. */
    readonly turn: { readonly first: string; readonly later: string };
}

/** What the controls show where nothing could be read yet: Tic-Tac-Toe. */
export const FIRST_DRAFT: Draft = {
    sizes: ["3", "3"],
    rule: "run",
    run: "3",
    shape: "a1 b1 b2",
    lines: "",
    isFree: true,
    faces: ["-2"],
    flags: [],
    torus: [],
    blocked: "",
    turn: { first: "1", later: "1" },
};

/** Both faces of each dimension, `+` before `-`: the canonical order. */
export const faceIds = (dimensions: number): string[] =>
    Array.from({ length: dimensions }, (_, index) => [`+${index + 1}`, `-${index + 1}`]).flat();

/** All dimensions, counted from 1. */
export const allOf = (dimensions: number): string[] =>
    Array.from({ length: dimensions }, (_, index) => String(index + 1));

function ruleText({ rule, run, shape, lines }: Draft): string {
    if (rule === "run") return run;
    if (rule === "shape") return `shape=${cellsIn(shape).join("+")}`;
    return rule === "lines" ? `lines=${linesText(lines)}` : rule;
}

function flagTexts({ sizes, flags, torus, blocked, turn }: Draft): string[] {
    const wrapped = allOf(sizes.length).filter((dimension) => torus.includes(dimension));
    const isSingle = turn.first === "1" && turn.later === "1";
    return [
        ...FLAGS.map(([name]) => name).filter((name) => flags.includes(name)),
        ...(cellsIn(blocked).length === 0 ? [] : [`blocked=${cellsIn(blocked).join("+")}`]),
        ...(wrapped.length === 0
            ? []
            : [wrapped.length < sizes.length ? `torus=${wrapped.join("+")}` : "torus"]),
        ...(isSingle ? [] : [`turn=${turn.first}+${turn.later}`]),
    ].sort();
}

/** The game text of a draft; canonical if the draft is a game and its lists are in order. */
export function textOf(draft: Draft): string {
    const open = faceIds(draft.sizes.length).filter((id) => draft.faces.includes(id));
    const faces = draft.isFree ? "free" : open.join(",");
    const flags = flagTexts(draft);
    const parts = [draft.sizes.join("x"), ruleText(draft), faces, ...flags];
    return (draft.isFree && flags.length === 0 ? parts.slice(0, 2) : parts).join(":");
}

/** The winning lines of a game as the controls have them; `null` if these are too many to be listed. */
function linesOf({ k, lines_kind, shape = [], line_cells }: Facts): Partial<Draft> | null {
    if (lines_kind === undefined) return { rule: "run", run: String(k) };
    if (lines_kind === "shape") return { rule: "shape", shape: shape.join(" ") };
    if (lines_kind !== "lines") return { rule: lines_kind };
    return line_cells ? { rule: "lines", lines: line_cells.map((line) => line.join(" ")).join("\n") } : null;
}

/**
 * The controls for a game that the server knows; what they hold of other kinds of lines is kept. `null` if the game has
 * more lines than there is room for.
 */
export function draftOf(game: Facts, before: Draft = FIRST_DRAFT): Draft | null {
    const lines = linesOf(game);
    if (!lines) return null;
    const isFree = game.faces === "free";
    const { first, later } = game.turn ?? SINGLE;
    return {
        ...before,
        ...lines,
        sizes: game.sizes.map(String),
        isFree,
        faces: isFree ? [`-${game.sizes.length}`] : game.faces.split(","),
        flags: game.flags.filter((flag) => FLAGS.some(([name]) => name === flag)),
        torus: (game.wraps ?? []).map(String),
        blocked: (game.blocked ?? []).join(" "),
        turn: { first: String(first), later: String(later) },
    };
}

/** The orders of planes: powers of primes. */
const ORDERS = [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32] as const;
const MOST_CELLS = 4096;
const cellsOfOrder = (order: number, { rule, sizes }: Pick<Draft, "rule" | "sizes">): number =>
    rule === "projective" ? order ** 2 + order + 1 : order ** sizes.length;

/** The orders that a plane of this draft's dimensions can have. */
export const ordersOf = (draft: Pick<Draft, "rule" | "sizes">): readonly number[] =>
    ORDERS.filter((order) => cellsOfOrder(order, draft) <= MOST_CELLS);

/** The order of the plane of which the sizes are; `null` if they are no plane's. */
export function orderOf(draft: Pick<Draft, "rule" | "sizes">): number | null {
    const size = (order: number): number =>
        draft.rule === "projective" ? cellsOfOrder(order, draft) : order;
    const isRight = draft.rule !== "projective" || draft.sizes.length === 1;
    const found = ORDERS.find((order) => draft.sizes.every((one) => one === String(size(order))));
    return isRight && found !== undefined ? found : null;
}

/** The change that gives a plane this order. */
export function withOrder(draft: Draft, order: number): Partial<Draft> {
    if (draft.rule !== "projective") return { sizes: draft.sizes.map(() => String(order)) };
    return { ...resized(draft, 1), isFree: true, torus: [], sizes: [String(cellsOfOrder(order, draft))] };
}

/** The change to another kind of lines. A plane gets sizes that it can have, as near to those before as possible. */
export function withRule(draft: Draft, rule: Rule): Partial<Draft> {
    const made = { ...draft, rule };
    if ((rule !== "plane" && rule !== "projective") || orderOf(made) !== null) return { rule };
    const size = rule === "plane" ? Number(draft.sizes[0]) : 2;
    const order = ordersOf(made).findLast((order) => order <= size) ?? 2;
    return { rule, ...withOrder(made, order) };
}

/** The draft with one more dimension or one less; what belongs to a dimension that is gone goes with it. */
export function resized(draft: Draft, dimensions: number): Draft {
    // All sides of a plane are as long.
    const added = draft.rule === "plane" ? (draft.sizes[0] ?? "") : draft.run;
    const sizes = Array.from({ length: dimensions }, (_, index) => draft.sizes[index] ?? added);
    const ids = faceIds(dimensions);
    const wasTorus = draft.torus.length === draft.sizes.length;
    return {
        ...draft,
        sizes,
        faces: draft.faces.filter((id) => ids.includes(id)),
        torus: wasTorus ? allOf(dimensions) : draft.torus.filter((one) => Number(one) <= dimensions),
        shape: fitted(draft.shape, dimensions),
        blocked: fitted(draft.blocked, dimensions),
    };
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
