import { expect, it } from "vitest";
import { piecesOf } from "./findings";

it("games in a text are pieces of their own", () => {
    const text = "3:2:+1,-1: a draw; 3:2:+1,-1:torus: X wins in 3 plies";
    const pieces = piecesOf(text, ["3:2:+1,-1", "3:2:+1,-1:torus"]);
    expect(pieces).toEqual([
        { text: "3:2:+1,-1", isGame: true },
        { text: ": a draw; ", isGame: false },
        { text: "3:2:+1,-1:torus", isGame: true },
        { text: ": X wins in 3 plies", isGame: false },
    ]);
    expect(piecesOf("look at 3x3:3, or at 4x4:4.", ["4x4:4", "3x3:3"]).map((piece) => piece.text)).toEqual([
        "look at ",
        "3x3:3",
        ", or at ",
        "4x4:4",
        ".",
    ]);
    expect(piecesOf("no game", [])).toEqual([{ text: "no game", isGame: false }]);
});
