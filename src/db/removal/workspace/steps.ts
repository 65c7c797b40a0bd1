import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { idempotencyKeys } from "#db/schema/access";
import { analysisUsage } from "#db/schema/analysis";
import { scenarioDrafts, testRuns } from "#db/schema/authoring";
import { customEvents, scenarios } from "#db/schema/automation";
import { bookingRefs, bookings } from "#db/schema/bookings";
import { bulkEnrolments } from "#db/schema/bulk-enrolments";
import { cannedReplies } from "#db/schema/canned-replies";
import { comments } from "#db/schema/comments";
import { suppressions } from "#db/schema/consents";
import { channelOwners, outbox, slugs } from "#db/schema/directory";
import { events, webhookDeliveries, webhookEndpoints } from "#db/schema/events";
import { identityMoves } from "#db/schema/identity-moves";
import { exports, importedLeads, importRows, imports } from "#db/schema/imports";
import { leads, tags } from "#db/schema/leads";
import { shortLinks } from "#db/schema/links";
import { media } from "#db/schema/media";
import { leadDuplicates, leadMerges } from "#db/schema/merges";
import { channels } from "#db/schema/messaging";
import { erasureReceipts } from "#db/schema/removals";
import { segments } from "#db/schema/segments";
import { sourceKeys, sources } from "#db/schema/sources";
import { triggerCursors, triggerEvaluations } from "#db/schema/triggers";
import { usageDays } from "#db/schema/usage";
import { owned } from "#db/scope/within";
import { deleteSomeMedia } from "#db/statements/media";
import type { Scope } from "#env";
import { removeLinkSends, removeRuns } from "../kinds";
import { deleteEmptyTombstones } from "../tombstones";
import { counted, deleteFirst, deleteOf, first, none, type OwnedTable, TIMED } from "./delete-some";
import { removeSources } from "./sources";

// Removes all rows of a deleted workspace (schema/removals.ts), step by step, each in chunks. A row
// goes after those that refer to it, so that no cascade is long and nothing is behind it. As in
// db/removal/tombstones.ts, a chunk may be worked twice or by two at once, and a crash may lose it.

const [REPORT, TEMPLATE] = [sql`channel_id, external_id, status`, sql`channel_id, id`];
const ENTRY = sql`lead_id, scenario_id, trigger_id, subject`;
const TIME = sql`lead_id, scenario_id, trigger_id, event_id`;
const REF = sql`workspace_id, source_id, external_id`;
const MOVE = sql`workspace_id, kind, to_hash, from_hash`;

/** Leads with all that belongs to them. */
function removeLeads(scope: Scope, limit: number): Statement[] {
  // A test run has a graph, which may have a megabyte.
  const few = Math.ceil(limit / 100);
  const some = first(scope, leads, limit);
  const ofLeads = (table: SQL) =>
    sql`select id from ${table} where lead_id in (${some}) limit ${limit}`;
  const talks = ofLeads(sql`conversations`);
  const [steps, runs] = removeRuns(ofLeads(sql`runs`), limit);
  const [clicks, sends] = removeLinkSends(ofLeads(sql`link_sends`), limit);
  const isOf = (key: SQL) => sql`${key} = leads.id`;
  return [
    deleteFirst(scope, testRuns, few, TIMED),
    deleteFirst(scope, customEvents, few),
    ...counted(scope, "run_steps", steps),
    ...counted(scope, "runs", runs),
    ...counted(scope, "link_clicks", clicks),
    ...counted(scope, "link_sends", sends),
    ...counted(scope, "analyses", deleteOf(sql`analyses`, sql`lead_id`, some, limit, TIMED)),
    ...counted(scope, "messages", deleteOf(sql`messages`, sql`conversation_id`, talks, limit)),
    ...counted(
      scope,
      "conversations",
      sql`
        delete from conversations
        where id in (${talks}) and ${none(sql`messages`, sql`conversation_id = conversations.id`)}`,
    ),
    ...counted(scope, "consents", deleteOf(sql`consents`, sql`lead_id`, some, limit)),
    deleteOf(sql`trigger_entries`, sql`lead_id`, some, limit, ENTRY),
    deleteOf(sql`trigger_times`, sql`lead_id`, some, limit, TIME),
    deleteFirst(scope, triggerEvaluations, limit, TIMED),
    deleteFirst(scope, comments, limit),
    deleteFirst(scope, bookingRefs, limit, REF),
    deleteFirst(scope, bookings, limit),
    deleteOf(sql`lead_tags`, sql`lead_id`, some, limit, sql`lead_id, tag_id`),
    ...counted(
      scope,
      "leads",
      sql`
        delete from leads
        where id in (${some})
          and ${none(sql`runs`, isOf(sql`lead_id`))}
          and ${none(sql`link_sends`, isOf(sql`lead_id`))}
          and ${none(sql`analyses`, isOf(sql`lead_id`))}
          and ${none(sql`conversations`, isOf(sql`lead_id`))}
          and ${none(sql`consents`, isOf(sql`lead_id`))}
          and ${none(sql`lead_tags`, isOf(sql`lead_id`))}
          and ${none(sql`trigger_entries`, isOf(sql`lead_id`))}
          and ${none(sql`trigger_times`, isOf(sql`lead_id`))}
          and ${none(sql`test_runs`, isOf(sql`lead_id`))}`,
    ),
    deleteFirst(scope, leadMerges, limit),
    deleteFirst(scope, leadDuplicates, limit),
    deleteEmptyTombstones(scope, "conversation", limit),
    deleteEmptyTombstones(scope, "lead", limit),
  ];
}

const removeImports = (scope: Scope, limit: number): Statement[] => [
  deleteFirst(scope, importRows, limit, sql`workspace_id, import_id, attempt, row`),
  deleteFirst(scope, importedLeads, limit, sql`workspace_id, import_id, first_id`),
  deleteFirst(scope, imports, limit),
  deleteFirst(scope, exports, limit),
];

/** The object that counts a link's clicks empties its storage by itself once the link is gone. */
function removeLinks(scope: Scope, limit: number): Statement[] {
  const some = first(scope, shortLinks, limit);
  return [
    deleteOf(sql`link_hours`, sql`short_link_id`, some, limit, sql`short_link_id, starts_at`),
    ...counted(
      scope,
      "short_links",
      sql`
        delete from short_links
        where id in (${some}) and ${none(sql`link_hours`, sql`short_link_id = short_links.id`)}`,
    ),
    deleteEmptyTombstones(scope, "short_link", limit),
  ];
}

/** The channels, endpoints and sources in a chunk: their objects are emptied first. */
export const SENDERS = 10;

/** The ids of channels, endpoints and sources, as JSON arrays. */
export type Senders = { channels: string; endpoints: string; sources: string };

function removeSenders(scope: Scope, limit: number, { channels: ids, endpoints }: Senders) {
  const some = sql`select value from json_each(${ids})`;
  return [
    deleteOf(sql`status_reports`, sql`channel_id`, some, limit, REPORT),
    deleteOf(sql`templates`, sql`channel_id`, some, limit, TEMPLATE),
    ...counted(
      scope,
      "channels",
      sql`
        delete from channels
        where ${owned(scope, channels)} and id in (${some})
          and ${none(sql`status_reports`, sql`channel_id = channels.id`)}
          and ${none(sql`templates`, sql`channel_id = channels.id`)}`,
    ),
    ...counted(
      scope,
      "webhook_endpoints",
      sql`
        delete from webhook_endpoints
        where ${owned(scope, webhookEndpoints)}
          and id in (select value from json_each(${endpoints}))`,
    ),
    deleteFirst(scope, cannedReplies, limit),
    deleteEmptyTombstones(scope, "webhook_endpoint", SENDERS),
  ];
}

function removeScenarios(scope: Scope, limit: number): Statement[] {
  const some = first(scope, scenarios, limit);
  // A graph may have a megabyte.
  const few = Math.ceil(limit / 100);
  return [
    deleteFirst(scope, bulkEnrolments, limit),
    deleteFirst(scope, scenarioDrafts, few),
    deleteOf(sql`scenario_versions`, sql`scenario_id`, some, few),
    deleteOf(sql`scenario_days`, sql`scenario_id`, some, few, sql`scenario_id, version, day`),
    ...counted(
      scope,
      "scenarios",
      sql`
        delete from scenarios
        where id in (${some})
          and ${none(sql`scenario_versions`, sql`scenario_id = scenarios.id`)}
          and ${none(sql`scenario_days`, sql`scenario_id = scenarios.id`)}
          and ${none(sql`bulk_enrolments`, sql`scenario_id = scenarios.id`)}
          and ${none(sql`scenario_drafts`, sql`scenario_id = scenarios.id`)}`,
    ),
    deleteFirst(scope, segments, limit),
    ...counted(scope, "tags", deleteFirst(scope, tags, limit)),
    deleteEmptyTombstones(scope, "scenario", limit),
    deleteEmptyTombstones(scope, "runs", limit),
    deleteEmptyTombstones(scope, "tag", limit),
  ];
}

const removeEvents = (scope: Scope, limit: number) =>
  counted(scope, "events", deleteFirst(scope, events, limit, TIMED));

/** The rest: what the workspace alone refers to. */
const removeRest = (scope: Scope, limit: number): Statement[] => [
  deleteFirst(scope, erasureReceipts, limit),
  ...counted(scope, "suppressions", deleteFirst(scope, suppressions, limit)),
  deleteFirst(scope, identityMoves, limit, MOVE),
  deleteFirst(scope, triggerCursors, limit, sql`workspace_id, lane`),
  deleteFirst(scope, analysisUsage, limit),
  deleteFirst(scope, usageDays, limit),
  deleteFirst(scope, idempotencyKeys, limit, sql`workspace_id, key`),
  deleteFirst(scope, slugs, limit),
  deleteFirst(scope, channelOwners, limit),
  deleteFirst(scope, sourceKeys, limit, sql`key_hash`),
  deleteFirst(scope, outbox, limit),
];

export type Step = {
  /** The tables that are empty once the step is done. */
  tables: OwnedTable[];
  chunk: (scope: Scope, limit: number, senders: Senders) => Statement[];
};

/** In the order in which they are worked. */
export const steps = {
  deliveries: {
    tables: [webhookDeliveries],
    chunk: (scope, limit) =>
      counted(scope, "webhook_deliveries", deleteFirst(scope, webhookDeliveries, limit)),
  },
  events: { tables: [events], chunk: removeEvents },
  leads: {
    tables: [
      ...[leads, leadMerges, leadDuplicates, testRuns, customEvents, triggerEvaluations],
      ...[comments, bookings, bookingRefs],
    ],
    chunk: removeLeads,
  },
  // Files go before their rows. Those of media are removed with those of everybody else.
  imports: { tables: [imports, importRows, importedLeads, exports], chunk: removeImports },
  media: { tables: [media], chunk: (scope, limit) => [deleteSomeMedia(scope, limit)] },
  sources: { tables: [sources], chunk: removeSources },
  links: { tables: [shortLinks], chunk: removeLinks },
  senders: { tables: [channels, webhookEndpoints, cannedReplies], chunk: removeSenders },
  scenarios: {
    tables: [scenarios, scenarioDrafts, bulkEnrolments, segments, tags],
    chunk: removeScenarios,
  },
  rest: {
    tables: [
      ...[erasureReceipts, suppressions, analysisUsage, usageDays, idempotencyKeys],
      ...[slugs, channelOwners, sourceKeys, outbox, identityMoves, triggerCursors],
    ],
    chunk: removeRest,
  },
} satisfies Record<string, Step>;

export type StepName = keyof typeof steps;
