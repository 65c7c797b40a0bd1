import { bots, type VisitKind, visitKinds } from "../../../domain/links";

/** How many visits of each kind. */
export type Counts = Record<VisitKind, number>;

export const none = Object.fromEntries(visitKinds.map((kind) => [kind, 0])) as Counts;

export const plus = (a: Counts, b: Counts) =>
  Object.fromEntries(visitKinds.map((kind) => [kind, a[kind] + b[kind]])) as Counts;

export const botsIn = (counts: Counts) => bots.reduce((sum, bot) => sum + counts[bot], 0);
