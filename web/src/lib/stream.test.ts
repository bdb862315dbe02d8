import { describe, expect, it } from "vitest";
import { ApiError } from "./api";
import { answerOf, EventReader, refusalOf } from "./stream";

describe("events of a stream", () => {
    const text = 'event: progress\ndata: {"nodes":1}\n\nevent: result\r\ndata: {"a":\r\ndata: 2}\r\n\r\n';

    it("are the same wherever the text is cut", () => {
        for (let cut = 0; cut <= text.length; cut += 1) {
            const reader = new EventReader();
            const found = [...reader.push(text.slice(0, cut)), ...reader.push(text.slice(cut))];
            expect(found, `cut at ${cut}`).toEqual([
                { event: "progress", data: '{"nodes":1}' },
                { event: "result", data: '{"a":\n2}' },
            ]);
        }
    });

    it("ignore comments that keep the line open", () => {
        expect(new EventReader().push(": still here\n\n")).toEqual([]);
    });
});

describe("the error of a stream", () => {
    it("has the status that its text says", () => {
        const { status, message, hint } = refusalOf('{"error":"the server is stopping","status":503}');
        expect({ status, message, hint }).toEqual({
            status: 503,
            message: "the server is stopping",
            hint: null,
        });
    });

    it("is a refusal of this work where the text says nothing", () => {
        expect(refusalOf('{"error":"no","hint":"ask for less"}')).toMatchObject({
            status: 422,
            hint: "ask for less",
        });
    });
});

describe("a stream's answer", () => {
    const streamed = (body: BodyInit): Response =>
        new Response(body, { headers: { "content-type": "text/event-stream" } });

    it("comes after its progress", async () => {
        const heard: unknown[] = [];
        const text = 'event: progress\ndata: 1\n\nevent: result\ndata: {"a":2}\n\n';
        expect(await answerOf(streamed(text), (word) => heard.push(word))).toEqual({ a: 2 });
        expect(heard).toEqual([1]);
    });

    it("is an error of the page's own kind where the connection ends or breaks", async () => {
        const broken = new ReadableStream({
            start: (control) => control.error(new TypeError("network error")),
        });
        for (const body of ["event: progress\ndata: 1\n\n", broken]) {
            await expect(answerOf(streamed(body), () => undefined)).rejects.toThrow(ApiError);
        }
    });
});
