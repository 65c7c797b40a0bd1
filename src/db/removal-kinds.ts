import { eq, type SQL, sql } from "drizzle-orm";
import type { RemovalKind } from "../domain/removals";
import type { Scope } from "../env";
import type { Statement } from "./batch";
import { isWorkspaceKept } from "./kept";
import { events, webhookDeliveries } from "./schema/events";
import { removals } from "./schema/removals";
import { failQueuedOfRuns } from "./statements/messages/queued";
import { owned, within } from "./within";

// What is removed behind each kind of deleted parent, for removal.ts.

/** The `progress` of a removal that has erased all of the rows that stay. */
const DONE = Number.MAX_SAFE_INTEGER;

/** The statements of a chunk of the workspace's removals of a kind. */
type Chunk = (scope: Scope, limit: number) => Statement[];

/** A kind: its chunk, and whether rows remain of the removal `removals`. */
type Kind = { chunk: Chunk; remains: SQL };

/** Finds the workspace's removals of a kind. */
export const ofKind = (scope: Scope, kind: RemovalKind) =>
  within(scope, removals, eq(removals.kind, kind));

/** Selects a column of the first rows behind the workspace's removals of a kind. */
const behind = (
  scope: Scope,
  kind: RemovalKind,
  { table, key, id = sql`rowid` }: { table: SQL; key: SQL; id?: SQL },
  limit: number,
) => sql`
  select ${table}.${id} from removals cross join ${table} on ${table}.${key} = removals.parent_id
  where ${ofKind(scope, kind)} limit ${limit}`;

type Place = Parameters<typeof behind>[2];

/** Deletes the first rows behind the workspace's removals of a kind. */
const deleteBehind = (scope: Scope, kind: RemovalKind, place: Place, limit: number) => sql`
  delete from ${place.table}
  where (${place.id ?? sql`rowid`}) in (${behind(scope, kind, place, limit)})`;

const has = (table: SQL, key: SQL) =>
  sql`exists (select 1 from ${table} where ${table}.${key} = removals.parent_id)`;

/** Removes runs that `first` selects, of each its steps first: there may be many of them. */
export const removeRuns = (first: SQL, limit: number): [SQL, SQL] => [
  sql`
    delete from run_steps where (run_id, visit) in (
      select run_id, visit from run_steps where run_id in (${first}) limit ${10 * limit})`,
  sql`
    delete from runs
    where id in (${first}) and not exists (select 1 from run_steps where run_id = runs.id)`,
];

/** Removes link sends that `first` selects, of each its clicks first. */
export const removeLinkSends = (first: SQL, limit: number): [SQL, SQL] => [
  sql`
    delete from link_clicks where id in (
      select id from link_clicks where link_send_id in (${first}) limit ${limit})`,
  sql`
    delete from link_sends
    where id in (${first})
      and not exists (select 1 from link_clicks where link_send_id = link_sends.id)`,
];

const linkSends = (scope: Scope, kind: RemovalKind, key: SQL, limit: number) =>
  removeLinkSends(behind(scope, kind, { table: sql`link_sends`, key, id: sql`id` }, limit), limit);

/** Whether events of a deleted lead are still to be erased. Those of a deleted workspace just go. */
const isErasing = sql`(progress < ${DONE} and ${isWorkspaceKept(removals.workspaceId)})`;

/**
 * Erases what the events of a deleted lead hold of the person, and the answers of endpoints to
 * them. The events stay.
 */
function eraseEvents(scope: Scope, limit: number) {
  const isOpen = sql`${ofKind(scope, "lead")} and ${isErasing}`;
  const lead = sql`(select min(parent_id) from removals where ${isOpen})`;
  const first = sql`
    select id from events
    where ${owned(scope, events)} and lead_id = ${lead}
      and id > (select progress from removals where kind = 'lead' and parent_id = ${lead})
    order by id limit ${limit}`;
  return [
    sql`
      update events set data = '{"changes":{}}'
      where ${owned(scope, events)} and id in (${first}) and type = 'lead.updated'`,
    sql`
      update events set data = json_set(data, '$.dropped', json('{}'))
      where ${owned(scope, events)} and id in (${first}) and type = 'lead.merged'`,
    sql`
      update webhook_deliveries set answer = null
      where ${owned(scope, webhookDeliveries)} and event_id in (${first})
        and answer is not null`,
    sql`
      update removals set progress = (
        select iif(count(*) < ${limit}, ${DONE}, max(id)) from (${first}))
      where kind = 'lead' and parent_id = ${lead}`,
  ];
}

/** The columns of short links that name tags. */
const LINK_TAGS = [sql`tag_on_sent_id`, sql`tag_on_read_id`, sql`tag_on_clicked_id`].map((key) => ({
  table: sql`short_links`,
  key,
  id: sql`id`,
}));
const hasAny = ({ table, key }: Place) => has(table, key);

const ANALYSIS = sql`workspace_id, id`;
const ANALYSES_OF_LEAD = { table: sql`analyses`, key: sql`lead_id`, id: ANALYSIS };

/** What is removed behind each kind of parent. */
export const kinds: Record<RemovalKind, Kind> = {
  lead: {
    chunk: (scope, limit) => [
      ...removeRuns(
        behind(scope, "lead", { table: sql`runs`, key: sql`lead_id`, id: sql`id` }, limit),
        limit,
      ),
      ...linkSends(scope, "lead", sql`lead_id`, limit),
      deleteBehind(scope, "lead", { table: sql`consents`, key: sql`lead_id` }, limit),
      deleteBehind(scope, "lead", ANALYSES_OF_LEAD, limit),
      ...eraseEvents(scope, limit),
    ],
    remains: sql`(
      ${isErasing} or ${has(sql`runs`, sql`lead_id`)}
      or ${has(sql`link_sends`, sql`lead_id`)} or ${has(sql`consents`, sql`lead_id`)}
      or ${has(sql`analyses`, sql`lead_id`)})`,
  },
  conversation: {
    chunk: (scope, limit) => [
      deleteBehind(
        scope,
        "conversation",
        { table: sql`messages`, key: sql`conversation_id` },
        limit,
      ),
      deleteBehind(
        scope,
        "conversation",
        { table: sql`analyses`, key: sql`conversation_id`, id: ANALYSIS },
        limit,
      ),
    ],
    remains: sql`(
      ${has(sql`messages`, sql`conversation_id`)} or ${has(sql`analyses`, sql`conversation_id`)})`,
  },
  tag: {
    chunk: (scope, limit) => [
      deleteBehind(
        scope,
        "tag",
        { table: sql`lead_tags`, key: sql`tag_id`, id: sql`lead_id, tag_id` },
        limit,
      ),
      deleteBehind(
        scope,
        "tag",
        { table: sql`run_tags`, key: sql`tag_id`, id: sql`run_id, tag_id` },
        limit,
      ),
      ...LINK_TAGS.map((links) => {
        const first = behind(scope, "tag", links, limit);
        return sql`update short_links set ${links.key} = null where id in (${first})`;
      }),
    ],
    remains: sql`(
      ${has(sql`lead_tags`, sql`tag_id`)} or ${has(sql`run_tags`, sql`tag_id`)}
      or ${sql.join(LINK_TAGS.map(hasAny), sql` or `)})`,
  },
  runs: {
    chunk: (scope, limit) => {
      const first = sql`
        select id from (
          select runs.id from removals
            cross join runs on runs.scenario_id = removals.parent_id and runs.id <= up_to
          where ${ofKind(scope, "runs")} and removals.lead_id = 0
          union all
          select runs.id from removals
            cross join runs on runs.scenario_id = removals.parent_id
              and runs.lead_id = removals.lead_id and runs.id <= up_to
          where ${ofKind(scope, "runs")} and removals.lead_id > 0
        ) limit ${limit}`;
      return [failQueuedOfRuns(scope, first), ...removeRuns(first, limit)];
    },
    remains: sql`iif(
      removals.lead_id = 0,
      exists (
        select 1 from runs where runs.scenario_id = removals.parent_id and runs.id <= up_to),
      exists (
        select 1 from runs
        where runs.scenario_id = removals.parent_id and runs.lead_id = removals.lead_id
          and runs.id <= up_to))`,
  },
  scenario: {
    chunk: (scope, limit) => {
      const sends = { table: sql`link_sends`, key: sql`scenario_id` };
      // A graph may have a megabyte.
      const few = Math.ceil(limit / 100);
      return [
        sql`
          update link_sends set scenario_id = null
          where id in (${behind(scope, "scenario", sends, limit)})`,
        deleteBehind(
          scope,
          "scenario",
          { table: sql`scenario_versions`, key: sql`scenario_id` },
          few,
        ),
      ];
    },
    remains: sql`(
      ${has(sql`link_sends`, sql`scenario_id`)}
      or ${has(sql`scenario_versions`, sql`scenario_id`)})`,
  },
  short_link: {
    chunk: (scope, limit) => [
      ...linkSends(scope, "short_link", sql`short_link_id`, limit),
      deleteBehind(
        scope,
        "short_link",
        { table: sql`link_hours`, key: sql`short_link_id`, id: sql`short_link_id, starts_at` },
        limit,
      ),
    ],
    remains: sql`(
      ${has(sql`link_sends`, sql`short_link_id`)} or ${has(sql`link_hours`, sql`short_link_id`)})`,
  },
  webhook_endpoint: {
    chunk: (scope, limit) => [
      deleteBehind(
        scope,
        "webhook_endpoint",
        { table: sql`webhook_deliveries`, key: sql`endpoint_id` },
        limit,
      ),
    ],
    remains: has(sql`webhook_deliveries`, sql`endpoint_id`),
  },
};
