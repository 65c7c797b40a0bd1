import { type SQL, sql } from "drizzle-orm";
import { batch, countStatements, type Results } from "#db/batch";
import { events } from "#db/schema/events";
import { scenarioTriggers, triggerCursors } from "#db/schema/triggers";
import { within } from "#db/scope/scope";
import { selectDueRecurring } from "#db/statements/recurring-triggers";
import { currentRevision, dayNumber } from "#db/statements/trigger-cursors";
import type { Lane } from "#domain/triggers";
import type { Scope } from "#env";
import { commitStatements, type TriggerCommit } from "./commit";
import { claimedIn, dueTimes, leadOf, MAX_RECURRING, selectEvents } from "./events";
import type { Claimed, CursorRow, TimeRow, TriggerRow } from "./rows";
import { selectLeads, selectWorkspace } from "./state";

export { scopeOf } from "#db/scope/scope";

/**
 * Commits the last decisions and claims causes, in one round trip: the next events of each lane,
 * up to `limit`, those of speech that were stored `settleMs` ago, with the messages that follow
 * within this time; and starts that were put off until now. The triggers are read if `revision` is
 * not theirs.
 */
export async function claimCauses(
  scope: Scope,
  commit: TriggerCommit | null,
  { limit, settleMs, revision }: { limit: number; settleMs: number; revision: string | null },
) {
  const now = Date.now();
  const statements = {
    ...(commit ? commitStatements(scope, commit, now) : { advanced: [], written: [] }),
    ...claimStatements(scope, { now, limit, settleMs, revision }),
  };
  const { advanced, written: _, ...found } = await batch(scope, statements);
  return toClaimed(found, advanced.flat(), countStatements(statements));
}

type Wanted = { now: number; limit: number; settleMs: number; revision: string | null };

function claimStatements(scope: Scope, { now, limit, settleMs, revision }: Wanted) {
  const claimed = claimedIn(scope, now, limit, settleMs);
  const current = currentRevision(scope);
  return {
    cursors: sql<CursorRow>`
      select lane, position, next_event_id as nextEventId,
        iif(day is ${dayNumber(now)}, refusals, 0) as refusals
      from trigger_cursors where ${within(scope, triggerCursors)}`,
    triggers: selectTriggers(scope, current, revision),
    times: sql<TimeRow>`
      select scenario_id as scenario, trigger_id as "trigger", lead_id as lead, event_id as event,
        due_at as at
      from ${dueTimes(scope, now, limit)} order by due_at`,
    recurring: selectDueRecurring(scope, now, Math.min(limit, MAX_RECURRING)),
    events: selectEvents(scope, claimed, settleMs),
    leads: selectLeads(
      scope,
      sql`
        select ${leadOf(scope)} as lead_id from ${claimed} as claimed
          cross join events on ${within(scope, events)} and events.id = claimed.id
        union select lead_id from ${dueTimes(scope, now, limit)}`,
      now,
    ),
    workspace: selectWorkspace(scope),
  };
}

/**
 * The triggers that are on, unless they are those of `revision`: then none of them is read. Their
 * number is bound by a quota, and the bytes of their settings by `trigger_bytes`.
 */
const selectTriggers = (scope: Scope, current: SQL, revision: string | null) => sql<TriggerRow>`
  select scenario_id as scenarioId, trigger_id as id, type, platform, lane, place, since, data,
    hour, starts, limited_hour as limitedHour
  from (select 1 where ${current} is not ${revision})
    cross join scenario_triggers on ${within(scope, scenarioTriggers)} and is_on`;

type Found = Results<ReturnType<typeof claimStatements>>;

function toClaimed(
  { workspace, cursors, ...found }: Found,
  advanced: { lane: Lane }[],
  statements: number,
): Claimed {
  const [row] = workspace;
  const isIdle = !row || row.isSuspended === 1 || row.isFull === 1;
  return {
    ...found,
    ...(isIdle && { events: [], leads: [], times: [], recurring: [] }),
    cursors,
    workspace: row,
    isIdle,
    advanced: advanced.map(({ lane }) => lane),
    statements,
  };
}
