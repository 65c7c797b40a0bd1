import { eq } from "drizzle-orm";
import { batch } from "#db/batch";
import { runs } from "#db/schema/automation";
import { leads } from "#db/schema/leads";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import {
  announceReport,
  insertCustomEvent,
  insertRunEvents,
  keptEventId,
} from "#db/statements/run-events";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import type { LeadEventInput } from "./input";
import type { LeadEvent } from "./schema";

/** Records an event of a lead, and gives it to the lead's runs that wait for such events. */
export async function reportLeadEvent(
  scope: Scope,
  leadId: number,
  { name, data }: LeadEventInput,
): Promise<LeadEvent> {
  const waiting = within(scope, runs, eq(runs.leadId, leadId), eq(runs.waitingFor, "custom"));
  const { lead, reached } = await batch(scope, {
    lead: selectId(scope, leads, leadId),
    kept: data ? insertCustomEvent(scope, data, waiting) : undefined,
    reached: insertRunEvents(
      { kind: "custom", data: { name }, ...(data && { eventId: keptEventId }) },
      waiting,
    ),
    event: announceReport(scope, leadId, { name, data: data ?? {} }),
  });
  found(lead[0]);
  return { name, run_ids: reached.map(({ run_id }) => run_id).toSorted((a, b) => a - b) };
}
