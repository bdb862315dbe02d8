/** What the small pictures of the presets show: some moves of a game, so that each is known at a glance. */
import type { Side } from "../lib/answers";
import { stonesAfter } from "../lib/sides";

const SAMPLES: Readonly<Record<string, string>> = {
    "tic-tac-toe": "b2 a1 c3 a3 a2",
    "connect-four": "d1 d2 e1 f1 d3 c1 e2 d4 c2",
    gomoku: "h8 h9 i8 j8 g8 f8 i9 i10 g7 f6 j10",
    "standard-gomoku": "h8 i9 g8 h9 i8 j9 f8 e8 g9",
    qubic: "b2.2 c3.3 a1.1 d4.4 b3.2 c2.3 a4.1 d1.4",
    "score-four": "b2.1 b2.2 c3.1 c2.1 b3.1 a1.1 c3.2",
    "cube-2": "a1.1 b2.2",
    "cube-3": "b2.2 a1.1 c3.3 a3.1 b1.3",
    "cube-4": "b2.2 c3.3 a1.1 d4.4 b3.2 c2.3",
    "cube-5": "c3.3 b2.2 d4.4 c2.3 a1.5 e5.1",
    "hypercube-4": "b2.2.2 c3.3.3 a1.1.1 d4.4.4 b3.2.3 c2.3.2",
    "misere-tic-tac-toe": "b2 a1 a3 c3 c2",
    "torus-tic-tac-toe": "b2 a1 a3 c2 b1",
    "four-sides": "a3 f3 a4 b4 c1 c6 f4 c2",
};

/** The stones of a preset's picture; none for a preset that has no picture yet. */
export function sample(name: string): ReadonlyMap<string, Side> {
    return stonesAfter(SAMPLES[name]?.split(" ") ?? []);
}

/** Sizes and faces of a preset, whose text is canonical. */
export function shapeOf(game: string): { readonly sizes: readonly number[]; readonly faces: string } {
    const [sizes = "1", , faces = "free"] = game.split(":");
    return { sizes: sizes.split("x").map(Number), faces };
}
