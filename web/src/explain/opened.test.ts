import { expect, it } from "vitest";
import { Opened } from "./opened";

it("opens and folds nodes, and says so in the address", () => {
    let opened = new Opened("", []);
    expect([opened.has([]), opened.has(["a1"])]).toEqual([true, false]);
    opened = opened.after(["a1"], false).after(["a1", "b2"], false);
    expect(opened.text).toBe("a1,a1-b2");
    expect(new Opened(opened.text, []).has(["a1", "b2"])).toBe(true);
    // Another node is lit: what is open stays open, and a second click folds it with all below it.
    opened = opened.after(["a1"], false);
    expect(opened.text).toBe("a1,a1-b2");
    expect(opened.after(["a1"], true).text).toBe("");
});

it("shows the way to the node that is lit", () => {
    const opened = new Opened("", ["a1", "b2", "c3"]);
    expect(opened.has(["a1", "b2"])).toBe(true);
    expect(opened.has(["a1", "b2", "c3"])).toBe(false);
    // It stays open when the light goes elsewhere.
    expect(opened.after(["b1"], false).text).toBe("a1,a1-b2,b1");
});
