import { expect, it } from "vitest";
import { isToConfirm, KEY } from "./press";

it("selects first where a finger is larger than a cell, unless the person wants it otherwise", () => {
    const small = { by: "finger", side: 20 } as const;
    const large = { by: "finger", side: 44 } as const;
    const mouse = { by: "pointer", side: 20 } as const;
    const all = [small, large, mouse, KEY];
    expect(all.map((press) => isToConfirm(press, "small"))).toEqual([true, false, false, false]);
    expect(all.map((press) => isToConfirm(press, "always"))).toEqual([true, true, true, false]);
    expect(all.map((press) => isToConfirm(press, "never"))).toEqual([false, false, false, false]);
});
