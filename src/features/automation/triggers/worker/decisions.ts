import type { TriggerOutcome } from "#domain/triggers";
import { orLog } from "#lib/log";
import { HOUR_MS, nextDay } from "#lib/time";
import { subjectOf } from "../again";
import { isSpeech } from "../cause";
import { type Decision, decide, type LeadState } from "../decide";
import { type ActiveTrigger, matchCause } from "../match";
import { laneOf, timeOf } from "./causes";
import { asLimited, countOf, roomFrom, withStart } from "./counts";
import type { Pending } from "./gather";
import type { LeadOfCause, Leads } from "./lead";
import { type Count, keyOf, type Memory } from "./memory";
import { toNewLead } from "./newcomer";
import type { WorkspaceRow } from "./rows";

/**
 * A cause, and what it starts. `putOffTo` has the times of the starts that wait, by trigger. The
 * lead is undefined where there is none any more.
 */
export type Decided = Pending & {
  lead: LeadOfCause | undefined;
  decision: Decision;
  putOffTo: Map<string, number>;
};

/** All that decisions depend on besides their causes, and change for those that follow. */
export type Context = {
  memory: Memory;
  counts: Map<string, Count>;
  leads: Leads;
  workspace: LeadState["workspace"];
  row: WorkspaceRow;
  startsLeft: number;
  now: number;
};

const NOTHING: Decision = { outcome: null, starts: [], evaluated: [] };

/** Decides a cause. One that can't be read, or that throws, does not stop the others. */
export function decideOne(pending: Pending, context: Context): Decided {
  const lead = leadOf(pending, context);
  if (lead === undefined) return { ...pending, lead, decision: NOTHING, putOffTo: new Map() };
  if (lead === null || pending.cause.type === "unreadable")
    return unread({ ...pending, lead: lead ?? undefined }, context);
  const { cause } = pending;
  const decided = orLog("cause not decided", { event_id: cause.eventId }, () => {
    const state = stateOf(pending, lead, context);
    const decision = decide(candidatesOf(pending, context), cause, state, context.now);
    return { ...pending, lead, decision, putOffTo: apply(pending, decision, lead, context) };
  });
  return decided ?? failed({ ...pending, lead });
}

/** The lead of a cause. A commenter who is none stays the same for all of their comments. */
function leadOf({ cause, newcomer }: Pending, { leads, row }: Context) {
  if (newcomer && !leads.has(cause.leadId)) leads.set(cause.leadId, toNewLead(newcomer, row));
  return leads.get(cause.leadId);
}

/** A cause that can't be read. That of a time concerns the trigger of the time, if it is on. */
function unread(pending: Pending & Pick<Decided, "lead">, { memory }: Context): Decided {
  const { time } = pending;
  if (!time) return failed(pending);
  const trigger = memory.triggers.get(keyOf({ scenarioId: time.scenario, id: time.trigger }));
  return trigger
    ? failed(pending, [trigger])
    : { ...pending, decision: NOTHING, putOffTo: new Map() };
}

/** A cause that can't be decided, or written. */
export function failed(
  pending: Pending & Pick<Decided, "lead">,
  triggers: ActiveTrigger[] = [],
): Decided {
  const { cause } = pending;
  const outcome: TriggerOutcome = cause.type === "unreadable" ? cause.outcome : "internal_error";
  const evaluated = triggers.map((trigger) => ({ candidate: { trigger, rank: 0 }, outcome }));
  return { ...pending, decision: { outcome, starts: [], evaluated }, putOffTo: new Map() };
}

/** A start that was put off is one trigger's; what a lead wrote before a merge is anybody's. */
const candidatesOf = ({ cause, time }: Pending, { memory }: Context) =>
  matchCause(memory.set, cause).filter(
    ({ trigger }) =>
      !time ||
      isSpeech(cause) ||
      (trigger.scenarioId === time.scenario && trigger.id === time.trigger),
  );

/** True of a fact whose start was put off before. */
const wasPutOff = ({ cause, time }: Pending) =>
  time !== null && time.event > 0 && laneOf(cause) === "facts";

/** The start of a fact that was put off is not refused for the day's quota: it waits once more. */
const stateOf = (pending: Pending, lead: LeadOfCause, context: Context): LeadState => ({
  ...lead,
  workspace: context.workspace,
  lastPersonAt: pending.lastPersonAt,
  triggersWaitHours: context.row.triggersWaitHours,
  depth: pending.depth,
  startsLeft: wasPutOff(pending) ? Number.POSITIVE_INFINITY : context.startsLeft,
  roomAt: (trigger) => {
    const from = roomSince(pending, context);
    const { max_per_hour: most } = trigger.data;
    return from === null || most === undefined
      ? context.now
      : roomFrom(from, countOf(trigger, context), most, timeOf(pending.cause.eventId));
  },
});

/** From when on a start looks for room; null where it needs none, or has a place in this hour. */
function roomSince(pending: Pending, { startsLeft, now }: Context) {
  if (!wasPutOff(pending)) return pending.time ? null : now;
  return startsLeft > 0 ? null : nextDay(now);
}

/** Lets the decisions that follow know of this one. Returns when its other starts are due. */
function apply(
  pending: Pending,
  { starts, evaluated }: Decision,
  lead: LeadOfCause,
  context: Context,
) {
  const { cause, time } = pending;
  const { now, counts } = context;
  const from = roomSince(pending, context) ?? now;
  for (const { trigger } of starts) {
    const { scenarioId, platform } = trigger;
    const isAnswer = isSpeech(cause);
    const run = { scenarioId, platform, isAnswer, isTriggered: true, isActive: true };
    lead.runs = [{ ...run, createdAt: now }, ...lead.runs];
    const entry = {
      ...{ scenarioId, triggerId: trigger.id },
      ...{ subject: subjectOf(trigger, cause), at: now },
    };
    lead.entries = [entry, ...lead.entries];
    lead.startsInHour += 1;
    context.startsLeft -= 1;
    const { max_per_hour: most } = trigger.data;
    if (most !== undefined && !time)
      counts.set(keyOf(trigger), withStart(countOf(trigger, context), most, now));
  }
  const putOffTo = new Map<string, number>();
  for (const { candidate, outcome } of evaluated) {
    if (outcome !== "put_off") continue;
    const { trigger } = candidate;
    const count = withStart(countOf(trigger, context), trigger.data.max_per_hour ?? 1, from);
    counts.set(keyOf(trigger), time ? count : asLimited(count, now));
    putOffTo.set(keyOf(trigger), count.hour * HOUR_MS);
  }
  return putOffTo;
}
