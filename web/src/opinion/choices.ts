/** What a person wants to see of opinions while playing. */
import { Switch } from "../lib/stored.svelte";

/** Whether the computer says why it made a move. */
export const reasonsChoice = new Switch("reasons", true);
/** Whether the expected score is shown beside the board. */
export const scoreChoice = new Switch("score", false);
