import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { MERGED_TABLES, UNMERGED_TABLES } from "#features/leads/merge/tables";

const schema = import.meta.glob<Record<string, unknown>>("../../src/db/schema/*.ts", {
  eager: true,
});
const sources = import.meta.glob<string>("../../src/db/merging/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

const tables = Object.values(schema).flatMap((file) =>
  Object.values(file).filter((value) => is(value, SQLiteTable)),
);

/** The columns that hold the id of a lead. */
const leadColumns = (table: SQLiteTable) =>
  Object.keys(getTableColumns(table)).filter((name) => /(^|[a-z])lead(_?id)?$/i.test(name));

describe("a merge of leads", () => {
  it("knows every table with rows of leads", () => {
    const ofLeads = tables.filter((table) => leadColumns(table).length > 0).map(getTableName);
    const known = [...Object.keys(MERGED_TABLES), ...Object.keys(UNMERGED_TABLES)];
    expect(new Set(known).size).toBe(known.length);
    expect([...ofLeads, "leads"].toSorted()).toEqual(known.toSorted());
  });

  it("writes those that it says it moves, and no others of them", () => {
    const text = Object.values(sources).join("\n");
    const isWritten = (name: string) =>
      new RegExp(`(update( or ignore)?|delete from) ${name}\\b`).test(text);
    for (const name of Object.keys(MERGED_TABLES)) expect(isWritten(name), name).toBe(true);
    for (const name of Object.keys(UNMERGED_TABLES)) expect(isWritten(name), name).toBe(false);
  });
});
