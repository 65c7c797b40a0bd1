import { eq, type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { scenarios } from "../schema/automation";
import { removals } from "../schema/removals";
import { within } from "../scope/within";
import { dropRemoved } from "../statements/runs";

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

/**
 * Drops the deleted runs among the first due ones, so that the scheduler does not read them again.
 * `due` selects the first due runs, at most as many as it is told.
 */
export function dropDue(scope: Scope, due: (limit: SQL) => SQL, limit: number) {
  const isAny = sql`exists (select 1 from removals where ${within(scope, removals)})`;
  return dropRemoved(scope, due(sql`iif(${isAny}, ${limit}, 0)`));
}
