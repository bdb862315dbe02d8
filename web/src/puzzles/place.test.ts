import { expect, it } from "vitest";
import { placeOf } from "../lib/url";
import { placeIn } from "./place";

it("puzzles begin with those that everybody gets, not with the seed of a game", () => {
    const place = placeOf("?game=connect-four&moves=d1&seed=77&o=best");
    expect(placeIn({ view: "play", place }, "puzzles")).toEqual({
        view: "puzzles",
        path: [],
        tree: [],
        settings: { seed: "", number: "" },
    });
    expect(placeIn({ view: "puzzles", place }, "puzzles")).toEqual({ view: "puzzles" });
    expect(placeIn({ view: "puzzles", place }, "play")).toEqual({ view: "play" });
});
