/** A game as the controls of the builder hold it, and its game text. */
import type { Facts } from "../lib/answers";
import type { ApiError } from "../lib/api";
import { flagValue, lineText } from "../lib/rules";
import { turnsOf } from "../lib/sides";
import { cellsIn, fitted, linesRows, linesText } from "./lists";

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

/** Sizes, placement and rule variations as the controls have them. */
export function rulesOf(
    sizes: readonly string[],
    faces: string,
    flags: readonly string[],
): Pick<Draft, "sizes" | "isFree" | "faces" | "flags" | "torus" | "blocked" | "turn"> {
    const isFree = faces === "free" || faces === "";
    const torus = flagValue(flags, "torus");
    const { first, later } = turnsOf(`:${flags.join(":")}`);
    return {
        sizes,
        isFree,
        faces: isFree ? [`-${sizes.length}`] : faces === "all" ? faceIds(sizes.length) : faces.split(","),
        flags: flags.filter((flag) => FLAGS.some(([name]) => name === flag)),
        torus: torus === null ? [] : torus === "" ? allOf(sizes.length) : torus.split("+"),
        blocked: cellsIn(flagValue(flags, "blocked") ?? "").join(" "),
        turn: { first: String(first), later: String(later) },
    };
}

/** The controls for a game that the server knows; what they hold of other kinds of lines is kept. */
export function draftOf(game: Facts, before: Draft = FIRST_DRAFT): Draft {
    const draft = { ...before, ...rulesOf(game.sizes.map(String), game.faces, game.flags) };
    const [rule = "", list = ""] = lineText(game.game).split("=");
    if (rule === "shape") return { ...draft, rule, shape: cellsIn(list).join(" ") };
    if (rule === "lines") return { ...draft, rule, lines: linesRows(list) };
    if (rule === "plane" || rule === "projective") return { ...draft, rule };
    return { ...draft, rule: "run", run: rule };
}

/** The draft with one more dimension or one less; what belongs to a dimension that is gone goes with it. */
export function resized(draft: Draft, dimensions: number): Draft {
    const sizes = Array.from({ length: dimensions }, (_, index) => draft.sizes[index] ?? draft.run);
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
