import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { leads } from "#db/schema/leads";
import { segments } from "#db/schema/segments";
import { scenarioTriggers, triggerEvaluations, triggerTimes } from "#db/schema/triggers";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { TriggerOutcome } from "#domain/triggers";
import type { Scope } from "#env";
import { conditions, isImpossible } from "#features/leads/search/filter";
import type { LeadFilter } from "#features/leads/search/query";
import { keyOf } from "../worker/memory";
import { selectLeads, selectWorkspace } from "../worker/state";
import { selectTriggers } from "./read";
import { type LastTime, timeTypes } from "./times";

// The reads of an explanation of times.

/** The most triggers that are shown: a workspace has few dates, and each segment is searched. */
export const MAX_TIMES_SHOWN = 50;
/** The newest evaluations of a lead, among which the last of each trigger is. */
const MAX_EVALUATIONS = 500;

type TimeRow = { scenarioId: number; id: string; at: number };
type LastRow = TimeRow & { outcome: TriggerOutcome };
type SegmentRow = { id: number; filter: string };

/** The triggers of times, with what is stored of a lead. */
export async function readTimes(scope: Scope, leadId: number, now: number) {
  const ofTypes = sql`select value from json_each(${JSON.stringify(timeTypes)})`;
  const { segments: found, ...read } = await readBatch(scope, {
    known: selectId(scope, leads, leadId),
    leads: selectLeads(scope, sql`select cast(${leadId} as integer)`, now),
    workspace: selectWorkspace(scope),
    triggers: selectTriggers(scope, ofTypes, MAX_TIMES_SHOWN + 1),
    times: sql<TimeRow>`
      select scenario_id as scenarioId, trigger_id as id, due_at as at from trigger_times
      where ${within(scope, triggerTimes)} and lead_id = ${leadId} and event_id = 0`,
    lasts: selectLasts(scope, leadId),
    segments: sql<SegmentRow>`
      select id, filter from segments
      where ${within(scope, segments)} and missing_tag_ids = '[]' and id in (
        select data ->> 'segment_id' from scenario_triggers
        where ${within(scope, scenarioTriggers)} and type in (${ofTypes})
        order by is_on desc, scenario_id desc, place limit ${MAX_TIMES_SHOWN})`,
  });
  return {
    ...read,
    stored: new Map(read.times.map((row) => [keyOf(row), row.at])),
    lasts: new Map<string, LastTime>(read.lasts.map((row) => [keyOf(row), row])),
    segments: await membership(scope, leadId, found),
  };
}

export type Times = Awaited<ReturnType<typeof readTimes>>;

/** The outcomes of the lead's dates, the last of each trigger last. */
const selectLasts = (scope: Scope, leadId: number) => sql<LastRow>`
  select candidate.value ->> 0 as scenarioId, candidate.value ->> 1 as id,
    candidate.value ->> 2 as outcome, updated_at as at
  from (
      select * from trigger_evaluations
      where ${within(scope, triggerEvaluations)} and lead_id = ${leadId}
      order by id desc limit ${MAX_EVALUATIONS}) as evaluations
    cross join json_each(candidates) as candidate
  where event_id is null
  order by updated_at`;

/** For each of some segments: true if the lead is in it. */
async function membership(scope: Scope, leadId: number, found: SegmentRow[]) {
  if (found.length === 0) return new Map<number, boolean>();
  const { members } = await readBatch(scope, {
    members: found.map(({ id, filter }) => selectMember(scope, leadId, id, JSON.parse(filter))),
  });
  return new Map(members.flat().map(({ id, isMember }) => [id, isMember === 1]));
}

const selectMember = (scope: Scope, leadId: number, id: number, filter: LeadFilter) => {
  const isLead = within(scope, leads, sql`leads.id = ${leadId}`, conditions(scope, filter));
  const isIn = isImpossible(filter) ? sql`0` : sql`exists (select 1 from leads where ${isLead})`;
  return sql<{ id: number; isMember: 0 | 1 }>`
    select cast(${id} as integer) as id, ${isIn} as isMember`;
};
