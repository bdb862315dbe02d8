/** What a lesson is made of. Its numbers and right answers are facts, which the server is asked for. */
import type { TreeRequest } from "../nodes.svelte";

/** A position: a game with the moves that lead to it, or with a board that no game leads to. */
export interface Spot {
    readonly game: string;
    readonly moves?: string;
    readonly board?: string;
}

/** Asks the server: a command and its request. */
export type Ask = (command: string, body: unknown) => Promise<unknown>;

/** Something that the server knows, as it is said. */
export type Fact = (ask: Ask) => Promise<string>;

/** A question. Answers are cells, texts of `options`, or paths in the tree, by its kind. */
export interface Question {
    readonly kind: "cell" | "choice" | "node";
    readonly ask: string;
    /** What can be chosen, if it is a choice. */
    readonly options?: readonly string[];
    /** The right answers, separated by `|`; a fact's name in braces stands for what the server says. */
    readonly right: string;
    /** What is said of other answers: why each is not right. */
    readonly replies: Readonly<Record<string, string>>;
    /** What is said of an answer that has no reply of its own. */
    readonly otherwise: string;
}

/** A searched tree that is drawn. Paths are moves with spaces between them. */
export interface TreeScene {
    readonly request: TreeRequest;
    /** The nodes that are open at first; `all` opens the whole tree. */
    readonly open: readonly string[] | "all";
    /** The node that the text speaks of. */
    readonly lit?: string;
    /** Which values are shown: all, those of the leaves, or none; and those of the paths in `shown`. */
    readonly values: "all" | "leaves" | "none";
    readonly shown?: readonly string[];
    /** Values that are shown when the step has been told. */
    readonly hidden?: readonly string[];
    /** Whether minimax and alpha-beta go through the tree side by side, node by node. */
    readonly race?: boolean;
}

/** What is seen beside the question. */
export interface Scene {
    /** The board; none if the tree says it all. */
    readonly spot?: Spot;
    /** Lines to be lit: cells with spaces between them. */
    readonly lines?: readonly string[];
    /** The lines that are lit when the step has been told. */
    readonly told?: readonly string[];
    readonly tree?: TreeScene;
}

export interface Step {
    /** The headline, which does not give the answer away. */
    readonly title: string;
    readonly text: readonly string[];
    readonly scene: Scene;
    readonly question: Question;
    /** Why the right answer is right: told after it. */
    readonly reason: readonly string[];
    /** What texts name in braces. */
    readonly facts: Readonly<Record<string, Fact>>;
}

export interface Lesson {
    /** Its name in addresses. */
    readonly id: string;
    readonly title: string;
    /** One sentence about what is learned. */
    readonly about: string;
    readonly steps: readonly Step[];
}
