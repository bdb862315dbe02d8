import { type ApiError, failureOf, post } from "../lib/api";
import { Kept } from "../lib/kept";
import type { Node } from "./tree";

/** How many nodes are kept. */
const KEPT = 500;

/** A search of a position. */
export interface TreeRequest {
    readonly game: string;
    readonly moves: string;
    readonly search: string;
    readonly depth: number;
    /** A heuristic, or `perfect` for the values of the perfect player. */
    readonly eval: string;
    /** Whether nearer wins count more. */
    readonly hurry: boolean;
}

/** Nodes of searched trees, asked for one by one when they are looked at. */
export class Nodes {
    #kept = new Kept<Node>(KEPT);
    #version = $state(0);
    error = $state.raw<ApiError | null>(null);

    /** A node that is there. */
    get(request: TreeRequest, path: readonly string[]): Node | null {
        void this.#version;
        return this.#kept.get(keyOf(request, path)) ?? null;
    }

    /** Asks for a node that is not there. */
    async load(request: TreeRequest, path: readonly string[], signal: AbortSignal): Promise<void> {
        const key = keyOf(request, path);
        if (this.#kept.get(key)) return;
        try {
            const node = await post<Node>("tree", { ...request, path }, signal);
            this.#kept.set(key, node);
            this.#version += 1;
        } catch (error) {
            this.error = failureOf(error, signal) ?? this.error;
        }
    }
}

function keyOf(request: TreeRequest, path: readonly string[]): string {
    return JSON.stringify([request, path]);
}
