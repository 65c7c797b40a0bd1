import type { Source } from "#client";
import { isLeaf, keysOf, type Leaf, type LeafValue, leavesOf } from "./paths";
import type { Row } from "./rows";

/** The parts of an item that a source reads, in the order in which they matter. */
export const PARTS = ["answers", "lead", "booking", "tracking"] as const;
export type Part = (typeof PARTS)[number];

/** An item as the preview shows it. `raw`: as it came. */
export type Reading = Record<Part, Record<string, unknown>> & { raw: unknown };

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

export function readingOf(item: unknown): Reading {
  const { answers, lead, booking, tracking, raw } = membersOf(item);
  return {
    answers: membersOf(answers),
    lead: membersOf(lead),
    booking: membersOf(booking),
    tracking: membersOf(tracking),
    raw,
  };
}

/** Items of these are shown as they came: what they mean is recognised by itself. */
export const isShownAsSent = (kind: Source["kind"]) => kind === "webhook" || kind === "form";

/** The values of an item as it came. The paths of those that are shown so begin in it. */
export const leavesAsSent = (kind: Source["kind"], { raw }: Reading): Leaf[] =>
  leavesOf(isShownAsSent(kind) ? raw : { raw });

export const leavesOfPart = (reading: Reading, part: Part): Leaf[] =>
  leavesOf({ [part]: reading[part] });

/** The targets of the values that are recognised by themselves, wherever they stand. */
export function recognisedIn(rows: readonly Row[], reading: Reading) {
  const found = new Map<LeafValue, string>();
  for (const { to, from = [] } of rows)
    for (const path of from) {
      const [first, name = ""] = keysOf(path);
      const part = PARTS.find((one) => one === first);
      const value = part && reading[part][name];
      if (isLeaf(value) && !found.has(value)) found.set(value, to);
    }
  return found;
}
