import { type SQL, sql } from "drizzle-orm";
import { runs } from "#db/schema/automation";
import { within } from "#db/scope/scope";
import { reservedLead } from "#db/statements/leads/bulk";
import {
  announceReports,
  insertCustomEvent,
  insertRunEvents,
  keptEventId,
} from "#db/statements/run-events";
import { FORM_SUBMITTED } from "#domain/sources";
import type { Scope } from "#env";

/**
 * The statements that report to scenarios and webhooks who has sent a form: `leads` by their ids,
 * or below 0 by their places among the `fresh` ones of the batch, from -1 on.
 */
export function announceSubmissions(
  scope: Scope,
  sourceId: number,
  leads: readonly number[],
  fresh: number,
): SQL[] {
  if (leads.length === 0) return [];
  const report = { name: FORM_SUBMITTED, data: { source_id: sourceId } };
  const ids = sql`
    select iif(value < 0, ${reservedLead(fresh, sql`-1 - value`)}, value)
    from json_each(${JSON.stringify(leads)})`;
  const isWaiting = sql`lead_id in (${ids}) and waiting_for = 'custom'`;
  const waiting = sql`${within(scope, runs, isWaiting)}`;
  return [
    insertCustomEvent(scope, report.data, waiting),
    insertRunEvents({ kind: "custom", data: { name: report.name }, eventId: keptEventId }, waiting),
    announceReports(scope, ids, report),
  ];
}
