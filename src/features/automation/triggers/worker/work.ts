import type { DueRecurring, Recurred } from "#db/statements/recurring-triggers";
import type { ArmedTime, SeenTime } from "#db/statements/trigger-times";
import type { Lane } from "#domain/triggers";
import type { Scope } from "#env";
import type { Hours } from "#features/automation/engine/hours";
import { orLog } from "#lib/log";
import { workSpent } from "#lib/work";
import { type Recurrence, recur } from "../times/recurrence";
import { timeOf } from "./causes";
import { armedBy, datesIn } from "./dates";
import { type Context, type Decided, decideOne } from "./decisions";
import { MAX_CLAIMED, MAX_RECURRING } from "./events";
import { factsIn, type Pending, putOffIn, speechIn } from "./gather";
import { isThere, leadsOf } from "./lead";
import type { Count, Memory, TriggerKey } from "./memory";
import type { Claimed, TimeRow, WorkspaceRow } from "./rows";

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
  /** True if causes were left, or others may be due that were not claimed. */
  hasMore: boolean;
  /** The triggers that can't be read. */
  unreadable: TriggerKey[];
  /** The triggers' revision, as they were when these were decided. */
  revision: string | null;
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
  const putOff = times.filter(({ event, lead }) => event > 0 && isThere(leads, lead));
  const [spoken, facts] = [newEvents(claimed, "speech"), newEvents(claimed, "facts")];
  const dates = datesIn(times, known, now);
  const all = [
    ...speechIn({ events: claimed.events, putOff }, leads, settleMs, now),
    ...factsIn(facts),
    ...putOffIn(putOff, events),
    ...dates.pending,
  ];
  const decided = decideSome(all.slice(0, limit), context);
  const left = all.slice(decided.length);
  const isLeft = (time: TimeRow) => left.some((pending) => pending.time === time);
  const atFacts = positionOf(facts, left, claimed, "facts", now);
  const positions = {
    speech: positionOf(spoken, left, claimed, "speech", now - settleMs),
    // Counts are written in the name of the lane, also where it goes no further.
    facts: atFacts ?? (counts.size > 0 ? placeOf("facts", claimed) : null),
  };
  const { recurred, unreadable } = recurrencesOf(claimed, workspace.timeZone, now);
  return {
    decided,
    positions,
    counts,
    doneTimes: putOff.filter((time) => !isLeft(time)),
    recurred,
    hasMore: left.length > 0 || isFull(claimed, limit),
    unreadable: [...memory.unreadable, ...unreadable],
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

/** True if a claim may have reached one of its limits. */
const isFull = ({ events, times, recurring }: Claimed, limit: number) =>
  Math.max(events.length, times.length) >= Math.min(limit, MAX_CLAIMED) ||
  recurring.length >= Math.min(limit, MAX_RECURRING);

/** The work (lib/work.ts) after which no other cause is decided in a batch: about 0.05 s. */
const MAX_WORK = 5_000_000;
/** The work of several batches after which others have their turn. */
export const MAX_WORK_PER_ALARM = 50_000_000;

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
  hasMore: false,
  seen: [],
  armed: [],
  unreadable: [],
};

const placeOf = (lane: Lane, { cursors }: Pick<Claimed, "cursors">) =>
  cursors.find((one) => one.lane === lane)?.position ?? null;

/**
 * The events of a lane behind its position. An event may be claimed anew by a start that was put
 * off, long after its lane has passed it.
 */
function newEvents({ events, cursors }: Claimed, lane: Lane) {
  const place = placeOf(lane, { cursors }) ?? 0;
  return events.filter((event) => event.lane === lane && event.isClaimed && event.id > place);
}

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

/** Works out the times of `recurring` triggers. One that can't be does not stop the others. */
function recurrencesOf({ recurring }: Claimed, timeZone: string | null, now: number) {
  const found = recurring.map((due) => ({
    key: { scenarioId: due.scenario, id: due.trigger },
    recurred: orLog("time not worked out", { trigger_id: due.trigger }, () =>
      recurredOf(due, timeZone, now),
    ),
  }));
  return {
    recurred: found.flatMap(({ recurred }) => recurred ?? []),
    unreadable: found.flatMap(({ key, recurred }) => (recurred ? [] : key)),
  };
}

/** Publishing stores what the schema of the type has read. */
const recurredOf = ({ data, ...due }: DueRecurring, timeZone: string | null, now: number) => ({
  ...due,
  ...recur(JSON.parse(data) as Recurrence, timeZone ?? "UTC", due.from, now),
});
