/** All lessons, in the order in which they are read. */
import { ALPHA_BETA } from "./alphabeta";
import { DEPTH } from "./depth";
import { EVALUATION } from "./evaluation";
import { HORIZON } from "./horizon";
import type { Lesson } from "./lesson";
import { MINIMAX } from "./minimax";
import { OPTIMISM } from "./optimism";
import { THREATS } from "./threats";
import { ZUGZWANG } from "./zugzwang";

export const LESSONS: readonly [Lesson, ...Lesson[]] = [
    MINIMAX,
    EVALUATION,
    DEPTH,
    HORIZON,
    OPTIMISM,
    ALPHA_BETA,
    THREATS,
    ZUGZWANG,
];
