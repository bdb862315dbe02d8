/**
 * A game with its variations: a tree of moves that never changes; what changes it makes a new one.
 *
 * A position is named by the moves that lead to it, because two moves from one position are never the same.
 */

export interface Branch {
    readonly move: string;
    /** What was played next, the main line first. */
    readonly next: readonly Branch[];
}

export type Tree = readonly Branch[];
export type Path = readonly string[];

/** The moves of a text, which stand between spaces. */
export const pathIn = (text: string): Path => text.split(/\s+/).filter((move) => move !== "");

/** The tree with this line in it. What is there stays; a new move becomes the last variation. */
export function withLine(tree: Tree, line: Path): Tree {
    const [move, ...rest] = line;
    if (move === undefined) return tree;
    const known = tree.find((branch) => branch.move === move);
    if (!known) return [...tree, { move, next: withLine([], rest) }];
    const next = withLine(known.next, rest);
    return next === known.next ? tree : tree.map((branch) => (branch === known ? { move, next } : branch));
}

/** The moves that were played from a position, the main line first. */
export function after(tree: Tree, path: Path): Tree {
    return path.reduce<Tree>((found, move) => found.find((branch) => branch.move === move)?.next ?? [], tree);
}

/** The line through a position to its end: `path`, then the first move at each step. */
export function lineThrough(tree: Tree, path: Path): Path {
    const line = [...path];
    for (let [first] = after(tree, path); first; [first] = first.next) line.push(first.move);
    return line;
}

/** The tree without a position and what follows it. */
export function without(tree: Tree, path: Path): Tree {
    const [move, ...rest] = path;
    if (move === undefined) return [];
    if (rest.length === 0) return tree.filter((branch) => branch.move !== move);
    return tree.map((branch) => (branch.move === move ? { move, next: without(branch.next, rest) } : branch));
}

/** The tree in which every move of `path` is the main line. */
export function promoted(tree: Tree, path: Path): Tree {
    const [move, ...rest] = path;
    const branch = tree.find((candidate) => candidate.move === move);
    if (!branch) return tree;
    return [
        { move: branch.move, next: promoted(branch.next, rest) },
        ...tree.filter((other) => other !== branch),
    ];
}

/** The tree as text: moves with spaces; each variation in brackets after the move that it replaces. */
export function print(tree: Tree): string {
    const [main, ...variations] = tree;
    if (!main) return "";
    const others = variations.map((branch) => `(${print([branch])})`);
    const rest = print(main.next);
    return [main.move, ...others, ...(rest === "" ? [] : [rest])].join(" ");
}

/** Reads what {@link print} wrote; `null` for other text. */
export function parse(text: string): Tree | null {
    const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
    let at = 0;
    /** The moves from here on that belong to one line, with their variations; the first one's stand beside it. */
    const line = (): Tree | null => {
        const move = tokens[at];
        if (move === undefined || move === ")" || move === "(") return [];
        at += 1;
        const variations: Branch[] = [];
        while (tokens[at] === "(") {
            at += 1;
            const [variation, ...more] = line() ?? [];
            if (!variation || more.length > 0 || tokens[at] !== ")") return null;
            at += 1;
            variations.push(variation);
        }
        const next = line();
        return next && [{ move, next }, ...variations];
    };
    const tree = line();
    return at === tokens.length ? tree : null;
}
