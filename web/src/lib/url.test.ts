import { describe, expect, it } from "vitest";
import { placeOf, queryOf, unknownView } from "./url";

describe("the address", () => {
    it("shows a position by game and moves", () => {
        expect(placeOf("?game=7x6:4:-2&moves=d1+d2").path).toEqual(["d1", "d2"]);
        expect(placeOf("?game=7x6:4:-2&moves=d1%20d2").path).toEqual(["d1", "d2"]);
    });

    it("takes the faces and lists of a game with plus signs as they are", () => {
        expect(placeOf("?game=5x4:4:+1,-1,+2:torus&moves=a1+b1").game).toBe("5x4:4:+1,-1,+2:torus");
        expect(placeOf("?game=6x6:4:%2B1,-1").game).toBe("6x6:4:+1,-1");
        expect(placeOf("?game=3:lines=a+b/b+c").game).toBe("3:lines=a+b/b+c");
        expect(placeOf("?game=7x6:4:-2:blocked=a1+d4:turn=1+2").game).toBe("7x6:4:-2:blocked=a1+d4:turn=1+2");
    });

    it("starts with Connect Four against the computer", () => {
        expect(placeOf("")).toEqual({
            view: "play",
            game: "connect-four",
            path: [],
            tree: [],
            players: { x: "human", o: "casual" },
            settings: {},
        });
    });

    it("lets two people play where it names nobody", () => {
        expect(placeOf("?game=connect-four").players).toEqual({ x: "human", o: "human" });
    });

    it("is read as it is written", () => {
        for (const query of [
            "?game=connect-four",
            "?game=7x6:4:-2&moves=d1+d2",
            "?view=analyse&game=3x3:3&moves=b2&tree=b2+a1+%28a2+c3%29&o=alpha-beta:depth=4,eval=runs&eval=runs",
            "?game=6x6:4:%2B1,-1&moves=a1",
        ]) {
            expect(queryOf(placeOf(query))).toBe(query);
            expect(placeOf(queryOf(placeOf(query)))).toEqual(placeOf(query));
        }
    });

    it("ignores a view that does not exist", () => {
        expect(placeOf("?view=nothing").view).toBe("play");
        expect(unknownView("?view=nothing")).toBe("nothing");
        expect(unknownView("?view=atlas")).toBeNull();
        expect(unknownView("")).toBeNull();
    });
});
