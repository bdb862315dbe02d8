import { expect, it } from "vitest";
import { quickLook, withShare } from "./quick";
import { duration } from "./words";

const TEXT =
    'title = "Long"\ngames_per_cell = 400 # of each\n[[study]]\ngames_per_cell = 1000\n# games_per_cell = 7\n';

it("a quick look has fewer games in every cell, in pairs", () => {
    expect(withShare(TEXT, 0.01)).toBe(
        'title = "Long A quick look"\ngames_per_cell = 4 # of each\n[[study]]\ngames_per_cell = 10\n# games_per_cell = 7\n',
    );
    expect(withShare(TEXT, 0.00001)).toContain("games_per_cell = 2 #");
});

it("a quick look is offered where it saves time", () => {
    expect(quickLook(TEXT, 30, 20)).toBeNull();
    expect(quickLook("title = 1", 1000, 20)).toBeNull();
    expect(quickLook(TEXT, 2000, 20)?.seconds).toBeCloseTo(20);
    // Not fewer than a pair of games: then it says how long these take.
    expect(quickLook(TEXT, 200_000, 20)?.seconds).toBeCloseTo(1000);
});

it("durations have a unit that fits", () => {
    expect([0.2, 20.4, 100, 5400, 100_000, 400_000].map(duration)).toEqual([
        "1 s",
        "20 s",
        "2 min",
        "1.5 h",
        "28 h",
        "5 days",
    ]);
});
