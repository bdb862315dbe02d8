/** How a person wants boards to be. */
import { Stored, Switch } from "../lib/stored.svelte";

/** When a pointer only selects a cell, so that a second press plays it. */
export const CONFIRMS = { small: "on small boards", always: "always", never: "never" } as const;
export type Confirm = keyof typeof CONFIRMS;

export const confirms = new Stored("confirm", Object.keys(CONFIRMS) as Confirm[], "small");

/** Whether stones show the numbers of their moves. */
export const numbers = new Switch("numbers", false);

/** Whether the lines through the cell pointed at are lit, where lines are not rows. */
export const litLines = new Switch("lines", true);
