import { sql } from "drizzle-orm";
import type { Scope } from "#env";
import { listOf } from "./runs";
import { type Claim, isClaimed, of, type PutOffKey } from "./trigger-cursors";

/** Keeps the starts that wait for an hour with room. */
export const putOffStarts = (
  scope: Scope,
  token: string,
  list: (Claim & PutOffKey & { due: number })[],
) => sql`
  insert into trigger_times (scenario_id, trigger_id, lead_id, event_id, workspace_id, due_at)
  select ${of("$.scenario")}, ${of("$.trigger")}, leads.id, ${of("$.event")},
         ${scope.workspaceId}, ${of("$.due")}
  from ${listOf(list)} cross join leads on leads.id = ${of("$.lead")}
  where ${isClaimed(scope, token)}
  on conflict do nothing`;

/** Ends the times that were decided. It stands last: the other statements look for them. */
export const endTimes = (list: Claim[]) => sql`
  delete from trigger_times
  where (scenario_id, trigger_id, lead_id, event_id, due_at) in (
    select ${of("$.time.scenario")}, ${of("$.time.trigger")}, ${of("$.time.lead")},
           ${of("$.time.event")}, ${of("$.time.at")}
    from ${listOf(list)})`;
