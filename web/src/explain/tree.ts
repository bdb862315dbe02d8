/** The searched tree: its nodes as the page uses them, and their bounds in words. */
import type { Outcome, Side, Worth } from "../lib/answers";
import { grouped } from "../lib/words";

/** What a value is: exact, or a bound that a search which cuts did not need to make better. */
export type Bound = "exact" | "at-least" | "at-most";

/** The window of alpha-beta, α and β; `null` stands for no limit. */
export type Window = readonly [number | null, number | null];
/** What the ends of a window say. */
export type WindowWorth = readonly [Worth | null, Worth | null];

/** A move of a node. Every value and window is for the side to move at the root. */
export interface Child extends Worth {
    readonly move: string;
    /** `null` if the search never looks at it. */
    readonly value: number | null;
    readonly bound: Bound | null;
    readonly visited: boolean;
    /** Whether the search needs none of the moves after it. */
    readonly cut: boolean;
    /** When the search comes to it, among all nodes. */
    readonly order: number | null;
    readonly window: Window | null;
    readonly window_worth?: WindowWorth | null;
    /** Nodes below it. */
    readonly nodes: number;
    /** Whether the search looks further than this move. */
    readonly inner: boolean;
    readonly outcome: Outcome | null;
}

/** `tree`: a node of the searched tree, as the server gives it. */
export interface Node extends Worth {
    readonly path: readonly string[];
    readonly to_move: Side;
    readonly maximizing: boolean;
    readonly value: number | null;
    readonly bound: Bound | null;
    /** Nodes below this one; at the root, those of the whole search. */
    readonly nodes: number;
    readonly window: Window | null;
    readonly window_worth?: WindowWorth | null;
    /** The moves with the node's value. */
    readonly best: readonly string[];
    readonly outcome: Outcome | null;
    readonly children: readonly Child[];
}

/** The children in the order in which they were visited; then those that were not. */
const inOrder = (node: Node): readonly Child[] =>
    node.children.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));

export const visitedOf = (node: Node): readonly Child[] => inOrder(node).filter((child) => child.visited);

/** A node is known by its path. */
export type Look = (path: readonly string[]) => Node | null;

/** Numbers from here on are too long to compare: what they say of a win or a loss stands in their place. */
const LONG = 1e9;

/** A value of the tree: `+3`, `won`, `−∞`. */
export function number(value: number, worth: Worth | null = null): string {
    if (value === Infinity) return "+∞";
    if (value === -Infinity) return "−∞";
    const sign = value > 0 ? "+" : value < 0 ? "−" : "";
    const size = Math.abs(value);
    if (size < LONG) return sign + grouped(size);
    const result = worth?.exact?.result ?? worth?.claim?.result;
    const doubt = worth?.exact ? "" : "?";
    if (result === "win") return `won${doubt}`;
    if (result === "loss") return `lost${doubt}`;
    return `${sign}${size.toExponential(1).replace("e+", "e")}`;
}

/** A value in a sentence, after "worth": `+3`, `a win`. */
export function worth(value: number, says: Worth | null = null): string {
    const text = number(value, says);
    const words = { won: "a win", lost: "a loss", "won?": "a win, it seems", "lost?": "a loss, it seems" };
    return words[text as keyof typeof words] ?? text;
}

/** A child's value with its bound: `≤ −2`. */
export function valueText(child: Pick<Child, "value" | "bound"> & Worth, text = number): string {
    if (child.value === null) return "–";
    const sign = { exact: "", "at-least": "≥ ", "at-most": "≤ " }[child.bound ?? "exact"];
    return sign + text(child.value, child);
}

/** A window: `(3, +∞)`. */
export const windowText = ([alpha, beta]: Window, worth: WindowWorth | null = null): string =>
    `(${number(alpha ?? -Infinity, worth?.[0])}, ${number(beta ?? Infinity, worth?.[1])})`;

/** Whether a move is among those that the search would choose. */
export const isChosen = (node: Node, child: Child): boolean => node.best.includes(child.move);

/** Whether the search looks at the moves of the node at the end of a path; `null` while that is not known. */
export function isInner(path: readonly string[], look: Look): boolean | null {
    if (path.length === 0) return true;
    const parent = look(path.slice(0, -1));
    return parent && (parent.children.find(({ move }) => move === path.at(-1))?.inner ?? false);
}

/** When alpha-beta skips the moves that are left at a node: `≥ +3` at a MAX node, `≤ −2` at a MIN node; `null` if no
 * value found before sets a limit. */
export function cutCondition({
    maximizing,
    window,
    window_worth,
}: Pick<Node, "maximizing" | "window" | "window_worth">): string | null {
    const end = maximizing ? 1 : 0;
    const limit = window?.[end] ?? null;
    if (limit === null) return null;
    return `${maximizing ? "≥" : "≤"} ${number(limit, window_worth?.[end])}`;
}
