/** Descriptions of games for tests, as the server gives them for canonical texts. */
import type { Facts } from "./answers";

export function described(game: string, rest: Partial<Facts> = {}): Facts {
    const [sizes = "", rule = "", faces = "free", ...flags] = game.split(":");
    const valueOf = (name: string): string | undefined =>
        flags.find((flag) => flag === name || flag.startsWith(`${name}=`))?.slice(name.length + 1);
    const [kind = "", list = ""] = rule.split("=");
    const k = /^\d+$/.test(rule) ? Number(rule) : null;
    const all = sizes.split("x").map(Number);
    const torus = valueOf("torus");
    const wraps = torus === "" ? all.map((_, index) => index + 1) : (torus?.split("+").map(Number) ?? []);
    const [first, later] = valueOf("turn")?.split("+").map(Number) ?? [];
    return {
        game,
        sizes: all,
        k,
        faces,
        flags,
        cells: 0,
        lines: 0,
        symmetries: 1,
        first_moves: [],
        rules: [],
        without_moves: "draw",
        ...(k === null && { lines_kind: kind as NonNullable<Facts["lines_kind"]> }),
        ...(kind === "shape" && { shape: list.split("+") }),
        ...(kind === "lines" && { line_cells: list.split("/").map((line) => line.split("+")) }),
        ...(wraps.length > 0 && { wraps }),
        ...(first !== undefined && later !== undefined && { turn: { first, later } }),
        ...(valueOf("blocked") !== undefined && { blocked: valueOf("blocked")?.split("+") ?? [] }),
        ...rest,
    };
}
