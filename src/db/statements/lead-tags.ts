import { eq, type SQL, sql } from "drizzle-orm";
import type { ActorCode } from "#domain/actors";
import { MAX_TAGS } from "#domain/leads";
import type { Scope } from "#env";
import type { Statement } from "../batch";
import { leads, leadTags, tags } from "../schema/leads";
import { present } from "../scope/present";
import { selectId } from "../scope/rows";
import { within } from "../scope/scope";
import { moveLead, moveLeads } from "./leads/leads";

// The statements that write the table `lead_tags`. A tag with a pipeline stage moves the lead
// there. SQL triggers refuse more than MAX_TAGS (`lead_tags_limit` in leads.sql), and keep the tag
// with the latest run of each scenario that tracks it (`run_events_tag` in automation.sql).

/**
 * A request's change of a lead's tags: `replace` sets all of them, then `attach`, then `detach`.
 */
export type TagChange = {
  replace?: number[] | undefined;
  attach?: number[] | undefined;
  detach?: number[] | undefined;
};

const isAmong = (ids: number[]) =>
  sql`${leadTags.tagId} in (select value from json_each(${JSON.stringify(ids)}))`;

/**
 * Changes a lead's tags; tags of other workspaces are never attached. The lead moves to the stage
 * of the last tag that is new to it and has one, unless the request itself sets the stage
 * (`keepStage`).
 */
export function changeTags(
  scope: Scope,
  leadId: number | SQL,
  { replace, attach = [], detach = [] }: TagChange,
  keepStage: boolean,
): Statement[] {
  if (!replace && attach.length + detach.length === 0) return [];
  const wanted = [...(replace ?? []), ...attach].filter((id) => !detach.includes(id));
  const isRemoved = replace ? sql`not ${isAmong(wanted)}` : isAmong(detach);
  const applied = sql`
    from json_each(${JSON.stringify(wanted)}) as wanted
    cross join ${tags} on ${within(scope, tags, sql`${tags.id} = wanted.value`)}`;
  const isNew = sql`not exists (
    select 1 from ${leadTags}
    where ${leadTags.leadId} = ${leads.id} and ${leadTags.tagId} = ${tags.id})`;
  const stage = sql`(
    select ${tags.pipelineStage} ${applied}
    where ${tags.pipelineStage} is not null and ${isNew}
    order by wanted.key desc
    limit 1)`;
  return [
    removeTags(
      scope.actor,
      sql`
        select lead_id, tag_id from lead_tags
        where lead_id in ${selectId(scope, leads, leadId)} and ${isRemoved}`,
    ),
    ...(keepStage ? [] : [moveLead(scope, leadId, stage)]),
    sql`
      insert into lead_tags (lead_id, tag_id, created_at, added_by)
      select ${leads.id}, ${tags.id}, ${Date.now()}, ${scope.actor} ${applied}
      cross join leads
      where ${within(scope, leads, eq(leads.id, leadId))}
      on conflict do nothing`,
  ];
}

/**
 * Attaches tags to leads that lack them, and moves each lead to the stage of the last of its new
 * tags that has one. `pairs` selects `lead_id`, `tag_id` and the actor `added_by`. A lead gets no
 * more tags than it has room for.
 */
export function attachPairs(pairs: SQL): Statement[] {
  const ranked = sql`
    select *, row_number() over (partition by lead_id order by tag_id) as nth
    from (
      select lead_id, tag_id, min(added_by) as added_by from (${pairs}) group by lead_id, tag_id
    ) as pair
    where not exists (
      select 1 from lead_tags where lead_id = pair.lead_id and tag_id = pair.tag_id)`;
  const fresh = sql`
    select lead_id, tag_id, added_by from (${ranked}) as ranked
    where nth <= ${MAX_TAGS} - (
      select count(*) from lead_tags
      where lead_tags.lead_id = ranked.lead_id and ${present(leadTags)})`;
  // SQLite takes the other columns from the row that holds the max(): here from the last staged
  // tag.
  const moves = sql`
    select lead_id, max(iif(pipeline_stage is null, 0, tags.id)), pipeline_stage as stage,
      added_by
    from (${fresh}) cross join tags on tags.id = tag_id
    group by lead_id`;
  return [
    moveLeads(moves),
    sql`
      insert into lead_tags (lead_id, tag_id, created_at, added_by)
      select lead_id, tag_id, ${Date.now()}, added_by from (${fresh})`,
  ];
}

/**
 * Attaches tags of the workspace to leads of the workspace that lack them; moves no lead. `pairs`
 * selects `lead_id`, `tag_id` and `key`, their order.
 */
export const addTags = (scope: Scope, pairs: SQL) => sql`
  insert into lead_tags (lead_id, tag_id, created_at, added_by)
  select ${leads.id}, ${tags.id}, ${Date.now()}, ${scope.actor}
  from (${pairs}) as pair
    cross join ${leads} on ${within(scope, leads, sql`${leads.id} = pair.lead_id`)}
    cross join ${tags} on ${within(scope, tags, sql`${tags.id} = pair.tag_id`)}
  where true
  order by pair.key
  on conflict do nothing`;

/** Detaches a tag from a lead of the workspace, and returns a row if the lead had it. */
export const detachTag = (scope: Scope, leadId: number, tagId: number) => sql<{ tag_id: number }>`
  ${removeTags(
    scope.actor,
    sql`
      select lead_id, tag_id from lead_tags
      where lead_id = ${selectId(scope, leads, leadId)} and tag_id = ${tagId}`,
  )}
  returning tag_id`;

/** Detaches tags from leads. `pairs` selects a lead, a tag and the actor each. */
export const detachPairs = (pairs: SQL) =>
  sql`insert into tag_removals (lead_id, tag_id, actor) ${pairs}`;

/** Removes tags. `pairs` selects a lead and a tag each. */
const removeTags = (actor: ActorCode, pairs: SQL) =>
  detachPairs(sql`select *, ${actor} from (${pairs})`);
