import { eq, type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { leads } from "../schema/leads";
import { leadMerges } from "../schema/merges";
import { owned, within } from "../scope/within";

// The rows of `lead_merges` (schema/merges.ts). A merge is open until its last transaction, which
// is `joining` while it runs.

/** The two leads of a merge: `leadId` goes into `keepId`. */
export type Merge = { leadId: number; keepId: number };

/** A merge as D1 returns it. */
export type MergeRow = {
  lead_id: number;
  keep_id: number;
  created_at: number;
  finished_at: number | null;
};

const columns = sql`lead_id, keep_id, created_at, finished_at`;

export const isMerge = (scope: Scope, { leadId, keepId }: Merge) =>
  within(scope, leadMerges, eq(leadMerges.leadId, leadId), eq(leadMerges.keepId, keepId));

/** Selects the id of the lead whose rows move, if the merge is in that state. */
export const moving = (scope: Scope, merge: Merge, state: "open" | "joining") => sql`(
  select lead_id from lead_merges
  where ${isMerge(scope, merge)} and finished_at is null
    and is_joining = ${state === "joining" ? 1 : 0})`;

/**
 * The conversations of the lead that `from` selects whose channel the kept lead has one with, too:
 * as `from_id` and `to_id`.
 */
export const pairs = ({ keepId }: Merge, from: SQL) => sql`
  select mine.id as from_id, theirs.id as to_id
  from conversations as mine
    cross join conversations as theirs
      on theirs.lead_id = ${keepId} and theirs.channel_id is mine.channel_id
        and theirs.platform = mine.platform
  where mine.lead_id = ${from}`;

const hasLead = (scope: Scope, id: SQL) => sql`
  exists (select 1 from leads where ${within(scope, leads, eq(leads.id, id))})`;

/**
 * Begins the merge of two leads of the workspace that `pair` selects as `gone` and `kept`, unless
 * one of them is part of another that is still open: a lead may only be kept by several.
 */
export const startMergeOf = (scope: Scope, pair: SQL, now: number) => sql`
  insert into lead_merges (workspace_id, lead_id, keep_id, next_at, created_at)
  select ${scope.workspaceId}, gone, kept, ${now}, ${now} from (${pair}) as pair
  where ${hasLead(scope, sql`gone`)} and ${hasLead(scope, sql`kept`)}
    and not exists (
      select 1 from lead_merges
      where +${owned(scope, leadMerges)} and finished_at is null
        and (lead_id in (gone, kept) or keep_id = gone))
  on conflict do nothing`;

export const startMerge = (scope: Scope, { leadId, keepId }: Merge, now: number) =>
  startMergeOf(scope, sql`select ${leadId} as gone, ${keepId} as kept`, now);

/** The merge of a lead into another, by the merged one. */
export const selectMerge = (scope: Scope, leadId: number) => sql<MergeRow>`
  select ${columns} from lead_merges
  where ${within(scope, leadMerges, eq(leadMerges.leadId, leadId))}`;

/** Lets the worker go on later with a merge of which nothing can be moved now. */
export const postponeMerge = (scope: Scope, merge: Merge, nextAt: number) => sql`
  update lead_merges set next_at = ${nextAt}
  where ${isMerge(scope, merge)} and finished_at is null`;
