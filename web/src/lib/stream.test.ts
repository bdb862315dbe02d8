import { describe, expect, it } from "vitest";
import { EventReader } from "./stream";

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
