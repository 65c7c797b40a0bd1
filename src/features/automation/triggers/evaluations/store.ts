import { and, eq, getTableColumns, gt, lt, sql } from "drizzle-orm";
import { pagedWhere, stopIn } from "#db/lists/page";
import { events } from "#db/schema/events";
import { triggerEvaluations } from "#db/schema/triggers";
import { owned, within } from "#db/scope/scope";
import type { EventType } from "#domain/events";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { iso } from "#lib/time";
import { sentenceOf } from "../sentences";
import type { EvaluationQuery, TriggerEvaluation } from "./schema";

const { workspaceId, ...own } = getTableColumns(triggerEvaluations);

const isCause = within(
  { workspaceId: sql`${triggerEvaluations.workspaceId}` },
  events,
  eq(events.id, triggerEvaluations.eventId),
);
/** The columns for `toWire`. */
export const evaluationColumns = {
  ...own,
  eventType: sql<EventType | null>`(
    select type from events where ${isCause})`.as("event_type"),
};

type Row = Pick<typeof triggerEvaluations.$inferSelect, keyof typeof own> & {
  eventType: EventType | null;
};

export const toWire = (row: Row): TriggerEvaluation => ({
  id: row.id,
  lead_id: row.leadId,
  lane: row.lane,
  event_id: row.eventId,
  event_type: row.eventType,
  last_event_id: row.lastEventId,
  message_id: row.messageId,
  comment_id: row.commentId,
  outcome: row.outcome,
  message: sentenceOf(row.outcome),
  candidates: row.candidates.map(([scenarioId, triggerId, outcome]) => ({
    scenario_id: scenarioId,
    trigger_id: triggerId,
    outcome,
    message: sentenceOf(outcome),
  })),
  run_ids: row.runIds,
  times: row.times,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

/** The evaluations of a time: an id is that time in milliseconds, times 1,000, plus a count. */
const createdIn = ({ created_from: from, created_to: to }: EvaluationQuery) =>
  and(
    from === undefined ? undefined : gt(triggerEvaluations.id, from * 1_000 - 1),
    to === undefined ? undefined : lt(triggerEvaluations.id, (to + 1) * 1_000),
  );

/** Splits the filters: `key` finds the rows by an index, `filter` is checked on each. */
function conditions(scope: Scope, query: EvaluationQuery) {
  const { lead_id: leadId } = query;
  const ofLead = leadId === undefined ? undefined : eq(triggerEvaluations.leadId, leadId);
  return {
    key: owned(scope, triggerEvaluations, ofLead, createdIn(query)),
    filter: filterOf(query),
  };
}

/**
 * The candidates are found in their JSON, such as `[[7,"guide","started"]]`: D1 would count a row
 * for each that `json_each` reads.
 */
function filterOf({ scenario_id: scenario, trigger_id: trigger, outcome }: EvaluationQuery) {
  if (trigger === undefined)
    return and(
      outcome && eq(triggerEvaluations.outcome, outcome),
      scenario === undefined ? undefined : has(`[${scenario},"`),
    );
  const start = scenario === undefined ? "" : `[${scenario}`;
  return has(`${start},${JSON.stringify(trigger)},"${outcome ? `${outcome}"` : ""}`);
}

const has = (json: string) => sql`instr(${triggerEvaluations.candidates}, ${json})`;

export async function listEvaluations(
  scope: Scope,
  query: EvaluationQuery,
  page: PageRequest,
): Promise<Page<TriggerEvaluation>> {
  const { key, filter } = conditions(scope, query);
  const listed = scope.db
    .select({ ...evaluationColumns, stop: stopIn(filter) })
    .from(triggerEvaluations)
    .$dynamic();
  const rows = await pagedWhere(listed, scope, triggerEvaluations, page, { key, filter });
  return cutPage(rows, page, toWire);
}
