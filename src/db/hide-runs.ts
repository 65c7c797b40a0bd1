import { eq, sql } from "drizzle-orm";
import type { Scope } from "../env";
import { scenarios } from "./schema/automation";
import { within } from "./within";

/**
 * Deletes all runs of a scenario of the workspace, or those of one lead: hides them until they are
 * removed.
 */
export const hideRuns = (scope: Scope, scenarioId: number, leadId?: number) => {
  const isHidden = sql`scenario_id = ${scenarioId}
    ${leadId === undefined ? sql`` : sql`and runs.lead_id = ${leadId}`}`;
  return sql`
    insert into removals (kind, parent_id, lead_id, workspace_id, up_to, changed_by)
    select 'runs', id, ${leadId ?? 0}, workspace_id,
           (select max(id) from runs where ${isHidden}), ${scope.actor}
    from scenarios
    where ${within(scope, scenarios, eq(scenarios.id, scenarioId))}
      and exists (select 1 from runs where ${isHidden})
    on conflict (kind, parent_id, lead_id) do update
    set up_to = excluded.up_to, changed_by = excluded.changed_by`;
};
