import { DAY_MS } from "#lib/time";
import type { Cause } from "./cause";
import type { ActiveTrigger } from "./match";
import { findTrigger } from "./registry";

// The rule of `again`: when the same lead may start again by a trigger.

/** The last start by a trigger that does not start `always`. */
export type Entry = { scenarioId: number; triggerId: string; subject: string; at: number };

/** The part of a cause that a trigger tells apart, where each may start once. */
export const subjectOf = (trigger: ActiveTrigger, cause: Cause) =>
  // A trigger only has causes of its own type, which TypeScript can't follow.
  findTrigger(trigger.type)?.subject?.(cause as never) ?? "";

/** A start by the same trigger after this time bars another: for a subject, or for any (null). */
type Bar = { subject: string | null; after: number };

/** The starts that bar another. A date starts once, however often another one may. */
export function barsOf(trigger: ActiveTrigger, cause: Cause, now: number): Bar[] {
  const { again } = trigger.data;
  const [isDate, subject] = [cause.type === "date", subjectOf(trigger, cause)];
  const once = { subject, after: 0 };
  if (again === "once_per_post") return [once];
  if (again === "always") return isDate ? [once] : [];
  const after = again === "never" ? 0 : now - again.after_days * DAY_MS;
  // A comment under any post counts, unless each post is to.
  const isAny = isDate || cause.type === "comment.received";
  return [...(isDate ? [once] : []), { subject: isAny ? null : subject, after }];
}

/** True if `again` forbids another start. */
export const hasStarted = (trigger: ActiveTrigger, cause: Cause, entries: Entry[], now: number) =>
  barsOf(trigger, cause, now).some(({ subject, after }) =>
    entries.some(
      (one) =>
        one.scenarioId === trigger.scenarioId &&
        one.triggerId === trigger.id &&
        (subject === null || one.subject === subject) &&
        one.at > after,
    ),
  );
