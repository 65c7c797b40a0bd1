import { eq, type SQL, sql } from "drizzle-orm";
import { selectId } from "../../db/rows";
import { leads, leadTags, tags } from "../../db/schema";
import { type Statement, within } from "../../db/scope";
import type { Scope } from "../../env";
import { MAX_TAGS } from "../tags/store";

/** The columns that moving to a stage sets: `lost` sets `is_lost`, leaving it clears `is_lost` and `lost_reason` (contract §4). */
export const moveTo = (stage: string | null | SQL) => ({
  pipelineStage: sql<string | null>`${stage}`,
  isLost: sql<boolean>`case when (${stage} is 'lost') = (${leads.pipelineStage} is 'lost') then ${leads.isLost} else ${stage} is 'lost' end`,
  lostReason: sql<
    string | null
  >`case when ${leads.pipelineStage} is 'lost' and ${stage} is not 'lost' then null else ${leads.lostReason} end`,
});

/** What a request asks of a lead's tags: `replace` sets the whole, then `attach` adds, then `detach` removes. */
export type TagChange = { replace?: number[] | undefined; attach?: number[] | undefined; detach?: number[] | undefined };

/**
 * The statements that change a lead's tags. Tags of other workspaces are never attached. A tag that is new to the lead and has a
 * stage moves the lead there, the last of several winning; `keepStage` when the request itself sets the stage.
 */
export function changeTags(scope: Scope, leadId: number | SQL, change: TagChange, keepStage: boolean): Statement[] {
  const { replace, attach = [], detach = [] } = change;
  if (!replace && attach.length + detach.length === 0) return [];
  const wanted = [...(replace ?? []), ...attach].filter((id) => !detach.includes(id));
  const now = Date.now();
  const kept = replace ? sql`${leadTags.tagId} not in (select value from json_each(${JSON.stringify(wanted)}))` : inList(detach);
  const applied = sql`from json_each(${JSON.stringify(wanted)}) as wanted cross join ${tags} on ${within(scope, tags, sql`${tags.id} = wanted.value`)}`;
  const isNew = sql`not exists (select 1 from ${leadTags} where ${leadTags.leadId} = ${leads.id} and ${leadTags.tagId} = ${tags.id})`;
  const stage = sql`(select ${tags.pipelineStage} ${applied} where ${tags.pipelineStage} is not null and ${isNew} order by wanted.key desc limit 1)`;
  const move = scope.db
    .update(leads)
    .set(moveTo(stage))
    .where(within(scope, leads, eq(leads.id, leadId), sql`${stage} is not null`));
  return [
    scope.db.delete(leadTags).where(sql`${leadTags.leadId} in ${selectId(scope, leads, leadId)} and ${kept}`),
    ...(keepStage ? [] : [move]),
    scope.db
      .insert(leadTags)
      .select(sql`select ${leads.id}, ${tags.id}, ${now} ${applied} cross join leads where ${within(scope, leads, eq(leads.id, leadId))}`)
      .onConflictDoNothing(),
  ];
}

const inList = (ids: number[]) => sql`${leadTags.tagId} in (select value from json_each(${JSON.stringify(ids)}))`;

/**
 * The statements that apply a tag, `null` being none, to those leads that don't have it; its stage moves them. A lead that has as many
 * tags as can be is left as it is.
 */
export function applyTag(db: Scope["db"], tagId: SQL, leadIds: SQL): Statement[] {
  const now = Date.now();
  const stage = sql`ifnull((select pipeline_stage from tags where id = ${tagId}), ${leads.pipelineStage})`;
  const isNew = sql`not exists (select 1 from lead_tags where lead_id = leads.id and tag_id = ${tagId})`;
  const hasRoom = sql`(select count(*) from lead_tags where lead_id = leads.id) < ${MAX_TAGS}`;
  const which = sql`${tagId} is not null and leads.id in (${leadIds}) and ${isNew} and ${hasRoom}`;
  return [
    db
      .update(leads)
      .set({ ...moveTo(stage), updatedAt: now })
      .where(which),
    db.insert(leadTags).select(sql`select id, ${tagId}, ${now} from leads where ${which}`),
  ];
}
