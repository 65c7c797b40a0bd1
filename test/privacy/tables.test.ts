import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import { partNames } from "../../src/features/privacy/bundle/schema";
import { HELD } from "../../src/features/privacy/held";
import { type Client, newWorkspace } from "../support/api";
import { skipEventAudit } from "../support/event-audit";
import { MARKERS, newMarkedLead } from "../support/marked-lead";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { tracesOf } from "../support/traces";

skipEventAudit();

const files = import.meta.glob<Record<string, unknown>>("../../src/db/schema/*.ts", {
  eager: true,
});
const tables = Object.values(files).flatMap((file) =>
  Object.values(file).filter((one): one is SQLiteTable => is(one, SQLiteTable)),
);
const names = tables.map((table) => getTableName(table));

/** The columns by which a row belongs to a lead, or to what is a lead's. */
const OF_LEAD = ["leadId", "conversationId", "messageId", "runId", "linkSendId", "eventId"];

/**
 * Tables that hold nothing of a lead but what the workspace itself writes into them: its own, the
 * directory's and the database's.
 */
const OTHERS = [
  "analysis_usage",
  "backups",
  "bulk_enrolments",
  "canned_replies",
  "channel_owners",
  "channels",
  "clean_ups",
  "databases",
  "event_streams",
  "link_hours",
  "moves",
  "outbox",
  "ranges",
  "restored",
  "scenario_days",
  "scenario_drafts",
  "scenario_versions",
  "scenarios",
  "segments",
  "short_links",
  "slugs",
  "spent_ids",
  "tags",
  "templates",
  "tokens",
  "unrouted_webhooks",
  "usage_days",
  "webhook_endpoints",
  "workspace_removals",
  "workspaces",
];

describe("the registry of what is held of leads", () => {
  it("names each table that has rows of leads, by the schema", () => {
    const ofLeads = tables.filter((table) =>
      OF_LEAD.some((column) => Object.keys(getTableColumns(table)).includes(column)),
    );
    const missing = ofLeads.map(getTableName).filter((name) => !(name in HELD));
    expect(missing).toEqual([]);
  });

  it("decides on every table of the schema, and on no other", () => {
    expect([...Object.keys(HELD), ...OTHERS].toSorted()).toEqual(names.toSorted());
  });

  it("names a part of the bundle for each table, or says why none shows it", () => {
    const shown = Object.values(HELD).map(({ bundle }) => bundle);
    const parts = shown.filter((one) => typeof one === "string");
    expect(new Set(parts)).toEqual(new Set(["lead", ...partNames]));
  });

  it("would miss a table that is not in it", () => {
    const { messages: _, ...others } = HELD;
    const missing = names.filter((name) => !(name in others) && !OTHERS.includes(name));
    expect(missing).toEqual(["messages"]);
  });
});

describe("a lead's words", () => {
  let client: Client;

  beforeAll(async () => {
    client = clientWithoutWakeUps(await newWorkspace());
    await newMarkedLead(client);
  });

  it("stand in tables of the registry only, whose rows are removed or emptied", async () => {
    const traced = new Set((await tracesOf(...MARKERS)).map((place) => place.split(".")[0] ?? ""));
    const kept = [...traced].filter((name) => !HELD[name] || HELD[name].erased === "kept");
    expect(kept).toEqual([]);
    expect(traced.size).toBeGreaterThan(10);
  });
});
