import { describe, expect, it } from "vitest";
import { arranged } from "./arrange";

describe("layers", () => {
    const frame = { width: 20, height: 40 };
    const sizes = { least: 15, most: 42 };
    const qubic = { count: 4, columns: 4, rows: 4 };

    it("are as large as they can be while all are seen", () => {
        expect(arranged(qubic, { width: 300, height: 600 }, frame, sizes)).toEqual({ across: 2, side: 32.5 });
        expect(arranged(qubic, { width: 700, height: 220 }, frame, sizes)).toEqual({
            across: 4,
            side: 38.75,
        });
        expect(arranged(qubic, { width: 2000, height: 2000 }, frame, sizes).side).toBe(42);
    });

    it("go on below where cells would be too small", () => {
        const large = { count: 8, columns: 8, rows: 8 };
        expect(arranged(large, { width: 340, height: 400 }, frame, { least: 22, most: 42 })).toEqual({
            across: 1,
            side: 40,
        });
        expect(arranged(large, { width: 100, height: 100 }, frame, { least: 22, most: 42 }).side).toBe(22);
    });
});
