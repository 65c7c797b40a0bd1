import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { partNames } from "#features/privacy/bundle/schema";
import { HELD } from "#features/privacy/held";
import { NOT_HELD } from "#features/privacy/not-held";
import { textColumns } from "../support/text-columns";

const files = import.meta.glob<Record<string, unknown>>("../../src/db/schema/*.ts", {
  eager: true,
});
const tables = Object.values(files).flatMap((file) =>
  Object.values(file).filter((one): one is SQLiteTable => is(one, SQLiteTable)),
);
const names = tables.map((table) => getTableName(table));

/** The columns by which a row belongs to a lead, or to what is a lead's. */
const OF_LEAD = ["leadId", "conversationId", "messageId", "runId", "linkSendId", "eventId"];

describe("the registry of what is held of leads", () => {
  it("names each table that has rows of leads, by the schema", () => {
    const ofLeads = tables.filter((table) =>
      OF_LEAD.some((column) => Object.keys(getTableColumns(table)).includes(column)),
    );
    const missing = ofLeads.map(getTableName).filter((name) => !(name in HELD));
    expect(missing).toEqual([]);
  });

  it("decides on every table of the schema, and on no other", () => {
    expect([...Object.keys(HELD), ...Object.keys(NOT_HELD)].toSorted()).toEqual(names.toSorted());
  });

  it("decides on every text column of tables whose rows an erasure leaves, and on no other", async () => {
    const left = {
      ...Object.fromEntries(Object.entries(HELD).map(([name, { columns }]) => [name, columns])),
      ...NOT_HELD,
    };
    const wrong = Object.entries(await textColumns()).filter(([table, columns]) => {
      const decided = left[table];
      if (typeof decided === "string") return false;
      const named = Object.keys(decided ?? {}).toSorted();
      return JSON.stringify(named) !== JSON.stringify(columns.toSorted());
    });
    expect(Object.fromEntries(wrong)).toEqual({});
  });

  it("names a part of the bundle for each table, or says why none shows it", () => {
    const shown = Object.values(HELD).map(({ bundle }) => bundle);
    const parts = shown.filter((one) => typeof one === "string");
    expect(new Set(parts)).toEqual(new Set(["lead", ...partNames]));
  });
});
