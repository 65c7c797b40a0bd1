import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { TABLES } from "#db/archive/tables";
import { LEDGER } from "#db/writes/ledger";
import { quotaNames } from "#domain/quotas";
// @ts-expect-error: plain JavaScript
import { counterTriggers } from "../../drizzle/counters.mjs";
import counters from "../../src/db/triggers/counters.sql?raw";
import { rowsOf } from "../support/rows";

const schemas = import.meta.glob<Record<string, unknown>>("../../src/db/schema/*.ts", {
  eager: true,
});
const sources = import.meta.glob<string>("../../src/**/*.ts", { query: "?raw", import: "default" });
const tables = Object.values(schemas).flatMap((file) =>
  Object.values(file).filter((one): one is SQLiteTable => is(one, SQLiteTable)),
);
const names = tables.map((table) => getTableName(table)).toSorted();
const entries = Object.entries(LEDGER);

/** The names of all that the database has besides tables, and the tables with a primary key. */
const objects = async () =>
  new Set(
    (await rowsOf<{ name: string }>("select name from sqlite_master")).map(({ name }) => name),
  );

const countsIn = (sql: string, table: string) =>
  ["INSERT", "DELETE"].every((write) =>
    new RegExp(`(AFTER|BEFORE) ${write}\\s+ON ${table}\\s(?:(?!END;)[\\s\\S])*_bytes`).test(sql),
  );

describe("the ledger of the database", () => {
  it("has every table of the schema, and no other", () => {
    expect(Object.keys(LEDGER).toSorted()).toEqual(names);
  });

  it("would miss a table that is not in it", () => {
    const { messages: _, ...others } = LEDGER;
    expect(names.filter((name) => !(name in others))).toEqual(["messages"]);
  });

  it("leaves no table of a workspace to the service", () => {
    const ofWorkspaces = new Set(TABLES.map(({ name }) => name));
    const service = entries.flatMap(([name, entry]) => ("service" in entry ? [name] : []));
    expect(service.filter((name) => ofWorkspaces.has(name))).toEqual([]);
  });

  it("makes the triggers that count rows", () => {
    expect(counters).toBe(counterTriggers());
  });

  it("names what counts the other rows, both when they come and when they go", () => {
    const counted = entries.filter(([, entry]) => "counted" in entry || "each" in entry);
    // Clicks and hours are counted as they are flushed.
    const uncounted = counted.filter(
      ([name]) => !["link_clicks", "link_hours"].includes(name) && !countsIn(counters, name),
    );
    expect(uncounted.map(([name]) => name)).toEqual([]);
    expect(countsIn("CREATE TRIGGER a AFTER INSERT ON a\nBEGIN END;", "a")).toBe(false);
  });

  it("names bounds that are there: keys and triggers of the database, quotas and files", async () => {
    const known = await objects();
    const missing = entries.flatMap(([name, entry]) => {
      if (!("by" in entry)) return [];
      const isThere = entry.by.includes("/")
        ? `../../src/${entry.by}` in sources
        : known.has(entry.by);
      return isThere ? [] : [`${name} by ${entry.by}`];
    });
    expect(missing).toEqual([]);
    const quotas = entries.flatMap(([, entry]) =>
      "most" in entry && typeof entry.most === "string" ? [entry.most] : [],
    );
    expect(quotas.filter((quota) => !quotaNames.includes(quota))).toEqual([]);
    const parents = entries.flatMap(([, entry]) => ("per" in entry ? [entry.per] : []));
    expect(parents.filter((name) => !(name in LEDGER))).toEqual([]);
  });

  it("keeps what is bounded small beside the default quota", () => {
    const bounded = entries.flatMap(([, entry]) =>
      "most" in entry && !("per" in entry) && typeof entry.most === "number"
        ? [entry.most * entry.bytes]
        : [],
    );
    expect(bounded.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(20_000_000);
  });
});
