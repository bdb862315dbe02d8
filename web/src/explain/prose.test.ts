import { describe, expect, it } from "vitest";
import { meaningOf, TERM_NAMES } from "./glossary";
import { LESSONS } from "./lessons";
import { piecesOf, plain } from "./prose";

describe("a text with terms", () => {
    it("is cut into pieces", () => {
        expect(piecesOf("Two [[plies|ply]], a [[leaf]], `runs`.")).toEqual([
            { kind: "words", text: "Two " },
            { kind: "term", text: "plies", term: "ply" },
            { kind: "words", text: ", a " },
            { kind: "term", text: "leaf", term: "leaf" },
            { kind: "words", text: ", " },
            { kind: "code", text: "runs" },
            { kind: "words", text: "." },
        ]);
        expect(plain("Two [[plies|ply]]")).toBe("Two plies");
        expect(() => piecesOf("[[plie]]")).toThrow("plie");
    });

    it("names no term that the glossary does not have, in any lesson", () => {
        for (const { steps } of LESSONS)
            for (const { text, reason, question } of steps)
                for (const paragraph of [...text, ...reason, question.ask, question.otherwise])
                    expect(() => piecesOf(paragraph)).not.toThrow();
    });
});

it("explains every term in whole sentences, and each lesson uses some", () => {
    for (const term of TERM_NAMES) expect(meaningOf(term), term).toMatch(/^[A-Z].*\.$/);
    for (const { id, steps } of LESSONS) expect(JSON.stringify(steps), id).toMatch(/\[\[/);
});
