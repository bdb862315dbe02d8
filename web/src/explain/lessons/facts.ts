/** Facts of lessons: what the server is asked, and how its answer reads. */
import type { Evaluations, Moves, Side, Solution } from "../../lib/answers";
import { post } from "../../lib/api";
import { opponentOf } from "../../lib/sides";
import { grouped } from "../../lib/words";
import type { LinesAnswer } from "../lines";
import type { TreeRequest } from "../nodes.svelte";
import { cutCondition, type Node, number, valueText } from "../tree";
import type { Ask, Fact, Spot } from "./lesson";

/** A fact that one request answers. */
const fact =
    <Answer>(
        command: string,
        body: Readonly<Record<string, unknown>>,
        read: (answer: Answer) => string,
    ): Fact =>
    async (ask) =>
        read((await ask(command, body)) as Answer);

/** What a heuristic makes of a position: `+6`. */
export const evaluation = (spot: Spot, heuristic: string, side: Side = "x"): Fact =>
    fact<Evaluations>("eval", { ...spot, heuristic, for: side }, ({ values }) =>
        number(values[heuristic] ?? Number.NaN),
    );

/** What one line adds to a heuristic's value. */
export const lineValue = (spot: Spot, heuristic: string, cells: string, side: Side = "x"): Fact =>
    fact<LinesAnswer>("lines", { ...spot, heuristic, for: side }, ({ lines }) =>
        number(lines.find((line) => sorted(line.cells) === sorted(cells.split(" ")))?.contribution ?? 0),
    );

/** How many lines count for one side. */
export const linesFor = (spot: Spot, heuristic: string, side: Side): Fact =>
    fact<LinesAnswer>("lines", { ...spot, heuristic, for: side }, ({ lines }) =>
        grouped(lines.filter((line) => line.contribution > 0).length),
    );

const sorted = (cells: readonly string[]): string => cells.toSorted().join(" ");

const node = (request: TreeRequest, path: string, read: (node: Node) => string): Fact =>
    fact("tree", { ...request, path: path.split(" ").filter(Boolean) }, read);

/** The value of a node of a searched tree. */
export const nodeValue = (request: TreeRequest, path = ""): Fact =>
    node(request, path, (at) => valueText(at));

/** The moves that a search would choose at a node, with the path before each; `|` between them. */
export const chosenAt = (request: TreeRequest, path = ""): Fact =>
    node(request, path, (at) => at.best.map((move) => `${path} ${move}`.trim()).join("|"));

/** How many moves the search holds for equally good at the root. */
export const countChosen = (request: TreeRequest): Fact => node(request, "", (at) => grouped(at.best.length));

/** The moves at the root that the search values below zero, `|` between them. */
export const losingMoves = (request: TreeRequest): Fact =>
    node(request, "", (at) =>
        at.children
            .filter((child) => (child.value ?? 0) < 0)
            .map((child) => child.move)
            .join("|"),
    );

/** When alpha-beta skips the rest of a node's moves: `≥ +1`. */
export const conditionAt = (request: TreeRequest, path: string): Fact =>
    node(request, path, (at) => cutCondition(at) ?? "never");

/** The smallest depth with which a search sees something in a move's value. */
export const firstDepth =
    (search: (depth: number) => TreeRequest, move: string, sees: (value: number) => boolean): Fact =>
    async (ask) => {
        for (let depth = 1; depth <= MOST_DEPTH; depth += 1) {
            const { children } = (await ask("tree", { ...search(depth), path: [] })) as Node;
            if (sees(children.find((child) => child.move === move)?.value ?? 0)) return grouped(depth);
        }
        return "no";
    };

/** The largest depth that lessons try. */
const MOST_DEPTH = 8;

/** How many positions the search visits. */
export const visits = (request: TreeRequest): Fact => node(request, "", (at) => grouped(at.nodes));

/** The moves that the search never looks at below a node, as paths; `|` between them. */
export const skippedAt = (request: TreeRequest, path: string): Fact =>
    node(request, path, (at) =>
        at.children
            .filter((child) => !child.visited)
            .map((child) => `${path} ${child.move}`.trim())
            .join("|"),
    );

const WORDS = { win: "a win", draw: "a draw", loss: "a loss" } as const;

/** The exact result for the side to move: `a win`. */
export const result = (spot: Spot): Fact =>
    fact<Solution>("solve", { ...spot }, ({ result: found }) => (found ? WORDS[found] : "not known"));

/** In how many plies the game ends with best play. */
export const pliesToEnd = (spot: Spot): Fact =>
    fact<Solution>("solve", { ...spot }, ({ distance }) => grouped(distance ?? Number.NaN));

/** The moves that lead to a result for the side to move, `|` between them; `none` if no move does. */
export const movesTo = (spot: Spot, ...wanted: readonly (keyof typeof WORDS)[]): Fact =>
    fact<Solution>("solve", { ...spot, all_moves: true }, ({ moves = [] }) => {
        const found = moves.filter((move) => wanted.includes(move.result)).map(({ move }) => move);
        return found.join("|") || "none";
    });

/** The cells with which a side completes a line, in a sentence: `a4 and e4`, `none`. */
export const threatened = (spot: Spot & { readonly moves: string }, side: Side): Fact =>
    fact<LinesAnswer>("lines", { ...spot, heuristic: "weighted-lines", for: side }, ({ lines }) => {
        const taken = new Set(spot.moves.split(" "));
        const cells = lines
            .filter((line) => line[side] === line.cells.length - 1 && line[opponentOf(side)] === 0)
            .flatMap((line) => line.cells.filter((cell) => !taken.has(cell)));
        return [...new Set(cells)].toSorted().join(" and ") || "none";
    });

/** How many moves are legal. */
export const countMoves = (spot: Spot): Fact =>
    fact<Moves>("moves", { ...spot }, ({ legal }) => grouped(legal.length));

/** All facts, by name. */
export async function readFacts(
    facts: Readonly<Record<string, Fact>>,
    ask: Ask,
): Promise<ReadonlyMap<string, string>> {
    const read = async ([name, fact]: [string, Fact]) => [name, await fact(ask)] as const;
    return new Map(await Promise.all(Object.entries(facts).map(read)));
}

/** Answers of the server, kept while the page is open: a lesson's facts do not change. */
const known = new Map<string, Promise<unknown>>();

/** Asks the server for what it has not said before. */
export function askOnce(command: string, body: unknown): Promise<unknown> {
    const key = JSON.stringify([command, body]);
    const before = known.get(key);
    if (before) return before;
    const answer = post<unknown>(command, body);
    known.set(key, answer);
    // What failed is asked again.
    answer.catch(() => known.delete(key));
    return answer;
}

/** A text with its facts put in; what is not known yet is an ellipsis. */
export const filled = (text: string, facts: ReadonlyMap<string, string>): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) =>
        (facts.get(name) ?? "…").replace(/\|([^|]*)$/, " or $1").replaceAll("|", ", "),
    );

/** The right answers of a question. */
export const rightAnswers = (right: string, facts: ReadonlyMap<string, string>): readonly string[] =>
    right
        .replace(/\{(\w+)\}/g, (_, name: string) => facts.get(name) ?? "")
        .split("|")
        .filter(Boolean);
