import { expect, it } from "vitest";
import { settingsOf, thinkerName } from "./thinker";

const of = (settings: Readonly<Record<string, string>>) =>
    settingsOf({ setting: (name) => settings[name] ?? "" });

it("best is asked unless the address names a heuristic or a depth, or wants a heuristic's values", () => {
    expect(of({})).toEqual({ source: "best", heuristic: null, depth: 12, seconds: 5 });
    expect(of({ value: "search", depth: "3" })).toMatchObject({ heuristic: "runs", depth: 3 });
    expect(of({ heuristic: "learned" })).toMatchObject({ source: "best", heuristic: "learned" });
    expect(of({ value: "static" })).toMatchObject({ heuristic: "runs" });
    expect(of({ value: "nonsense", seconds: "-3" })).toMatchObject({ source: "best", seconds: 1 });
});

it("an opinion has a name", () => {
    const names = [{}, { depth: "3" }, { value: "static" }].map((settings) => thinkerName(of(settings)));
    expect(names).toEqual(["Best", "Alpha-beta with runs", "The heuristic runs"]);
});
