/// <reference types="vite/client" />
import { describe, expect, it } from "vitest";
import { readTexts } from "./support/sources";

const sources = readTexts("src", ["**/*.ts"]);
const schema = import.meta.glob<Record<string, unknown>>("../../src/db/schema/*.ts", {
  eager: true,
});

/** The tables by the names that Drizzle's queries call them by. */
const tables = Object.values(schema).flatMap((file) =>
  Object.entries(file).flatMap(([name, table]) => {
    const sqlName = sqlNameOf(table);
    return sqlName === undefined ? [] : [{ name, sqlName }];
  }),
);

function sqlNameOf(table: unknown): string | undefined {
  const symbol =
    typeof table === "object" && table !== null
      ? Object.getOwnPropertySymbols(table).find(
          ({ description }) => description === "drizzle:Name",
        )
      : undefined;
  return symbol && (table as Record<symbol, string>)[symbol];
}

/**
 * True if a source writes a table: by a query of Drizzle's, by SQL that is written out, by `remove`
 * of db/scope/rows, or by `deleteBehind` of db/removal-kinds.
 */
function writes(source: string, { name, sqlName }: (typeof tables)[number]) {
  const written = `(?:${sqlName}\\b|\\$\\{${name}\\})`;
  const patterns = [
    `\\.(?:insert|update|delete)\\(\\s*${name}\\s*\\)`,
    `\\b(?:insert (?:or \\w+ )?into|update(?: or \\w+)?|delete from)\\s+"?${written}`,
    `\\bremove\\(${name}\\b`,
    `\\bdeleteRow\\(\\w+, ${name}\\b`,
    `\\bdeleteBehind\\([^}]*table: sql\`${sqlName}\``,
  ];
  return new RegExp(patterns.join("|")).test(source);
}

/** Deletes the rows of a workspace from every table: test/operations/workspace-removal.test.ts. */
const OF_ALL = "db/removal/workspace/steps.ts";

const writersOf = (files: Record<string, string>) =>
  Object.fromEntries(
    tables.map((table) => [
      table.sqlName,
      Object.entries(files)
        .filter(([path, source]) => path !== OF_ALL && writes(source, table))
        .map(([path]) => path)
        .toSorted(),
    ]),
  );

/** Removes the rows behind deleted parents. */
const REMOVAL = "db/removal/kinds.ts";
const ERASED_EVENTS = "db/removal/erase-events.ts";
/** A workspace to try things out in begins with channels and a tag. */
const SANDBOX = "features/access/workspaces/sandbox.ts";

/** Joins two leads: their rows change hands. */
const [FIELDS, HISTORY, JOIN, TRIGGERS] = ["fields", "history", "join", "triggers"].map(
  (name) => `db/merging/${name}.ts`,
) as [string, string, string, string];

/**
 * The files that write each table, besides its triggers (src/db/triggers). Tables that several
 * features write have one owner in db/statements; the others are written within one feature. Before
 * you add a file, look for a statement of the owner.
 */
const OWNERS: Record<string, string[]> = {
  // Data that workspaces no longer want kept is removed in one place.
  messages: [
    HISTORY,
    REMOVAL,
    "db/statements/messages/capped.ts",
    "db/statements/messages/claimed.ts",
    "db/statements/messages/delivery.ts",
    "db/statements/messages/edits.ts",
    "db/statements/messages/insert.ts",
    "db/statements/messages/kept.ts",
    "db/statements/messages/notes.ts",
    "db/statements/messages/queued.ts",
    "db/statements/retention.ts",
  ],
  comments: [HISTORY, "db/statements/comments.ts"],
  bookings: [HISTORY, "features/leads/bookings/store.ts"],
  booking_refs: ["db/statements/bookings.ts"],
  media: ["db/statements/media.ts", "db/statements/retention.ts"],
  conversations: [HISTORY, JOIN, "db/statements/conversations.ts", "db/statements/retention.ts"],
  canned_replies: ["features/messaging/canned-replies/store.ts"],
  clean_ups: [
    "db/statements/messages/search.ts",
    "features/operations/retention/clean-ups.ts",
    "features/operations/retention/search-index.ts",
  ],
  leads: [
    FIELDS,
    JOIN,
    "db/statements/leads/bulk.ts",
    "db/statements/leads/changes.ts",
    "db/statements/leads/leads.ts",
    "db/statements/leads/profiles.ts",
    "features/leads/store.ts",
  ],
  lead_duplicates: ["db/merging/same-person.ts", "features/leads/duplicates/store.ts"],
  lead_merges: [HISTORY, JOIN, "db/merging/merge.ts"],
  lead_tags: [JOIN, REMOVAL, "db/statements/lead-tags.ts"],
  consents: [HISTORY, REMOVAL, "db/statements/consents.ts"],
  runs: [
    HISTORY,
    JOIN,
    REMOVAL,
    "db/statements/retention.ts",
    "db/statements/run-bookings.ts",
    "db/statements/run-pauses.ts",
    "db/statements/runs.ts",
    "db/statements/triggered-runs.ts",
  ],
  removals: ["db/removal/erase-events.ts", "db/removal/hide-runs.ts", "db/removal/tombstones.ts"],
  trigger_entries: [TRIGGERS, "db/statements/trigger-entries.ts"],
  trigger_evaluations: [TRIGGERS, "db/statements/trigger-evaluations.ts"],
  trigger_times: [TRIGGERS, "db/statements/trigger-times.ts"],
  segments: ["features/leads/segments/store.ts"],
  bulk_enrolments: ["db/statements/recurring-triggers.ts", "features/automation/runs/bulk/job.ts"],
  custom_events: ["db/statements/run-events.ts"],
  run_events: ["db/statements/run-events.ts"],
  link_sends: [HISTORY, REMOVAL, "db/statements/link-sends.ts"],
  analyses: [HISTORY, JOIN, REMOVAL, "db/statements/analyses.ts"],
  analysis_usage: ["features/analysis/worker/commit.ts"],
  channels: [
    SANDBOX,
    "features/messaging/channels/back-off.ts",
    "features/messaging/channels/calls.ts",
    "features/messaging/channels/check-state.ts",
    "features/messaging/channels/create.ts",
    "features/messaging/channels/marketing.ts",
    "features/messaging/channels/pause-tries.ts",
    "features/messaging/channels/pause.ts",
    "features/messaging/channels/renew-tokens.ts",
    "features/messaging/channels/replace.ts",
    "features/messaging/channels/stop.ts",
    "features/messaging/channels/store.ts",
    "features/messaging/channels/sync-state.ts",
  ],
  event_streams: ["features/events/stream/store.ts"],
  events: [ERASED_EVENTS, "features/events/store.ts"],
  // Exports are ordered, written step by step, and deleted.
  exports: [
    "features/imports/exports/clean-up.ts",
    "features/imports/exports/store.ts",
    "features/imports/exports/worker/commit.ts",
  ],
  // An audited batch writes its act; the cron deletes what is old.
  audit_log: ["db/writes/audit-log.ts", "features/operations/audit-log/store.ts"],
  idempotency_keys: ["db/writes/idempotency.ts"],
  // The sender of messages learns WhatsApp's own spelling of numbers.
  import_rows: ["features/imports/erase.ts", "features/imports/worker/commit.ts"],
  imported_leads: ["features/imports/worker/commit.ts"],
  imports: [
    "features/imports/clean-up.ts",
    "features/imports/erase.ts",
    "features/imports/receive.ts",
    "features/imports/store.ts",
    "features/imports/worker/commit.ts",
    "features/imports/worker/work.ts",
  ],
  identity_moves: ["db/statements/identity-moves.ts"],
  lead_identities: [
    JOIN,
    "features/leads/account-profiles.ts",
    "features/leads/identities.ts",
    "features/leads/identity-moves.ts",
    "features/leads/learning.ts",
    "features/leads/shared-number.ts",
    "features/messaging/outbound/worker/commit.ts",
  ],
  link_clicks: [
    HISTORY,
    REMOVAL,
    "db/statements/retention.ts",
    "features/links/clicks/classify-clicks.ts",
    "features/links/clicks/flush.ts",
  ],
  link_hours: [REMOVAL, "features/links/clicks/flush.ts"],
  profile_claims: [
    HISTORY,
    "db/removal/erased.ts",
    "db/statements/retention.ts",
    "features/analysis/worker/commit.ts",
  ],
  run_steps: [REMOVAL, "features/automation/runs/worker/commit.ts"],
  run_tags: [REMOVAL],
  scenario_days: [REMOVAL],
  scenario_drafts: ["features/automation/scenarios/drafts/store.ts"],
  scenario_versions: [REMOVAL, "features/automation/scenarios/versions/publish.ts"],
  scenario_switches: ["db/statements/switches.ts"],
  scenario_triggers: [
    "db/statements/recurring-triggers.ts",
    "db/statements/scenario-triggers.ts",
    "db/statements/trigger-counts.ts",
  ],
  // A deleted tag is no longer tracked.
  scenarios: [
    "features/automation/scenarios/store.ts",
    "features/automation/scenarios/versions/publish.ts",
    "features/leads/tags/store.ts",
  ],
  short_links: [
    REMOVAL,
    "features/links/clicks/flush.ts",
    "features/links/create.ts",
    "features/links/replace.ts",
    "features/links/store.ts",
  ],
  // Triggers write it, too.
  spent_ids: ["db/placement/ranges.ts"],
  // All other tables of a workspace are restored, copied and wiped by db/archive and db/copying,
  // too.
  erasure_receipts: ["db/statements/erasure-receipts.ts"],
  erasures: ["features/operations/backups/erasures.ts"],
  restored: ["db/archive/restore.ts", "db/placement/freeze.ts"],
  held_echoes: [JOIN, "db/statements/held-echoes.ts"],
  source_deliveries: [
    HISTORY,
    "db/statements/source-bodies.ts",
    "db/statements/sources.ts",
    "features/imports/sources/inbox/commit.ts",
  ],
  status_reports: ["features/messaging/outbound/reports.ts"],
  suppressions: [JOIN, "db/statements/suppressions.ts"],
  tags: [
    SANDBOX,
    "features/leads/bulk/tags.ts",
    "features/leads/tags/save.ts",
    "features/leads/tags/store.ts",
  ],
  templates: ["db/statements/templates.ts"],
  tokens: [
    "features/access/tokens/principals.ts",
    "features/access/tokens/revocation.ts",
    "features/access/tokens/store.ts",
    "features/access/workspaces/store.ts",
    "features/operations/backups/place.ts",
    "features/operations/removal/store.ts",
  ],
  test_runs: [JOIN, "features/automation/test-runs/store.ts"],
  trigger_cursors: ["db/statements/date-walks.ts", "db/statements/trigger-cursors.ts"],
  usage_days: ["db/writes/quotas.ts"],
  webhook_deliveries: [
    ERASED_EVENTS,
    REMOVAL,
    "features/events/webhooks/deliveries.ts",
    "features/events/webhooks/replay.ts",
    "features/events/webhooks/worker/commit.ts",
  ],
  webhook_endpoints: [
    "features/events/webhooks/deliveries.ts",
    "features/events/webhooks/endpoints.ts",
    "features/events/webhooks/rotate.ts",
    "features/events/webhooks/worker/claim.ts",
    "features/events/webhooks/worker/commit.ts",
  ],
  workspace_removals: [
    "db/removal/workspace/chunk.ts",
    "db/removal/workspace/delete-some.ts",
    "features/access/workspaces/copies.ts",
    "features/operations/backups/rows.ts",
    "features/operations/backups/store.ts",
    "features/operations/removal/store.ts",
  ],
  backups: ["features/operations/backups/rows.ts", "features/operations/backups/store.ts"],
  moves: ["features/operations/moves/phases.ts", "features/operations/moves/store.ts"],
  channel_owners: ["features/messaging/channels/owners.ts", "features/operations/backups/place.ts"],
  databases: ["db/statements/databases.ts"],
  outbox: ["db/placement/outbox.ts"],
  ranges: ["db/placement/ranges.ts"],
  slugs: [
    "features/links/slugs/apply.ts",
    "features/links/slugs/claim.ts",
    "features/links/slugs/repair.ts",
    "features/operations/backups/place.ts",
  ],
  source_keys: ["features/imports/sources/keys.ts", "features/operations/backups/place.ts"],
  sources: [
    "db/removal/workspace/sources.ts",
    "db/statements/source-bodies.ts",
    "db/statements/sources.ts",
    "features/imports/sources/calendly/overdue.ts",
    "features/imports/sources/inbox/commit.ts",
    "features/imports/sources/rejections.ts",
    "features/imports/sources/save.ts",
    "features/imports/sources/store.ts",
  ],
  unrouted_webhooks: ["features/messaging/inbound/unrouted.ts"],
  // The secret that signs the webhooks of scenarios and the key of suppressions are columns of the
  // workspace.
  workspaces: [
    "db/copying/place.ts",
    "db/removal/workspace/chunk.ts",
    "db/statements/contact-hashes.ts",
    "features/access/settings/store.ts",
    "features/access/workspaces/copies.ts",
    "features/access/workspaces/store.ts",
    "features/events/webhooks/secrets.ts",
    "features/operations/backups/place.ts",
    "features/operations/moves/phases.ts",
    "features/operations/removal/store.ts",
    "features/operations/suspension/store.ts",
  ],
};

describe("the writes of each table", () => {
  it("stand in the files of its owner", () => {
    expect(writersOf(sources)).toEqual(OWNERS);
  });

  it.each([
    ["messages", 'db.update(messages).set({ status: "failed" })'],
    ["messages", "sql`update messages set status = 'failed'`"],
    ["messages", `sql\`insert into \${messages} (id) values (1)\``],
    ["link_sends", "db.insert( linkSends )"],
    ["leads", "export const deleteLead = remove(leads);"],
  ])("would show another writer of %s: %s", (table, source) => {
    expect(writersOf({ "features/other.ts": source })[table]).toEqual(["features/other.ts"]);
  });
});
