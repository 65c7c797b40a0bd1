import type { DueRecurring, Recurred } from "#db/statements/recurring-triggers";
import type { ArmedTime, SeenTime } from "#db/statements/trigger-times";
import type { Lane } from "#domain/triggers";
import type { Scope } from "#env";
import type { Hours } from "#features/automation/engine/hours";
import { describeError, log } from "#lib/log";
import { HOUR_MS } from "#lib/time";
import { workSpent } from "#lib/work";
import { type Decision, decide, type LeadState, subjectOf } from "../decide";
import { matchCause } from "../match";
import { type Recurrence, recur } from "../times/recurrence";
import { timeOf } from "./causes";
import { countOf, startsInHour, withOneMore, withOnePutOff } from "./counts";
import { armedBy, datesIn } from "./dates";
import { factsIn, type Pending, putOffIn, speechIn } from "./gather";
import { type LeadOfCause, type Leads, leadsOf } from "./lead";
import { type Count, keyOf, type Memory } from "./memory";
import type { Claimed, TimeRow, WorkspaceRow } from "./rows";

/**
 * A cause, and what it starts. `putOffTo` has the times of the starts that wait, by trigger. The
 * lead is undefined where there is none any more.
 */
export type Decided = Pending & {
  lead: LeadOfCause | undefined;
  decision: Decision;
  putOffTo: Map<string, number>;
};

/**
 * The decisions on claimed causes. `positions` are the last events of the lanes that are decided;
 * `counts` are those of triggers that have changed; `doneTimes` the put-off starts that are over.
 */
export type Worked = {
  decided: Decided[];
  positions: { speech: number | null; facts: number | null };
  counts: Map<string, Count>;
  doneTimes: Claimed["times"];
  recurred: Recurred[];
  /** The times of dates that have come, and those that events of leads set. */
  seen: SeenTime[];
  armed: ArmedTime[];
  /** The triggers' revision, as they were when these were decided. */
  revision: string | null;
};

type Context = {
  memory: Memory;
  counts: Map<string, Count>;
  leads: Leads;
  workspace: LeadState["workspace"];
  row: WorkspaceRow;
  startsLeft: number;
  now: number;
};

/** Decides the claimed causes, speech first, as many as `limit` says, and as take little time. */
export function workCauses(
  scope: Pick<Scope, "shortUrlBase">,
  claimed: Claimed,
  memory: Memory,
  { limit, settleMs, now }: { limit: number; settleMs: number; now: number },
): Worked {
  const { events, times, workspace: row } = claimed;
  if (!row) return { ...NO_WORK, counts: new Map(), revision: memory.revision };
  const leads = leadsOf(claimed.leads, row);
  const workspace = workspaceOf(scope, row);
  const { startsLeft } = row;
  const counts = new Map<string, Count>();
  const context: Context = { memory, counts, leads, workspace, row, startsLeft, now };
  const known = {
    ...{ dates: memory.dates, leads },
    region: { country: workspace.defaultCountry, timeZone: workspace.timeZone },
  };
  const putOff = new Set(times.map(({ event }) => event));
  const facts = events.filter(({ id, lane }) => lane === "facts" && !isPutOff(id, claimed, putOff));
  const spoken = events.filter(({ lane, isClaimed }) => lane === "speech" && isClaimed);
  const dates = datesIn(times, known, now);
  const all = [
    ...speechIn(claimed, leads, settleMs, now),
    ...factsIn(facts),
    ...putOffIn(times, events),
    ...dates.pending,
  ];
  const decided = decideSome(all.slice(0, limit), context);
  const left = all.slice(decided.length);
  const isLeft = (time: TimeRow) => left.some((pending) => pending.time === time);
  const positions = {
    speech: positionOf(spoken, left, claimed, "speech", now - settleMs),
    facts: positionOf(facts, left, claimed, "facts", now),
  };
  return {
    decided,
    positions,
    counts,
    doneTimes: times.filter((time) => time.event > 0 && leads.has(time.lead) && !isLeft(time)),
    recurred: claimed.recurring.map((due) => recurredOf(due, workspace.timeZone, now)),
    seen: dates.seen
      .filter(({ time }) => !isLeft(time))
      .map(({ time, ...rest }) => ({ ...time, ...rest })),
    armed: armedBy(
      facts.filter(({ id }) => id <= (positions.facts ?? 0)),
      known,
    ),
    revision: memory.revision,
  };
}

/** The work (lib/work.ts) after which no other cause is decided in a batch. */
const MAX_WORK = 50_000_000;

/** Decides causes in their order: the first, and others while they take little time. */
function decideSome(pending: Pending[], context: Context) {
  const mostWork = workSpent() + MAX_WORK;
  return pending.flatMap((one) => (workSpent() > mostWork ? [] : decideOne(one, context)));
}

const NO_WORK = {
  decided: [],
  positions: { speech: null, facts: null },
  doneTimes: [],
  recurred: [],
  seen: [],
  armed: [],
};

/** An event may be claimed anew by a start that was put off, long after its lane has passed it. */
const isPutOff = (id: number, { cursors }: Claimed, putOff: Set<number>) =>
  putOff.has(id) && id <= (cursors.find(({ lane }) => lane === "facts")?.position ?? 0);

/**
 * The last of a lane's events in front of the first one that is left for the next batch. A lane
 * that is due without one stays where it is: its commit finds what it is to be due with.
 */
function positionOf(
  events: { id: number }[],
  left: Pending[],
  { cursors }: Claimed,
  lane: Lane,
  until: number,
) {
  const cursor = cursors.find((one) => one.lane === lane);
  const isDue = cursor && cursor.nextEventId !== null && timeOf(cursor.nextEventId) <= until;
  if (events.length === 0) return isDue ? cursor.position : null;
  const open = new Set(left.flatMap(({ cause, time }) => (time ? [] : [cause.eventId])));
  const first = events.findIndex(({ id }) => open.has(id));
  return (first < 0 ? events : events.slice(0, first)).at(-1)?.id ?? null;
}

export const workspaceOf = ({ shortUrlBase }: Pick<Scope, "shortUrlBase">, row: WorkspaceRow) => ({
  shortUrlBase,
  defaultCountry: row.defaultCountry,
  ...(JSON.parse(row.hours) as Hours),
  tagStages: JSON.parse(row.tagStages) as Record<string, string>,
});

/** Publishing stores what the schema of the type has read. */
const recurredOf = ({ data, ...due }: DueRecurring, timeZone: string | null, now: number) => ({
  ...due,
  ...recur(JSON.parse(data) as Recurrence, timeZone ?? "UTC", due.from, now),
});

const NOTHING: Decision = { outcome: null, starts: [], evaluated: [] };

/** Decides a cause. One that can't be read, or that throws, does not stop the others. */
function decideOne(pending: Pending, context: Context): Decided {
  const lead = context.leads.get(pending.cause.leadId);
  if (lead === undefined) return { ...pending, lead, decision: NOTHING, putOffTo: new Map() };
  if (lead === null || pending.cause.type === "unreadable")
    return failed({ ...pending, lead: lead ?? undefined });
  try {
    const decision = decide(
      candidatesOf(pending, context),
      pending.cause,
      stateOf(pending, lead, context),
      context.now,
    );
    return { ...pending, lead, decision, putOffTo: apply(pending, decision, lead, context) };
  } catch (error) {
    log("error", "cause not decided", {
      event_id: pending.cause.eventId,
      ...describeError(error),
    });
    return failed({ ...pending, lead });
  }
}

/** A cause that can't be decided, or written. */
export const failed = (pending: Pending & Pick<Decided, "lead">): Decided => ({
  ...pending,
  decision: { outcome: "internal_error", starts: [], evaluated: [] },
  putOffTo: new Map(),
});

const candidatesOf = ({ cause, time }: Pending, { memory }: Context) =>
  matchCause(memory.set, cause).filter(
    ({ trigger }) => !time || (trigger.scenarioId === time.scenario && trigger.id === time.trigger),
  );

const stateOf = (
  { depth, lastPersonAt, time }: Pending,
  lead: LeadOfCause,
  context: Context,
): LeadState => ({
  ...lead,
  workspace: context.workspace,
  lastPersonAt,
  triggersWaitHours: context.row.triggersWaitHours,
  depth,
  startsLeft: context.startsLeft,
  // A start that was put off has its place in this hour.
  startsInHour: (trigger) => (time ? 0 : startsInHour(countOf(trigger, context), context.now)),
});

/** Lets the decisions that follow know of this one. Returns when its other starts are due. */
function apply(
  { cause, time }: Pending,
  { starts, evaluated }: Decision,
  lead: LeadOfCause,
  context: Context,
) {
  const { now, counts } = context;
  for (const { trigger } of starts) {
    const { scenarioId, platform } = trigger;
    const isAnswer = cause.type === "message.received";
    const run = { scenarioId, platform, isAnswer, isTriggered: true, isActive: true };
    lead.runs = [{ ...run, createdAt: now }, ...lead.runs];
    const entry = {
      ...{ scenarioId, triggerId: trigger.id },
      ...{ subject: subjectOf(trigger, cause), at: now },
    };
    lead.entries = [entry, ...lead.entries];
    context.startsLeft -= 1;
    if (trigger.data.max_per_hour !== undefined && !time)
      counts.set(keyOf(trigger), withOneMore(countOf(trigger, context), now));
  }
  const putOffTo = new Map<string, number>();
  for (const { candidate, outcome } of evaluated) {
    if (outcome !== "put_off") continue;
    const { trigger } = candidate;
    const count = withOnePutOff(countOf(trigger, context), trigger.data.max_per_hour ?? 1, now);
    counts.set(keyOf(trigger), count);
    putOffTo.set(keyOf(trigger), count.hour * HOUR_MS);
  }
  return putOffTo;
}
