import { beforeAll, describe, expect, it } from "vitest";
import { OTHERS, TABLES } from "#db/archive/tables";
import { sha256 as sha256Of } from "#lib/crypto";
import { type Client, newLead } from "../support/api";
import {
  APART,
  bucket,
  comparable,
  migrateTarget,
  plainly,
  twice,
  type Way,
  worker,
} from "../support/archives";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { newFullWorkspace, rowsOfTables } from "../support/full-workspace";
import { rowsOf } from "../support/rows";

skipEventAudit();

let client: Client;
let id: number;
let leadId: number;

beforeAll(async () => {
  await migrateTarget();
  const full = await newFullWorkspace();
  client = full.client;
  id = client.workspaceId;
  leadId = full.ids.lead;
  await rowsOf(
    "update leads set data = ?, first_name = ? where id = ?",
    JSON.stringify({ quoted: '"\\"', long: "x".repeat(100_000) }),
    "é\"'\n\r\t😀\u2028",
    leadId,
  );
  const graph = JSON.stringify([{ id: "a", type: "message", text: '"ü"'.repeat(200_000) }]);
  await rowsOf(
    "update scenario_versions set nodes = ? where scenario_id = ?",
    graph,
    full.ids.scenario,
  );
  // As in a database of a late range, and precise to the last digit.
  await rowsOf("update leads set whatsapp_phone_number_id = 998000000000123 where id = ?", leadId);
  await rowsOf("update profile_claims set confidence = 0.1 + 0.2 where lead_id = ?", leadId);
});

describe("the tables of an archive", () => {
  it("are all tables but those of the directory and of the database itself", async () => {
    const tables = Object.keys(await rowsOfTables(testEnv.DB, ["leads_search_docsize"]));
    expect([...TABLES.map(({ name }) => name), ...OTHERS].toSorted()).toEqual(tables.toSorted());
  });

  it("stand after those that they refer to, and name their references", async () => {
    const names = TABLES.map(({ name }) => name);
    for (const [index, { name, refers, parents }] of TABLES.entries()) {
      const keys = await rowsOf<{ table: string; from: string }>(
        `select "table", "from" from pragma_foreign_key_list('${name}')
         where "from" <> 'workspace_id'`,
      );
      const known = {
        ...refers,
        ...Object.fromEntries(parents.map((one) => [one.via, one.table])),
      };
      for (const { table, from } of keys) {
        expect(names.slice(0, index), `${name} refers to ${table}`).toContain(table);
        expect(known[from], `${name}.${from}`).toBe(table);
      }
    }
  });

  it("have their keys, and no blobs", async () => {
    for (const { name, primary } of TABLES) {
      const columns = await rowsOf<{ name: string; type: string; pk: number }>(
        `select name, type, pk from pragma_table_info('${name}')`,
      );
      const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
      expect(primary, name).toEqual(key.map((one) => one.name));
      for (const { type } of columns) expect(type).toMatch(/^(integer|text|real)$/i);
    }
  });
});

const inTarget = <Row = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
  testEnv.SECOND.prepare(sql)
    .bind(...values)
    .all<Row>()
    .then(({ results }) => results);

const rowsIn = async (db: D1Database) => comparable(await rowsOfTables(db, APART));
const TRIGGERS = "select name, sql from sqlite_master where type = 'trigger' order by name";
const STRANGER = 7;

describe("a workspace", () => {
  it("is the same in another database, and leaves it, with a crash after each chunk", async () => {
    const empty = await rowsIn(testEnv.SECOND);
    const before = await rowsIn(testEnv.DB);
    for (const [table, rows] of Object.entries(before))
      expect(rows.length, `no row in ${table}`).toBeGreaterThan(0);
    const { archive, restore, verify, wipe } = worker("with crashes", twice);
    await archive(id);
    expect(await rowsIn(testEnv.DB)).toEqual(before);
    await restore();
    expect(await rowsIn(testEnv.SECOND)).toEqual(before);
    expect(await inTarget("pragma foreign_key_check")).toEqual([]);
    expect(await inTarget(TRIGGERS)).toEqual(await rowsOf(TRIGGERS));
    await verify();
    await wipe(id);
    expect(await rowsIn(testEnv.SECOND)).toEqual(empty);
  });

  it("comes among others, whose triggers work meanwhile, and whose rows stay", async () => {
    await inTarget(
      "insert into workspaces (id, name, created_at, updated_at) values (?, 'Other', 1, 1)",
      STRANGER,
    );
    let added = 0;
    const busily: Way = async (state, chunk) => {
      const next = await chunk(state);
      await inTarget(
        `insert into leads (id, workspace_id, seq, first_name_search, created_at, updated_at)
         values (?1, ?2, ?1, 'zoe', 1, 1)`,
        1_000_000 + added++,
        STRANGER,
      );
      return next;
    };
    await worker("among others", plainly).archive(id);
    const { restore, wipe } = worker("among others", busily);
    await restore(2_000);
    await worker("among others").verify();
    await wipe(id);
    const counted = await inTarget(
      `select (select count(*) from leads) as leads,
         (select count(*) from events where workspace_id = ?1 and type = 'lead.created') as events,
         (select count(*) from leads_search where leads_search match ?2) as found,
         (select leads from usage_days where workspace_id = ?1) as used`,
      STRANGER,
      `${STRANGER}n7A6F65`,
    );
    expect(counted).toEqual([{ leads: added, events: added, found: added, used: added }]);
    await worker("").wipe(STRANGER);
  });

  it("is archived as it was: what is newer is left out, and what refers to it", async () => {
    const { restore, verify, wipe } = worker("live");
    let lead = 0;
    const meanwhile: Way = async (state, chunk) => {
      if (lead === 0) {
        lead = (await newLead(client)).id;
        await rowsOf("update lead_identities set lead_id = ? where workspace_id = ?", lead, id);
        await rowsOf("update conversations set lead_id = ? where workspace_id = ?", lead, id);
      }
      return plainly(state, chunk);
    };
    await worker("live", meanwhile).archive(id);
    await restore();
    expect(await inTarget("select id from leads where id = ?", lead)).toEqual([]);
    expect(await inTarget("select 1 from lead_identities")).toEqual([]);
    expect(await inTarget("select id from leads where id = ?", leadId)).toHaveLength(1);
    await verify();
    await wipe(id);
    await worker("later").archive(id);
    await worker("later").restore();
    expect(await inTarget("select id from leads where id = ?", lead)).toHaveLength(1);
    await worker("later").wipe(id);
  });
});

describe("an archive that was changed", () => {
  const key = "later/leads/0.ndjson";
  const manifestKey = "later/manifest.json";
  const changed = async (at: string, text: string, customMetadata?: Record<string, string>) => {
    const before = await bucket.get(at);
    const [content, metadata] = [await before!.text(), before!.customMetadata ?? {}];
    await bucket.put(at, text, { customMetadata: customMetadata ?? metadata });
    const { restore, wipe } = worker("later");
    const error = await restore().catch((reason: unknown) => reason);
    await wipe(id);
    await bucket.put(at, content, { customMetadata: metadata });
    return String(error);
  };

  it("is refused", async () => {
    const part = await (await bucket.get(key))!.text();
    const sha256 = await sha256Of("[1]\n");
    const manifest = JSON.parse(await (await bucket.get(manifestKey))!.text());
    const with_ = (change: object) => JSON.stringify({ ...manifest, ...change });
    const { leads } = manifest.tables;
    const unknown = { ...leads, columns: ["no_column", ...leads.columns.slice(1)] };
    for (const [expected, ...change] of [
      ["Part 0 of leads was changed.", key, part.replace("é", "e")],
      ["Part 0 of leads was changed.", key, part.split("\n").slice(1).join("\n")],
      ["Part 0 of leads is missing.", key, part, {}],
      [
        "The parts of tags are not those of the manifest.",
        manifestKey,
        with_({
          tables: { ...manifest.tables, tags: { ...manifest.tables.tags, sha256 } },
        }),
      ],
      [
        "The table leads has no column no_column.",
        manifestKey,
        with_({
          tables: { ...manifest.tables, leads: unknown },
        }),
      ],
      ["The manifest has not the format 1.", manifestKey, with_({ format: 2 })],
      ["The manifest is not valid JSON.", manifestKey, "{"],
    ] as [string, string, string, Record<string, string>?][])
      expect(await changed(...change)).toBe(`ArchiveError: ${expected}`);
    const missing = worker("nothing").restore();
    await expect(missing).rejects.toThrow("The archive nothing has no manifest.");
  });

  it("differs from what was restored of it, as does a row that was changed there", async () => {
    const { restore, verify, wipe } = worker("later");
    await restore();
    await verify();
    for (const change of [
      "update messages set tapped = '.' where id = (select max(id) from messages)",
      "update consents set at = at + 1 where id = (select max(id) from consents)",
    ]) {
      await inTarget(change);
      const table = change.includes("messages") ? "messages" : "consents";
      await expect(verify()).rejects.toThrow(`The rows of ${table} are not those of the archive.`);
    }
    await wipe(id);
  });
});
