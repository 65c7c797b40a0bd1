import type { Statement } from "#db/batch";
import { awaitRecurring, enrolRecurring } from "#db/statements/recurring-triggers";
import { countRefusals } from "#db/statements/scenario-days";
import { switchOffUnreadable } from "#db/statements/scenario-triggers";
import { countStarts } from "#db/statements/trigger-counts";
import { advance, isClaimed, isRevision } from "#db/statements/trigger-cursors";
import { forgetDates, rememberStarts } from "#db/statements/trigger-entries";
import { type Evaluation, evaluate } from "#db/statements/trigger-evaluations";
import {
  armTimes,
  endTimes,
  holdMerged,
  moveTimes,
  putOffStarts,
} from "#db/statements/trigger-times";
import { startTriggeredRuns, type TriggerStart } from "#db/statements/triggered-runs";
import { beginDay, recordReached } from "#db/writes/quotas";
import { type Lane, lanes } from "#domain/triggers";
import type { Scope } from "#env";
import { MAX_OPEN } from "#features/automation/runs/bulk/job";
import { refusalsOf } from "#features/automation/statistics/triggers";
import { barsOf, subjectOf } from "../again";
import { isSpeech } from "../cause";
import { eventOf } from "../decide";
import { laneOf } from "./causes";
import { RETRY_MS } from "./dates";
import type { Decided } from "./decisions";
import { evaluationsOf, keptOf, personOf } from "./evaluations";
import { type Count, keyOf } from "./memory";
import { insertNewcomers } from "./newcomers";
import type { CursorRow } from "./rows";
import type { Worked } from "./work";

/** The decisions of one batch, to be committed together. `token` names the commit. */
export type TriggerCommit = Omit<Worked, "counts"> & {
  token: string;
  cursors: CursorRow[];
  evaluations: Evaluation[];
  counts: Map<string, Count & { isAnnounced: boolean }>;
};

/** The most evaluations of causes that started nothing which a workspace keeps of a day. */
const MAX_REFUSALS = 10_000;

/** `counts` are those before. */
export function newCommit(
  worked: Worked,
  cursors: CursorRow[],
  counts: Map<string, Count>,
  now: number,
): TriggerCommit {
  const stored = cursors.reduce((sum, { refusals }) => sum + refusals, 0);
  return {
    ...worked,
    token: crypto.randomUUID(),
    cursors,
    evaluations: evaluationsOf(worked.decided, MAX_REFUSALS - stored, now),
    counts: new Map(
      [...worked.counts].map(([key, count]) => {
        const isAnnounced = count.limitedHour !== (counts.get(key)?.limitedHour ?? null);
        return [key, { ...count, isAnnounced }];
      }),
    ),
  };
}

/**
 * The statements that write the decisions, in one transaction. `advanced` moves the lanes that are
 * still where they were read; the others write for those alone. What depends on the settings of
 * `date` triggers is written while they are those that were read.
 */
export function commitStatements(scope: Scope, commit: TriggerCommit, now: number) {
  const { token, decided, evaluations, doneTimes, counts, recurred, armed, seen } = commit;
  const { unreadable } = commit;
  const isCurrent = isRevision(scope, commit.revision);
  const dated = decided.filter(({ cause }) => cause.type === "date").flatMap(entriesOf);
  const starts = decided.flatMap((one) => startsOf(one, now));
  const entries = decided.flatMap(entriesOf);
  const putOff = decided.flatMap(putOffOf);
  const held = decided.flatMap(heldOf);
  const refusals = refusalsIn(decided);
  const isQuotaReached = decided.some(meetsQuota);
  const written: Statement[] = [
    ...insertNewcomers(scope, token, decided, commit.revision),
    ...(starts.length > 0 ? [startTriggeredRuns(scope, token, starts, now)] : []),
    ...(entries.length > 0 ? [rememberStarts(scope, token, entries, now)] : []),
    ...(dated.length > 0 ? [forgetDates(scope, token, dated)] : []),
    ...(counts.size > 0 ? countStarts(scope, token, [...counts].map(toCount)) : []),
    ...evaluate(scope, token, evaluations, now),
    ...(refusals.length > 0 ? [countRefusals(scope, refusals, isClaimed(scope, token), now)] : []),
    ...(putOff.length > 0 ? [putOffStarts(scope, token, putOff)] : []),
    ...(held.length > 0 ? [holdMerged(scope, token, held, now + RETRY_MS)] : []),
    ...armTimes(scope, armed, isCurrent, now),
    ...moveTimes(scope, seen, isCurrent),
    ...(doneTimes.length > 0 ? [endTimes(doneTimes.map((time) => ({ lane: "facts", time })))] : []),
    ...(recurred.length > 0
      ? [enrolRecurring(scope, recurred, MAX_OPEN, now), awaitRecurring(scope, recurred)]
      : []),
    ...(isQuotaReached ? [beginDay(scope), recordReached(scope, "triggered_runs_per_day")] : []),
    ...(unreadable.length > 0 ? switchOffUnreadable(scope, unreadable, isCurrent) : []),
  ];
  return {
    advanced: lanes.flatMap((lane) => advanceOf(scope, commit, lane, now)),
    written,
  };
}

function advanceOf(scope: Scope, { positions, ...commit }: TriggerCommit, lane: Lane, now: number) {
  const [cursor, to] = [commit.cursors.find((one) => one.lane === lane), positions[lane]];
  if (!cursor || to === null) return [];
  const refusals = commit.evaluations.filter(
    (one) => one.lane === lane && one.outcome !== "started" && one.raises === null,
  ).length;
  const revision = lane === "facts" && commit.armed.length > 0 ? commit.revision : null;
  const move = { lane, from: cursor.position, to, refusals, revision };
  return [advance(scope, commit.token, move, now)];
}

const laneOfClaim = ({ cause, time }: Decided) => ({ lane: laneOf(cause), time });

/** The claim of an item of a statement, and its lead. */
const claimOf = (one: Decided) => ({ ...laneOfClaim(one), ...personOf(one) });

/**
 * The refusals that the statistics count: of a lane together, of each time by itself. Each scenario
 * writes a row, so that no more are counted than evaluations have.
 */
function refusalsIn(decided: Decided[]) {
  const [now, later] = [decided.filter(({ time }) => !time), decided.filter(({ time }) => time)];
  const together = lanes.map((lane) => now.filter(({ cause }) => laneOf(cause) === lane));
  return [...together, ...later.map((one) => [one])].flatMap(([one, ...others]) =>
    one
      ? refusalsOf([one, ...others].flatMap(({ decision }) => keptOf(decision))).map(
          (refusals) => ({ ...refusals, lane: laneOf(one.cause), time: one.time }),
        )
      : [],
  );
}

const startsOf = (one: Decided, now: number): TriggerStart[] =>
  one.decision.starts.map(({ trigger, message, comment }) => ({
    ...claimOf(one),
    event: eventOf({ message, comment }, one.cause),
    scenario: trigger.scenarioId,
    trigger: trigger.id,
    channel: (message ?? comment)?.channelId ?? null,
    booking: one.cause.type === "booking" ? one.cause.bookingId : null,
    cause: {
      trigger_id: trigger.id,
      type: trigger.type,
      event_id: (message ?? one.cause).eventId || null,
      ...(message && { message_id: message.id }),
      ...(comment && { comment_id: comment.id }),
      ...(one.cause.type === "link.clicked" && { click_id: one.cause.clickId }),
      ...(one.by !== null && { by: one.by }),
      ...(one.depth > 0 && { depth: one.depth }),
    },
    memory: one.depth > 0 ? { depth: one.depth } : {},
    bars: barsOf(trigger, one.cause, now),
  }));

const entriesOf = (one: Decided) =>
  one.decision.starts.flatMap(({ trigger }) =>
    trigger.data.again === "always" && one.cause.type !== "date"
      ? []
      : {
          ...claimOf(one),
          scenario: trigger.scenarioId,
          trigger: trigger.id,
          subject: subjectOf(trigger, one.cause),
        },
  );

const putOffOf = (one: Decided) =>
  one.decision.evaluated.flatMap(({ candidate: { trigger } }) => {
    const due = one.putOffTo.get(keyOf(trigger));
    if (due === undefined) return [];
    const { scenarioId: scenario, id } = trigger;
    const lead = one.cause.leadId;
    return { ...laneOfClaim(one), lead, scenario, trigger: id, event: one.cause.eventId, due };
  });

/**
 * The starts to be held where the lead turns out to be merged into another one. What a lead wrote
 * is held once: all triggers are asked again.
 */
const heldOf = (one: Decided) => {
  const { cause, decision } = one;
  const waits = decision.evaluated.filter(({ outcome }) => outcome === "being_merged");
  const candidates = [...decision.starts, ...waits.map(({ candidate }) => candidate)];
  return (isSpeech(cause) ? candidates.slice(0, 1) : candidates).map(({ trigger }) => ({
    ...laneOfClaim(one),
    ...{ lead: cause.leadId },
    ...{ scenario: trigger.scenarioId, trigger: trigger.id, event: cause.eventId },
  }));
};

/** A start that was put off before has its place in this hour: only the quota puts it off again. */
const meetsQuota = ({ time, decision }: Decided) =>
  decision.evaluated.some(
    ({ outcome }) => outcome === "quota_reached" || (outcome === "put_off" && time !== null),
  );

function toCount([key, { hour, starts, limitedHour, isAnnounced }]: [
  string,
  Count & { isAnnounced: boolean },
]) {
  const [scenario, trigger] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  return {
    lane: "facts" as const,
    time: null,
    scenario: Number(scenario),
    trigger,
    hour,
    starts,
    limited: isAnnounced ? limitedHour : null,
  };
}
