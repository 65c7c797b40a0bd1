import { type SQL, sql } from "drizzle-orm";
import type { RemovalKind } from "#domain/removals";
import type { Statement } from "../batch";
import { deleteRefsOf } from "../statements/bookings";
import { failQueuedOfRuns } from "../statements/messages/queued";
import { emptyDeliveries } from "../statements/sources";
import { behind, deleteBehind, has, ofKind, type Place, type Removing } from "./behind";
import { eraseEvents, isErasing } from "./erase-events";
import { claimsOfMessages, counted, countedInOrder, uploadsOfMessages } from "./erased";

// The rows that are removed behind each kind of deleted parent, for removal.ts.

/** The statements of a chunk of the workspace's removals of a kind. */
type Chunk = (scope: Removing, limit: number) => Statement[];

/** A kind: its chunk, and whether rows remain of the removal `removals`. */
type Kind = { chunk: Chunk; remains: SQL };

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

const linkSends = (scope: Removing, kind: RemovalKind, key: SQL, limit: number) =>
  removeLinkSends(behind(scope, kind, { table: sql`link_sends`, key, id: sql`id` }, limit), limit);

/** The columns of short links that name tags. */
const LINK_TAGS = [sql`tag_on_sent_id`, sql`tag_on_read_id`, sql`tag_on_clicked_id`].map((key) => ({
  table: sql`short_links`,
  key,
  id: sql`id`,
}));
const hasAny = ({ table, key }: Place) => has(table, key);

const TIMED = sql`workspace_id, id`;
const ANALYSES_OF_LEAD = { table: sql`analyses`, key: sql`lead_id`, id: TIMED };

const BOOKINGS_OF_LEAD = { table: sql`bookings`, key: sql`lead_id` };
const COMMENTS_OF_LEAD = { table: sql`comments`, key: sql`lead_id` };

const DELIVERY = sql`source_id, seq`;
const DELIVERIES_OF_LEAD = { table: sql`source_deliveries`, key: sql`lead_id`, id: DELIVERY };
const DELIVERIES_OF_SOURCE = { ...DELIVERIES_OF_LEAD, key: sql`source_id` };

const [ENTRY, TIME] = [
  sql`lead_id, scenario_id, trigger_id, subject`,
  sql`lead_id, scenario_id, trigger_id, event_id`,
];
const ENTRIES_OF_LEAD = { table: sql`trigger_entries`, key: sql`lead_id`, id: ENTRY };
const EVALUATIONS_OF_LEAD = { table: sql`trigger_evaluations`, key: sql`lead_id`, id: TIMED };
const OF_SCENARIO = [
  { table: sql`trigger_entries`, key: sql`scenario_id`, id: ENTRY },
  { table: sql`trigger_times`, key: sql`scenario_id`, id: TIME },
];

/** Empties the deliveries of the first deleted leads: they no longer tell whose they were. */
const emptyBehind = (scope: Removing, place: Place, limit: number) =>
  emptyDeliveries(behind(scope, "lead", place, limit));

export const kinds: Record<RemovalKind, Kind> = {
  lead: {
    chunk: (scope, limit) => [
      ...countedInOrder(
        scope,
        ["run_steps", "runs"],
        removeRuns(
          behind(scope, "lead", { table: sql`runs`, key: sql`lead_id`, id: sql`id` }, limit),
          limit,
        ),
      ),
      ...countedInOrder(
        scope,
        ["link_clicks", "link_sends"],
        linkSends(scope, "lead", sql`lead_id`, limit),
      ),
      ...counted(
        scope,
        "consents",
        deleteBehind(scope, "lead", { table: sql`consents`, key: sql`lead_id` }, limit),
      ),
      ...counted(scope, "analyses", deleteBehind(scope, "lead", ANALYSES_OF_LEAD, limit)),
      ...counted(scope, "comments", deleteBehind(scope, "lead", COMMENTS_OF_LEAD, limit)),
      ...counted(scope, "source_deliveries", emptyBehind(scope, DELIVERIES_OF_LEAD, limit)),
      deleteRefsOf(behind(scope, "lead", { ...BOOKINGS_OF_LEAD, id: sql`id` }, limit)),
      ...counted(scope, "bookings", deleteBehind(scope, "lead", BOOKINGS_OF_LEAD, limit)),
      deleteBehind(scope, "lead", ENTRIES_OF_LEAD, limit),
      deleteBehind(scope, "lead", EVALUATIONS_OF_LEAD, limit),
      ...eraseEvents(scope, limit),
    ],
    remains: sql`(
      ${isErasing} or ${has(sql`runs`, sql`lead_id`)}
      or ${has(sql`link_sends`, sql`lead_id`)} or ${has(sql`consents`, sql`lead_id`)}
      or ${has(sql`analyses`, sql`lead_id`)} or ${hasAny(COMMENTS_OF_LEAD)}
      or ${hasAny(DELIVERIES_OF_LEAD)}
      or ${hasAny(BOOKINGS_OF_LEAD)}
      or ${hasAny(ENTRIES_OF_LEAD)} or ${hasAny(EVALUATIONS_OF_LEAD)})`,
  },
  conversation: {
    chunk: (scope, limit) => [
      ...claimsOfMessages(scope, limit),
      ...uploadsOfMessages(scope, limit),
      ...counted(
        scope,
        "messages",
        deleteBehind(
          scope,
          "conversation",
          { table: sql`messages`, key: sql`conversation_id` },
          limit,
        ),
      ),
      ...counted(
        scope,
        "analyses",
        deleteBehind(
          scope,
          "conversation",
          { table: sql`analyses`, key: sql`conversation_id`, id: TIMED },
          limit,
        ),
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
          where ${ofKind(scope, "runs", scope.receiptId)} and removals.lead_id = 0
          union all
          select runs.id from removals
            cross join runs on runs.scenario_id = removals.parent_id
              and runs.lead_id = removals.lead_id and runs.id <= up_to
          where ${ofKind(scope, "runs", scope.receiptId)} and removals.lead_id > 0
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
        deleteBehind(
          scope,
          "scenario",
          { table: sql`scenario_days`, key: sql`scenario_id`, id: sql`scenario_id, version, day` },
          few,
        ),
        ...OF_SCENARIO.map((place) => deleteBehind(scope, "scenario", place, limit)),
      ];
    },
    remains: sql`(
      ${has(sql`link_sends`, sql`scenario_id`)}
      or ${sql.join(OF_SCENARIO.map(hasAny), sql` or `)}
      or ${has(sql`scenario_versions`, sql`scenario_id`)}
      or ${has(sql`scenario_days`, sql`scenario_id`)})`,
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
  source: {
    chunk: (scope, limit) => [deleteBehind(scope, "source", DELIVERIES_OF_SOURCE, limit)],
    remains: hasAny(DELIVERIES_OF_SOURCE),
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
