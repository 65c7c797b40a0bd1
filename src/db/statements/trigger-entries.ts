import { sql } from "drizzle-orm";
import type { Scope } from "#env";
import { triggerEntries } from "../schema/triggers";
import { owned } from "../scope/within";
import { listOf } from "./runs";
import { type Claim, leadOfItem, of, type Person } from "./trigger-cursors";

/** A start of which `again` is to know. */
type Entry = Claim & Person & { scenario: number; trigger: string; subject: string };

/** Remembers those starts that have made a run. */
export const rememberStarts = (scope: Scope, token: string, list: Entry[], now: number) => sql`
  insert into trigger_entries (lead_id, scenario_id, trigger_id, subject, workspace_id, at, times)
  select ${leadOfItem}, ${of("$.scenario")}, ${of("$.trigger")}, ${of("$.subject")},
         ${scope.workspaceId}, ${now}, 1
  from ${listOf(list)}
  where exists (
    select 1 from runs
    where runs.scenario_id = ${of("$.scenario")} and runs.lead_id = ${leadOfItem}
      and turn = ${token})
  on conflict (lead_id, scenario_id, trigger_id, subject) do update set
    at = excluded.at, times = times + 1`;

/** Forgets the earlier dates of triggers that have started for a new one: no older one comes. */
export const forgetDates = (scope: Scope, token: string, list: Entry[]) => sql`
  delete from trigger_entries
  where (lead_id, scenario_id, trigger_id, subject) in (
    select lead_id, scenario_id, trigger_id, subject
    from ${listOf(list)} cross join trigger_entries
      on lead_id = ${of("$.lead")} and scenario_id = ${of("$.scenario")}
      and trigger_id = ${of("$.trigger")} and subject <> ${of("$.subject")}
      and +${owned(scope, triggerEntries)}
    where exists (
      select 1 from runs
      where runs.scenario_id = ${of("$.scenario")} and runs.lead_id = ${of("$.lead")}
        and turn = ${token}))`;
