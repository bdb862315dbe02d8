import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { completionAt, type Schema } from "./completion";
import { knownTexts } from "./known";
import { OWN_TEXT } from "./own";

const schema = JSON.parse(
    readFileSync(
        new URL("../../../crates/experiment/schema/experiment.schema.json", import.meta.url),
        "utf8",
    ),
) as Schema;
const known = knownTexts(
    [{ name: "qubic", game: "4x4x4:4", about: "Four in a row in a cube" }],
    ["runs", "weighted-lines", "open-lines"],
);

/** What is offered at the mark `|`, and the text that it takes the place of. */
function at(marked: string): { written: string; labels: string[]; apply: string[] } | null {
    const offset = marked.indexOf("|");
    const text = marked.slice(0, offset) + marked.slice(offset + 1);
    const found = completionAt(text, offset, schema, known);
    return (
        found && {
            written: text.slice(found.from, offset),
            labels: found.options.map(({ label }) => label),
            apply: found.options.map(({ apply, label }) => apply ?? label),
        }
    );
}

it("keys of the file before the first study", () => {
    const found = at('title = "A"\nga|');
    expect(found?.written).toBe("ga");
    expect(found?.labels).toContain("games_per_cell");
    expect(found?.labels).not.toContain("title");
    expect(found?.labels).not.toContain("player");
    expect(found?.apply).toContain("games_per_cell = ");
});

it("keys of a study behind its header", () => {
    const found = at('seed = 1\n[[study]]\nname = "a"\n|');
    expect(found?.labels).toEqual(expect.arrayContaining(["game", "player", "opponent", "about"]));
    expect(found?.labels).not.toContain("name");
    expect(at("[let]\n|")?.labels).toEqual([]);
    expect(at("seed = 1\n[|")?.labels).toContain("[[study]]");
});

it("values of a list, in quotation marks where they need them", () => {
    expect(at("first = |")?.apply).toEqual(['"alternate"', '"player"', '"random"']);
    expect(at('first = "al|"')).toMatchObject({ written: "al", apply: ["alternate", "player", "random"] });
    expect(at("seed = |")?.apply).toEqual(["2004"]);
});

it("games and players by name, also in a list over several lines", () => {
    expect(at('[[study]]\ngame = ["3x3:3", "q|"]')).toMatchObject({ written: "q", labels: ["qubic"] });
    expect(at('[[study]]\nplayer = [\n  "random",\n  "t|')?.labels).toContain("two-ply");
    expect(at('[[study]]\nplayer = "alpha-beta:depth=2,eval=we|"')).toMatchObject({ written: "we" });
    expect(at('[[study]]\nplayer = "alpha-beta:depth=2,eval=we|"')?.labels).toContain("weighted-lines");
});

it("keys and values of a table in braces", () => {
    expect(at("openings = { pl|")).toMatchObject({
        written: "pl",
        labels: ["plies", "choose", "moves", "file"],
    });
    expect(at("openings = { plies = 2, ch| }")?.labels).not.toContain("plies");
    expect(at("openings = { plies = 2, choose = | }")?.apply).toEqual(['"random"', '"all"', '"balanced"']);
    expect(at('[[study]]\ngame = [{ sizes = "4x4", | }]')?.labels).toEqual(["run", "faces", "rules"]);
    expect(at('[[study]]\nplayer = { search = "a|')?.labels).toContain("alpha-beta");
});

it("nothing in comments and in titles", () => {
    expect(at("seed = 1 # fi|")).toBeNull();
    expect(at('title = "fi|"')).toBeNull();
});

it("no place of a whole file makes it fail", () => {
    for (let offset = 0; offset <= OWN_TEXT.length; offset += 1) {
        const found = completionAt(OWN_TEXT, offset, schema, known);
        expect(found === null || found.from <= offset).toBe(true);
    }
});
