import { eq, type SQL, sql } from "drizzle-orm";
import { selectId } from "../../db/rows";
import { leads, leadTags, tags } from "../../db/schema/leads";
import { rows, type Statement, within } from "../../db/scope";
import type { Scope } from "../../env";
import { MAX_TAGS } from "./tags/store";

/** The columns that moving to a stage sets: `lost` sets `is_lost`, leaving it clears `is_lost` and `lost_reason` (contract §4). */
export const moveTo = (stage: string | null | SQL) => ({
  pipelineStage: sql<string | null>`${stage}`,
  isLost: sql<boolean>`case when (${stage} is 'lost') = (${leads.pipelineStage} is 'lost') then ${leads.isLost} else ${stage} is 'lost' end`,
  lostReason: sql<
    string | null
  >`case when ${leads.pipelineStage} is 'lost' and ${stage} is not 'lost' then null else ${leads.lostReason} end`,
});

/** What a request asks of a lead's tags: `replace` sets the whole, then `attach` adds, then `detach` removes. */
export type TagChange = {
  replace?: number[] | undefined;
  attach?: number[] | undefined;
  detach?: number[] | undefined;
};

/**
 * The statements that change a lead's tags. Tags of other workspaces are never attached. A tag that is new to the lead and has a
 * stage moves the lead there, the last of several winning; `keepStage` when the request itself sets the stage.
 */
export function changeTags(
  scope: Scope,
  leadId: number | SQL,
  change: TagChange,
  keepStage: boolean,
): Statement[] {
  const { replace, attach = [], detach = [] } = change;
  if (!replace && attach.length + detach.length === 0) return [];
  const wanted = [...(replace ?? []), ...attach].filter((id) => !detach.includes(id));
  const now = Date.now();
  const kept = replace
    ? sql`${leadTags.tagId} not in (select value from json_each(${JSON.stringify(wanted)}))`
    : inList(detach);
  const applied = sql`from json_each(${JSON.stringify(wanted)}) as wanted cross join ${tags} on ${within(scope, tags, sql`${tags.id} = wanted.value`)}`;
  const isNew = sql`not exists (select 1 from ${leadTags} where ${leadTags.leadId} = ${leads.id} and ${leadTags.tagId} = ${tags.id})`;
  const stage = sql`(select ${tags.pipelineStage} ${applied} where ${tags.pipelineStage} is not null and ${isNew} order by wanted.key desc limit 1)`;
  const move = scope.db
    .update(leads)
    .set(moveTo(stage))
    .where(within(scope, leads, eq(leads.id, leadId), sql`${stage} is not null`));
  return [
    scope.db
      .delete(leadTags)
      .where(sql`${leadTags.leadId} in ${selectId(scope, leads, leadId)} and ${kept}`),
    ...(keepStage ? [] : [move]),
    scope.db
      .insert(leadTags)
      .select(
        sql`select ${leads.id}, ${tags.id}, ${now} ${applied} cross join leads where ${within(scope, leads, eq(leads.id, leadId))}`,
      )
      .onConflictDoNothing(),
  ];
}

const inList = (ids: number[]) =>
  sql`${leadTags.tagId} in (select value from json_each(${JSON.stringify(ids)}))`;

/**
 * The statements that apply tags to leads that don't have them; their stages move the leads. `pairs` selects lead id and tag id. A lead
 * gets no more than it has room for.
 */
export function applyTags(db: Scope["db"], pairs: SQL): Statement[] {
  const now = Date.now();
  const isNew = sql`not exists (select 1 from lead_tags where lead_id = pair.lead_id and tag_id = pair.tag_id)`;
  const ranked = sql`select *, row_number() over (partition by lead_id order by tag_id) as nth from (select distinct lead_id, tag_id from (${pairs})) as pair where ${isNew}`;
  const hasRoom = sql`nth <= ${MAX_TAGS} - (select count(*) from lead_tags where lead_tags.lead_id = ranked.lead_id)`;
  const fresh = sql`select lead_id, tag_id from (${ranked}) as ranked where ${hasRoom}`;
  // Of several tags with a stage the last one's, as SQLite takes the other columns of the row that holds the max().
  const moved = sql`select lead_id, max(iif(pipeline_stage is null, 0, tags.id)), pipeline_stage as stage from (${fresh}) cross join tags on tags.id = tag_id group by lead_id`;
  const { pipelineStage, isLost, lostReason } = moveTo(
    sql`ifnull(moved.stage, leads.pipeline_stage)`,
  );
  return [
    rows(
      { db },
      sql`update leads set pipeline_stage = ${pipelineStage}, is_lost = ${isLost}, lost_reason = ${lostReason}, updated_at = ${now}
      from (${moved}) as moved where leads.id = moved.lead_id`,
    ),
    db.insert(leadTags).select(sql`select lead_id, tag_id, ${now} from (${fresh})`),
  ];
}
