import { beforeAll, describe, expect, it } from "vitest";
import { erasedResources } from "#domain/erasures";
import { ErasureQueue } from "#features/operations/chunks/erasures";
import { mergeSearchChunk } from "#features/operations/retention/search-index";
import { actsAfter, lastActId } from "../support/acts";
import { type Client, newLead, newWorkspace, withAbilities } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { eraseAll, erasers, erasureOf } from "../support/erasures";
import { skipEventAudit } from "../support/event-audit";
import { orderExport, whenOver } from "../support/exports";
import { MARKERS, newMarkedLead } from "../support/marked-lead";
import { databaseWith, down, onlyAt, unanswered } from "../support/message-sender-faults";
import { rowsOf } from "../support/rows";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { databaseOf, directoryDb } from "../support/scope";
import { seedLeads } from "../support/seed";
import { tracesOf } from "../support/traces";

skipEventAudit();

let client: Client;

const erase = (id: number, options = {}) => client.post(`/leads/${id}/erase`, undefined, options);

beforeAll(async () => {
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace());
});

describe("a lead that is erased", () => {
  let marked: Awaited<ReturnType<typeof newMarkedLead>>;
  let receipt: { id: number };
  const keyed = { headers: { "Idempotency-Key": "erased-lead" } };
  const path = "/leads?upsert=1";

  it("is gone at once, and its receipt says by whom and when", async () => {
    marked = await newMarkedLead(client);
    const { id } = marked.lead;
    const upsert = { email: marked.lead.email, first_name: MARKERS[0] };
    expect((await client.post(path, upsert, keyed)).status).toBe(200);
    expect((await tracesOf(...MARKERS)).length).toBeGreaterThan(25);
    const before = await lastActId();
    const { status, body } = await erase(id);
    expect(status).toBe(202);
    receipt = body.data;
    expect(receipt).toMatchObject({
      lead_id: id,
      state: "erasing",
      finished_at: null,
      repeated_at: null,
      requested_by: { token_id: expect.any(Number), name: expect.any(String) },
      removed: { leads: 1, identities: 3, tags: 1, conversations: 1, messages: 0 },
      backups: [],
    });
    const acts = await actsAfter(before);
    expect(acts).toMatchObject([{ action: "lead.erased", target_id: id }]);
    expect((await client.get(`/leads/${id}`)).status).toBe(404);
    expect((await client.get(`/conversations/${marked.conversation}`)).status).toBe(404);
    const { body: feed } = await client.get("/events?per_page=10&type[]=lead.deleted");
    expect(feed.data).toMatchObject([{ data: { lead_id: id, ext_id: marked.lead.ext_id } }]);
  });

  it("has the same receipt when it is erased again; others have none", async () => {
    const before = await lastActId();
    expect((await erase(marked.lead.id)).body.data).toEqual(receipt);
    expect(await actsAfter(before)).toEqual([]);
    expect((await erase(4_000_000_000)).status).toBe(404);
    const deleted = await newLead(client);
    await client.delete(`/leads/${deleted.id}`);
    expect((await erase(deleted.id)).status).toBe(404);
    const stranger = await newWorkspace();
    expect((await stranger.post(`/leads/${marked.lead.id}/erase`)).status).toBe(404);
    expect((await stranger.get(`/erasures/${receipt.id}`)).status).toBe(404);
    expect((await stranger.get("/erasures")).body.data).toEqual([]);
  });

  it("is nowhere once the erasure is finished", async () => {
    await eraseAll({ now: Date.now });
    expect(await erasureOf(client, receipt.id)).toMatchObject({ state: "erasing" });
    const [late] = await rowsOf<{ n: number }>(
      "update webhook_deliveries set answer = 'Late quetzal' where workspace_id = ? returning 1 as n",
      client.workspaceId,
    );
    expect(late).toEqual({ n: 1 });
    await eraseAll();
    const { state, finished_at, removed } = await erasureOf(client, receipt.id);
    expect({ state, finished_at }).toEqual({ state: "erased", finished_at: expect.any(String) });
    const none = erasedResources.filter((name) => removed[name] === 0);
    expect(none).toEqual(["imports", "media", "status_reports"]);
    expect(removed).toMatchObject({
      messages: 4,
      consents: 4,
      profile_claims: 1,
      analyses: 1,
      link_sends: 1,
      link_clicks: 1,
      runs: 1,
    });
    expect(await tracesOf(...MARKERS)).toEqual([]);
  });

  it("stays unsubscribed, which the receipt says", async () => {
    const { kept } = await erasureOf(client, receipt.id);
    expect(kept[0]).toMatchObject({
      what: "suppressions",
      count: 4,
      since: expect.any(String),
      until: null,
    });
    const again = await newLead(client, { email: marked.lead.email, phone: undefined });
    expect(again.is_optout).toBe(true);
    await client.delete(`/leads/${again.id}`);
  });

  it("leaves no entry in the search index once that is merged, hour after hour", async () => {
    const deleted = "select id from leads_search_data where id >= 9007199254740992";
    const whatIsKept = async (): Promise<string[]> =>
      (await erasureOf(client, receipt.id)).kept.map(({ what }: { what: string }) => what);
    await seedLeads(client.workspaceId, 500);
    expect(await whatIsKept()).toContain("search_index");
    for (let chunks = 0; (await whatIsKept()).includes("search_index"); chunks++) {
      expect(chunks).toBeLessThan(100);
      await mergeSearchChunk(databaseOf(), 2, Date.now() + 3_600_000);
    }
    expect(await rowsOf(deleted)).toEqual([]);
    const [segments] = await rowsOf<{ n: number }>(
      "select count(distinct segid) as n from leads_search_idx",
    );
    expect(segments?.n).toBe(1);
    await mergeSearchChunk(databaseOf(), 2, Date.now() + 3_600_000);
    expect(await rowsOf("select position from clean_ups where name = 'search_purge'")).toEqual([
      { position: 0 },
    ]);
  });

  it("leaves no answer to a repeated request, and none is carried out twice", async () => {
    const upsert = { email: marked.lead.email, first_name: MARKERS[0] };
    const { status, body } = await client.post(path, upsert, keyed);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("was carried out") },
    });
  });
});

describe("an erasure", () => {
  it("is the same, asked for twice at once", async () => {
    const lead = await newLead(client);
    const answers = await Promise.all([erase(lead.id), erase(lead.id), erase(lead.id)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    await eraseAll();
  });

  it("answers a repeated key with its receipt, though answers are forgotten", async () => {
    const lead = await newLead(client);
    const keyed = { headers: { "Idempotency-Key": "erase-once" } };
    const { body } = await erase(lead.id, keyed);
    await eraseAll();
    const again = await erase(lead.id, keyed);
    expect(again).toMatchObject({ status: 202, body: { data: { id: body.data.id } } });
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  });

  it.each([
    ["before", down],
    ["after", unanswered],
  ])("goes on where a worker dies %s any chunk, or two work at once", async (when, fault) => {
    const { lead } = await newMarkedLead(client, `-${when}`);
    const { body } = await erase(lead.id);
    for (let call = 1; call < 40; call++) {
      const env = { ...testEnv, DB: databaseWith(onlyAt(2, fault)) };
      for (const queue of erasers({ env })) await queue.workNext().catch(() => {});
    }
    await Promise.all([eraseAll(), eraseAll()]);
    const { state, removed } = await erasureOf(client, body.data.id);
    expect({ state, removed }).toMatchObject({
      state: "erased",
      removed: { messages: 4, consents: 4, runs: 1, link_sends: 1, link_clicks: 1 },
    });
    expect(await tracesOf(...MARKERS)).toEqual([]);
  });

  it("is listed, and asks for leads:read; to erase takes leads:write", async () => {
    const [reader, other] = [
      await withAbilities(client, "leads:read"),
      await withAbilities(client, "conversations:write"),
    ];
    const lead = await newLead(client);
    expect((await reader.post(`/leads/${lead.id}/erase`)).status).toBe(403);
    const { body } = await erase(lead.id);
    const { body: page } = await reader.get(`/erasures?lead_id=${lead.id}`);
    expect(page.data).toEqual([body.data]);
    expect((await reader.get("/erasures?per_page=10")).body.data[0]).toEqual(body.data);
    expect((await other.get("/erasures")).status).toBe(403);
    expect((await reader.get("/erasures/4000000000")).status).toBe(404);
  });

  it("names the backups that hold the person, until they expire", async () => {
    const insert = (createdAt: number) =>
      directoryDb
        .prepare(
          `insert into backups (workspace_id, workspace_name, state, database, created_at,
             kept_until)
           values (?1, 'Test', 'finished', 'DB', ?2, ?2 + 86400000) returning id`,
        )
        .bind(client.workspaceId, createdAt)
        .first<{ id: number }>();
    const before = await insert(Date.now() - 1_000);
    const lead = await newLead(client);
    const { body } = await erase(lead.id);
    await eraseAll();
    await insert(Date.now() + 3_600_000);
    const { backups } = await erasureOf(client, body.data.id);
    expect(backups).toMatchObject([{ id: before!.id, kept_until: expect.any(String) }]);
  });

  it("names the exports that hold the person, until they expire", async () => {
    const first = (await client.post("/exports")).body.data;
    const lead = await newLead(client);
    const { body } = await erase(lead.id);
    const { id, kept_until } = await whenOver(client, first.id);
    const named = [{ id, created_at: first.created_at, kept_until }];
    expect(body.data.exports).toEqual(named);
    await eraseAll();
    await later(3_600_000, () => orderExport(client));
    expect((await erasureOf(client, body.data.id)).exports).toEqual(named);
  });

  it("waits for its time, and has nothing to do afterwards", async () => {
    const queue = new ErasureQueue(testEnv, "DB");
    await eraseAll();
    expect(await queue.workNext()).toBe(false);
  });
});
