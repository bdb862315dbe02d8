import { describe, expect, it } from "vitest";
import { toyNode } from "../toy";
import type { Look } from "../tree";
import { knownAfter, visitsOf, wholeTree } from "./race";

/** Five cells are empty: deep enough for alpha-beta to cut. */
const START = "b2 a1 c3 b1".split(" ");
const DEPTH = 4;

const looker =
    (search: "minimax" | "alpha-beta"): Look =>
    (path) => {
        try {
            const node = toyNode(START, path, DEPTH, search);
            return node.children.length === 0 ? null : node;
        } catch {
            return null;
        }
    };

describe("minimax and alpha-beta on one tree", () => {
    const [minimax, alphaBeta] = [looker("minimax"), looker("alpha-beta")];
    const visits = visitsOf(alphaBeta, minimax);

    it("visit as many positions as each of them says", () => {
        expect(visits).toHaveLength(toyNode(START, [], DEPTH, "minimax").nodes);
        expect(visits.filter(({ skipped }) => !skipped)).toHaveLength(
            toyNode(START, [], DEPTH, "alpha-beta").nodes,
        );
    });

    it("have a tree in which nothing is left out", () => {
        const tree = wholeTree(alphaBeta, minimax);
        for (const { path } of visits)
            expect(tree(path.slice(0, -1))?.children.find(({ move }) => move === path.at(-1))?.visited).toBe(
                true,
            );
    });

    it("know a value when all below it have been visited", () => {
        const known = knownAfter(visits);
        expect(known.get("")).toBe(visits.length);
        const last = visits.findLastIndex(({ path }) => path[0] === visits[0]?.path[0]);
        expect(known.get(visits[0]?.path[0] ?? "")).toBe(last + 1);
    });
});
