import { untrack } from "svelte";
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

    /** Asks for the open nodes of a tree that are not there, parents before their children. */
    async loadOpen(
        request: TreeRequest,
        isOpen: (path: readonly string[]) => boolean,
        signal: AbortSignal,
    ): Promise<void> {
        const open: (readonly string[])[] = [[]];
        for (const path of open) {
            await this.load(request, path, signal);
            if (signal.aborted || this.error) return;
            const children = untrack(() => this.get(request, path))?.children ?? [];
            for (const { move, inner, visited } of children) {
                const next = [...path, move];
                if (inner && visited && isOpen(next)) open.push(next);
            }
        }
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
