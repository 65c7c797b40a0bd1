import { describe, expect, it } from "vitest";
import { indexChunk } from "#features/operations/chunks/message-search";
import { eachMinute } from "#features/operations/cron";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { testEnv } from "../support/env";
import { newImport, run } from "../support/import-files";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, stepDue } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { databaseOf } from "../support/scope";
import { deliverDue, newReceiver } from "../support/webhooks";

// The bytes that one workspace can have the shared database hold: how much that grows, beside what
// is counted.

const sizeNow = async () => (await testEnv.DB.prepare("select 1").run()).meta.size_after;

/** Counts what waits for the workspace's next use. */
async function countedNow({ workspaceId }: Client) {
  await rowsOf("insert into usage_changes (workspace_id) select ?", workspaceId);
  const [row] = await rowsOf<{ bytes: number }>(
    "select stored_bytes as bytes from usage_days where workspace_id = ? order by day desc limit 1",
    workspaceId,
  );
  return row!.bytes;
}

/** By how much the database has grown, and how much of that is counted. */
async function growthBy(client: Client, act: () => Promise<void>) {
  const [size, counted] = [await sizeNow(), await countedNow(client)];
  await act();
  return { grown: (await sizeNow()) - size, counted: (await countedNow(client)) - counted };
}

/** The count is an estimate, within a factor of two. Pages are filled by bits. */
function expectCounted({ grown, counted }: { grown: number; counted: number }, least: number) {
  expect(grown).toBeGreaterThan(least);
  expect(counted).toBeGreaterThan(grown / 2);
}

const cjk = (length: number, seed: number) =>
  Array.from({ length }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 7_919 + seed * 104_729 + at * at) % 20_000)),
  ).join("");

const ascii = (length: number, seed: number) =>
  Array.from({ length }, (_, at) =>
    String.fromCodePoint(0x21 + ((at * 7_919 + seed * 104_729 + at * at * seed) % 94)),
  ).join("");

describe("the database does not grow uncounted", () => {
  it("by requests that write nothing, whatever they answer", async () => {
    const owner = await newWorkspace();
    const { id } = await newScenario(owner);
    const lead = await newLead(owner, { variables: { big: "x".repeat(900) } });
    await newInbound(owner, (await newChannel(owner)).id, lead.id);
    const reader = await withAbilities(owner, "scenarios:read", "leads:read");
    const nodes = Array.from({ length: 60 }, (_, index) => ({
      ...{ id: `n${index}`, type: index === 0 ? "start" : "message" },
      data: index === 0 ? {} : { text: `${index} {{big}}{{big}}{{big}}` },
    }));
    const edges = nodes.slice(1).map((_, at) => ({ source: `n${at}`, target: `n${at + 1}` }));
    const grown = await growthBy(owner, async () => {
      for (let index = 0; index < 4; index++) {
        const { status, text } = await reader.post(
          `/scenarios/${id}/simulate`,
          { lead_id: lead.id, start_at: "2026-11-20T10:00:00Z", nodes, edges },
          { headers: { "Idempotency-Key": `big-${index}` } },
        );
        expect([status, text.length > 100_000], text.slice(0, 300)).toEqual([200, true]);
      }
    });
    expect(grown.grown).toBeLessThan(50_000);
  });

  it("by the events of leads that change to and fro", async () => {
    const client = await newWorkspace();
    const write = async (letter: string) => {
      const variables = Object.fromEntries(
        Array.from({ length: 4 }, (_, index) => [`v${index}`, letter.repeat(900)]),
      );
      const leads = Array.from({ length: 100 }, (_, index) => ({
        ...{ ext_id: `e${index}`, variables },
      }));
      expect((await client.post("/leads/batch", { mode: "upsert", leads })).status).toBe(200);
    };
    await write("a");
    const grown = await growthBy(client, async () => {
      for (const letter of "bcdef") await write(letter);
    });
    expectCounted(grown, 1_000_000);
    const [row] = await rowsOf<{ bytes: number }>(
      "select sum(month_bytes) as bytes from usage_days where workspace_id = ?",
      client.workspaceId,
    );
    expect(row!.bytes).toBeGreaterThan(grown.grown / 2);
  });

  it("by the keys of requests whose answers are too long to be kept", async () => {
    const client = await newWorkspace();
    const variables = Object.fromEntries(
      Array.from({ length: 64 }, (_, index) => [`v${index}`, "é".repeat(900)]),
    );
    const write = async (key: string) => {
      const { status, text } = await client.post(
        "/leads?upsert=1",
        { ext_id: "e", variables },
        { headers: { "Idempotency-Key": key } },
      );
      expect([status < 300, text.length > 50_000], text.slice(0, 300)).toEqual([true, true]);
    };
    await write("first");
    const grown = await growthBy(client, async () => {
      for (let index = 0; index < 25; index++) await write(`${index}-${"k".repeat(250)}`);
    });
    expect(grown.counted).toBeGreaterThan(25 * 500);
    expect(grown.counted).toBeGreaterThan(grown.grown / 2);
  });

  it("by the errors of an import, of which a row keeps the first", async () => {
    const client = await newWorkspace();
    const tags = Array.from({ length: 100 }, (_, index) => `t${index}`).join(",");
    const rows = Array.from({ length: 200 }, (_, index) => `Ann${index};"${tags}"`);
    const { id } = await newImport(client, `Name;Tags\n${rows.join("\n")}`, "?name=tags.csv");
    const mapping = { Name: "first_name", Tags: "tags" };
    const grown = await growthBy(client, async () => {
      const { counts } = await run(client, id, { mode: "create", mapping });
      expect(counts.invalid).toBe(200);
    });
    expectCounted(grown, 80_000);
    expect(grown.counted).toBeGreaterThan(0.8 * grown.grown);
    const [kept] = await rowsOf<{ bytes: number; most: number }>(
      `select sum(octet_length(errors) + octet_length(ifnull(cells, ''))) as bytes,
         max(octet_length(errors)) as most
       from import_rows where import_id = ?`,
      id,
    );
    const [row] = await rowsOf<{ bytes: number }>(
      "select kept_bytes as bytes from imports where id = ?",
      id,
    );
    expect(row!.bytes).toBeGreaterThanOrEqual(kept!.bytes);
    expect(kept!.most).toBeLessThan(2_000);
  });

  it("by a custom event for which many runs wait", async () => {
    const client = clientWithoutWakeUps(await newWorkspace());
    const lead = await newLead(client);
    for (let index = 0; index < 20; index++) {
      const flow = await newFlow(
        client,
        {
          wait: [
            "wait_for_event",
            { event: "custom", filter: { name: "booked" }, timeout_seconds: 86_400 },
          ],
          end: ["exit"],
        },
        "wait > end",
      );
      await enrol(client, flow.id, lead.id);
    }
    await stepDue(client);
    const data = { note: "x".repeat(7_000) };
    const grown = await growthBy(client, async () => {
      const { status, text } = await client.post(`/leads/${lead.id}/events`, {
        name: "booked",
        data,
      });
      expect(status, text).toBe(201);
      for (let turns = 0; turns < 25; turns++) await stepDue(client);
    });
    expect(grown.counted).toBeGreaterThan(grown.grown / 2 - 20_000);
  });

  it("by the index of texts that repeat nothing, in any script", async () => {
    const client = clientWithoutWakeUps(await newWorkspace());
    const [channel, lead] = [await newChannel(client), await newLead(client)];
    const { conversation_id } = await newInbound(client, channel.id, lead.id);
    const texts = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? cjk(1_500, index) : ascii(1_500, index),
    );
    // The index leaves the newest messages for later: here, some without a text.
    const none = Array.from({ length: 300 }, () => null);
    const grown = await growthBy(client, async () => {
      await rowsOf(
        `insert into messages
           (workspace_id, conversation_id, direction, type, text, status, created_at)
         select ?, ?, 'inbound', 'text', value, 'received', ? + key from json_each(?)`,
        client.workspaceId,
        conversation_id,
        Date.now(),
        JSON.stringify([...texts, ...none]),
      );
      while (await indexChunk(databaseOf()));
    });
    const [row] = await rowsOf<{ n: number }>(
      `select count(*) as n from messages_search_docsize
       where id in (select id from messages where conversation_id = ?)`,
      conversation_id,
    );
    expect(row!.n).toBe(texts.length + 1);
    expect(grown.grown).toBeGreaterThan(1_000_000);
    // Nine tenths, once the segments of the index are merged.
    expect(grown.counted).toBeGreaterThan(0.8 * grown.grown);
  });

  it("by consents, suppressions, acts and deliveries", async () => {
    const client = clientWithoutWakeUps(await newWorkspace());
    const lead = await newLead(client);
    const receiver = await newReceiver(client);
    const grown = await growthBy(client, async () => {
      for (let index = 0; index < 26; index++)
        for (const act of ["opt-out", "opt-in"]) await client.post(`/leads/${lead.id}/${act}`);
      for (let batch = 0; batch < 2; batch++) {
        const suppressions = Array.from({ length: 500 }, (_, index) => ({
          email: `suppressed-${batch}-${index}@example.com`,
        }));
        const { status, text } = await client.post("/suppressions/batch", { suppressions });
        expect(status, text).toBeLessThan(300);
      }
      for (let index = 0; index < 52; index++) await client.post("/tags", { label: `t${index}` });
      for (let turns = 0; turns < 6; turns++) await deliverDue(receiver.id);
    });
    expectCounted(grown, 100_000);
    for (const table of ["consents", "suppressions", "audit_log", "webhook_deliveries"]) {
      const [row] = await rowsOf<{ n: number }>(
        `select count(*) as n from ${table} where workspace_id = ?`,
        client.workspaceId,
      );
      expect(row!.n, table).toBeGreaterThan(50);
    }
  });
});

describe("what nothing else is counted with", () => {
  const seedEvents = ({ workspaceId }: Client, count: number) =>
    rowsOf(
      `insert into events (workspace_id, id, type, data)
       with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?2)
       select ?1, (select max(id) from events where workspace_id = ?1) + n, 'lead.updated',
         '{"changes":{}}'
       from numbers`,
      workspaceId,
      count,
    );

  it("is counted within a minute where it is much, 50,000 events at a time", async () => {
    const [busy, idle, quiet] = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
    for (const client of [busy, idle, quiet]) await newLead(client);
    const before = [await countedNow(busy), await countedNow(idle), await countedNow(quiet)];
    await rowsOf(
      "update usage_days set day = date('now', '-3 days') where workspace_id = ?",
      idle.workspaceId,
    );
    await seedEvents(busy, 50_100);
    await seedEvents(idle, 3_000);
    await seedEvents(quiet, 1_000);
    const grown = async () => {
      const rows = await rowsOf<{ bytes: number }>(
        `select stored_bytes as bytes, max(day) from usage_days where workspace_id in (?, ?, ?)
         group by workspace_id order by workspace_id`,
        ...[busy, idle, quiet].map(({ workspaceId }) => workspaceId),
      );
      return rows.map(({ bytes }, index) => bytes - before[index]!);
    };
    const event = 110 + '{"changes":{}}'.length;
    await eachMinute(testEnv);
    expect(await grown()).toEqual([50_000 * event, 3_000 * event, 0]);
    await countedNow(busy);
    await countedNow(quiet);
    expect(await grown()).toEqual([50_100 * event, 3_000 * event, 1_000 * event]);
  });
});

it("what is kept for some days goes with them, and is refused no more", async () => {
  const client = await newWorkspace();
  await newLead(client);
  const before = await countedNow(client);
  await rowsOf(
    `update usage_days set day = date('now', '-40 days'), month_bytes = 5000, day_bytes = 700,
       stored_bytes = stored_bytes + 5700
     where workspace_id = ?`,
    client.workspaceId,
  );
  expect(await countedNow(client)).toBeLessThanOrEqual(before);
});
