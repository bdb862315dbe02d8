import { expect, it } from "vitest";
import { arePoints, flagValue, rulesText, type Rules } from "./rules";

/** A description as far as the rules go. */
function game(text: string, rest: Partial<Rules> = {}): Rules {
    const [sizes = "", lines = "", faces = "free", ...flags] = text.split(":");
    const k = /^\d+$/.test(lines) ? Number(lines) : null;
    return { game: text, sizes: sizes.split("x").map(Number), k, faces, flags, ...rest };
}

it("rules are told in words", () => {
    expect(rulesText(game("7x6:4:-2"))).toBe("7 × 6 cells, 4 in a row");
    expect(rulesText(game("5x5:4:free:exact:misere:torus"))).toBe(
        "5 × 5 cells, exactly 4 in a row, which loses; the edges are joined",
    );
    expect(rulesText(game("7x6:4:-2:torus=1"))).toBe(
        "7 × 6 cells, 4 in a row; the left and right edges are joined",
    );
    expect(rulesText(game("4x4x4:4:free:torus=1+3"))).toContain("the edges of dimensions 1 and 3 are joined");
    expect(rulesText(game("5x5:4:free:blocked=c3", { blocked: ["c3"] }))).toBe(
        "5 × 5 cells, 1 of them blocked, 4 in a row",
    );
    expect(rulesText(game("4x4:plane", { lines_rule: "a line of the plane" }))).toBe(
        "4 × 4 cells, a line of the plane",
    );
    expect(rulesText(game("19x19:6:free:turn=1+2"))).toBe(
        "19 × 19 cells, 6 in a row; turns of 2 stones, X’s first of 1",
    );
    expect(rulesText(game("3x3x3:3:free:maker"))).toContain("only X’s lines count, and O wins");
    expect(rulesText(game("3x3:3:free:maker:misere"))).toContain("X wins by having none");
    expect(rulesText(game("15x15:5:free:renju"))).toContain("X may not make two threes");
});

it("only cells of one dimension without rows are points", () => {
    expect(arePoints(game("7:projective"))).toBe(true);
    expect(arePoints(game("3:lines=a+b/b+c"))).toBe(true);
    expect(arePoints(game("9:3"))).toBe(false);
    expect(arePoints(game("7:plane"))).toBe(false);
    expect(arePoints(game("3x3:lines=a1+b2/a2+b1"))).toBe(false);
    expect(arePoints(game("3:lines=a+b:+1"))).toBe(false);
});

it("flags may have values", () => {
    const flags = ["blocked=a1+b2", "exact"];
    expect(flagValue(flags, "blocked")).toBe("a1+b2");
    expect(flagValue(flags, "exact")).toBe("");
    expect(flagValue(flags, "torus")).toBeNull();
});
