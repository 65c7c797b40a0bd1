import { eq, sql } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { selectId } from "../../../db/rows";
import { runs } from "../../../db/schema/automation";
import { leads } from "../../../db/schema/leads";
import { within } from "../../../db/scope";
import type { Scope } from "../../../env";
import { found } from "../../../lib/problem";
import type { LeadEventInput } from "./input";
import type { LeadEvent } from "./schema";

/** Tells the lead's runs that wait for an event through the API. They are then due: a trigger of `run_events` sees to that. */
export async function reportLeadEvent(
  scope: Scope,
  leadId: number,
  { name, data }: LeadEventInput,
): Promise<LeadEvent> {
  const event = JSON.stringify({ name, ...(data && { data }) });
  const waiting = within(scope, runs, eq(runs.leadId, leadId), eq(runs.waitingFor, "custom"));
  const { lead, reached } = await batch(scope, {
    lead: selectId(scope, leads, leadId),
    reached: sql<{ run_id: number }>`
      insert into run_events (run_id, visit, kind, data, at)
        select id, visits, 'custom', ${event}, ${Date.now()} from ${runs} where ${waiting} returning run_id`,
  });
  found(lead[0]);
  return { name, run_ids: reached.map(({ run_id }) => run_id).toSorted((a, b) => a - b) };
}
