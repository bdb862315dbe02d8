/** What each heuristic counts, in a sentence or two. */
const ABOUT: Readonly<Record<string, string>> = {
    terminal:
        "Only a finished game has a value: +10 if X has a line, −10 if O has one, else 0. The value is always X’s, for either player.",
    "open-lines":
        "Each line that the opponent has not entered counts 1 for the player; each line that the player has not entered counts 1 for the opponent. A line without any stone counts for both, which adds nothing.",
    "weighted-lines":
        "A line with n stones of the player and none of the opponent counts 10 to the power n. A line with n stones of the opponent alone counts as much against the player. A line with stones of both is dead.",
    optimistic:
        "A decided game counts +1 or −1. Everything that is not decided yet counts +1: the player expects to win it.",
    pessimistic:
        "A decided game counts +1 or −1. Everything that is not decided yet counts −1: the player expects to lose it.",
    undecided: "A decided game counts +1 or −1. Everything that is not decided yet counts 0.",
    runs: "A run that can still grow to a line counts by its length: each further stone makes it worth 3½ times as much. Where stones fall, a cell that can be taken only later counts less. What threats force is seen too.",
};

export const aboutOf = (heuristic: string): string => ABOUT[heuristic] ?? "";
