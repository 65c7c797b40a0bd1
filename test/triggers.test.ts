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
