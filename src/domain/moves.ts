/** The phases of a move: from `comparing` to `settling`, the workspace's writes are refused. */
export const movePhases = [
  "copying",
  "freezing",
  "comparing",
  "settling",
  "removing",
  "finished",
  "abandoning",
  "abandoned",
] as const;
export type MovePhase = (typeof movePhases)[number];

/** The phases in which a move can still be abandoned. */
export const ABANDONABLE: readonly MovePhase[] = ["copying", "freezing", "comparing"];
