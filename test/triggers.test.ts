/// <reference types="vite/client" />
import { describe, expect, it } from "vitest";
import { testEnv } from "./support/env";

const areas = import.meta.glob<string>("../src/db/triggers/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});
const schemas = import.meta.glob<string>("../src/db/schema/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** SQL triggers that are rules of the product, and the code whose statements fire them. */
const RULES = {
  messages_insert: "db/statements/messages/insert.ts",
  messages_received: "db/statements/messages/insert.ts",
  analyses_message: "db/statements/messages/insert.ts",
  analyses_message_edited: "db/statements/messages/edits.ts",
  analyses_message_deleted: "db/statements/messages/delivery.ts",
  messages_media_erased: "db/statements/messages/delivery.ts",
  run_events_full: "db/statements/run-events.ts",
  runs_ended: "db/statements/runs.ts",
  run_events_tag: "db/statements/lead-tags.ts",
  lead_tags_limit: "db/statements/lead-tags.ts",
  leads_pin_lost: "db/statements/leads/leads.ts",
  leads_suppress: "db/statements/consents.ts",
  new_lead_hashes_suppressed: "db/statements/suppressions.ts",
  new_lead_hashes_remembered: "db/statements/suppressions.ts",
  leads_stage_moved: "db/statements/leads/leads.ts",
  booking_steps_insert: "db/statements/bookings.ts",
  booking_stages_booked: "db/statements/bookings.ts",
  booking_stages_shared: "db/statements/bookings.ts",
  booking_stages_left: "db/statements/bookings.ts",
  segments_tag_deleted: "features/leads/tags/store.ts",
  link_clicks_count: "features/links/clicks/flush.ts",
};
const sources = import.meta.glob<string>(
  ["../src/db/statements/**/*.ts", "../src/features/{leads/tags,links/clicks}/*.ts"],
  { query: "?raw", import: "default" },
);

type Declared = { name: string; area: string; table: string | undefined; sql: string };

const plain = (sql: string) => sql.replace(/;\s*$/, "").replace(/\s+/g, " ").trim();

const tableOf = (sql: string) => / ON (\w+) (?:WHEN|BEGIN) /.exec(sql)?.[1];

/** The triggers, views and virtual tables of src/db/triggers. */
const declared: Declared[] = Object.entries(areas).flatMap(([path, text]) =>
  text.split(/\n{2,}/).flatMap((block) => {
    const sql = plain(block.replace(/^(--.*\n)+/, ""));
    const name = /^CREATE (?:TRIGGER|VIEW|VIRTUAL TABLE) (\w+)/.exec(sql)?.[1];
    const area = path.split("/").at(-1) ?? "";
    return name === undefined ? [] : [{ name, area, table: tableOf(sql), sql }];
  }),
);

/** The sentence that names the triggers of a table. */
function sentenceOf(table: string) {
  const own = Object.groupBy(
    declared.filter((trigger) => trigger.table === table),
    ({ area }) => area,
  );
  const order = [
    "access",
    "directory",
    "leads",
    "bookings",
    "identities",
    "links",
    "messaging",
    "analysis",
    "automation",
    "lead-updates",
    "events",
    "usage",
    "counters",
    "statistics",
    "removals",
  ];
  const groups = order.flatMap((area) => {
    const triggers = own[`${area}.sql`];
    // Counters have the name of their table (db/writes/counters.ts, ledger.ts).
    if (triggers && area === "counters") return ["counters.sql"];
    return triggers ? [`${triggers.map(({ name }) => name).join(", ")} (${area}.sql)`] : [];
  });
  return groups.length > 0 ? `Triggers: ${groups.join("; ")}.` : undefined;
}

/** The tables of the schema, each with the sentence on its triggers in the comment above it. */
const tables = Object.values(schemas).flatMap((text) =>
  [
    ...text.matchAll(
      /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export const \w+ = sqliteTable\(\s*"(\w+)"/g,
    ),
  ].map(([, comment = "", table = ""]) => ({
    table,
    sentence: /Triggers: .*\./.exec(comment.replace(/\s*\n \*\/?\s*/g, " "))?.[0],
  })),
);

describe("the triggers", () => {
  it("are those of src/db/triggers once the database is migrated", async () => {
    const { results } = await testEnv.DB.prepare(
      `select name, sql from sqlite_master
       where type in ('trigger', 'view') or sql like 'create virtual table%'`,
    ).all<{ name: string; sql: string }>();
    const migrated = results.map(({ name, sql }) => [name, plain(sql)]);
    expect(declared.length).toBeGreaterThan(50);
    expect(Object.fromEntries(migrated)).toEqual(
      Object.fromEntries(declared.map(({ name, sql }) => [name, sql])),
    );
  });

  it.each(tables)("are named above the table $table", ({ table, sentence }) => {
    expect(sentence).toBe(sentenceOf(table));
  });

  it.each(Object.entries(RULES))("that are rules: %s is named in %s", async (name, file) => {
    const { area } = declared.find((trigger) => trigger.name === name) ?? {};
    const text = await sources[`../src/${file}`]?.();
    expect(area).toBeDefined();
    expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    expect(text).toContain(area);
  });

  it("hang on tables of the schema, or on views", () => {
    const names = [...tables.map(({ table }) => table), ...declared.map(({ name }) => name)];
    const triggers = declared.filter(({ sql }) => sql.startsWith("CREATE TRIGGER"));
    expect(triggers.filter(({ table }) => !names.includes(table ?? ""))).toEqual([]);
  });

  it("have a sentence above each that says what it guarantees", () => {
    const blocks = Object.values(areas).flatMap((text) => text.trim().split(/\n{2,}/));
    expect(blocks.filter((block) => !block.startsWith("-- "))).toEqual([]);
  });
});
