import { createScheduledController } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { utf8Bytes } from "#lib/text";
import { DAY_MS } from "#lib/time";
import worker from "../../src/index";
import {
  addMessages,
  analyse,
  analysisNow,
  analysisRows,
  analysisWorkerOf,
  bindAnalysisWorker,
  newLeadWithMessages,
  requestAnalysis,
  runAnalysisWorker,
  withModel,
} from "../support/analyses";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newMessage,
  newWorkspace,
} from "../support/api";
import { atTime, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { mostAtOnce, order, requestsTo } from "../support/graph";
import { databaseWith } from "../support/message-sender-faults";
import { rowsOf } from "../support/rows";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const set = async (settings: object) =>
  expect((await client.patch("/settings", settings)).status).toBe(200);
const usedToday = async () => (await client.get("/usage")).body.data.days[0]?.analyses ?? 0;
/** Acts as if it were noon, so that the day does not end meanwhile. */
const atNoon = <T>(act: () => Promise<T>) => atTime(nextMidnight() + 43_200_000, act);
const nextMidnight = () =>
  new Date(
    Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), new Date().getUTCDate() + 1),
  ).getTime();

it("a claim reads two megabytes of a conversation at most, the newest", async () => {
  let most = 0;
  const DB = databaseWith(async (call) => {
    const results = (await call()) as D1Result[];
    const read = results.map(({ results: rows }) => utf8Bytes(JSON.stringify(rows)));
    most = Math.max(most, ...read);
    return results;
  });
  const name = await withModel(client, { DB });
  const { leadId, conversationId } = await newLeadWithMessages(client, "The oldest.");
  await rowsOf(
    `insert into messages (workspace_id, conversation_id, direction, type, text, status, sent_at,
       created_at)
     with recursive times(n) as (select 1 union all select n + 1 from times where n < 40)
     select workspace_id, id, 'inbound', 'text', ?1, 'received', ?2, ?2
     from conversations cross join times where id = ?3`,
    "漢".repeat(65_536),
    Date.now(),
    conversationId,
  );
  await addMessages(conversationId, "The newest.");
  await order(name, { queue: [{ do: "complete", answer: { summary: "" } }] });
  expect(await analyse(client, leadId)).toMatchObject([{ status: "completed" }]);
  expect(JSON.stringify(await requestsTo(name))).toContain("The newest.");
  expect(most).toBeGreaterThan(1_900_000);
  expect(most).toBeLessThan(2_300_000);
});

describe("60 analyses requested at once", () => {
  it("are processed at most four at a time, up to the daily limit", async () => {
    await set({ analysis_daily_limit: 45 });
    const name = await withModel(client);
    await order(name, { always: { do: "silence", after_ms: 20, from: "first_lead_message" } });
    const talks = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        newLeadWithMessages(client, `I turned ${index % 50} again.`),
      ),
    );
    const answers = await Promise.all(
      talks.map(({ leadId }) => client.post(`/leads/${leadId}/analyze`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await eventually(async () => {
      await analysisWorkerOf(client).wake(client.workspaceId);
      expect(
        (await analysisRows(client)).filter(({ finished_at }) => finished_at === null),
      ).toEqual([]);
    });
    const rows = await analysisRows(client);
    expect(rows).toHaveLength(60);
    expect(new Set(rows.map(({ lead_id }) => lead_id)).size).toBe(60);
    const ended = Map.groupBy(rows, ({ status, reason }) => `${status} ${reason}`);
    expect(Object.fromEntries([...ended].map(([end, { length }]) => [end, length]))).toEqual({
      "completed null": 45,
      "skipped daily_limit": 15,
    });
    expect((await mostAtOnce(name)).all).toBe(4);
    expect(await requestsTo(name)).toHaveLength(45);
    expect(await usedToday()).toBe(45);
  });
});

describe("the day's limit", () => {
  it("counts analyses that were made, not skipped ones, and starts again the next day", async () => {
    await set({ analysis_daily_limit: 1 });
    const [one, other] = [
      await newLeadWithMessages(client, "Hello, it's me."),
      await newLeadWithMessages(client, "Hello, it's you."),
    ];
    expect(await analyse(client, one.leadId)).toMatchObject([{ status: "completed" }]);
    expect(await analyse(client, one.leadId)).toMatchObject([{ reason: "unchanged" }]);
    expect(await analyse(client, other.leadId)).toMatchObject([
      { status: "skipped", reason: "daily_limit" },
    ]);
    await atTime(nextMidnight() + 1_000, async () => {
      const asked = await requestAnalysis(client, other.leadId);
      await runAnalysisWorker(client);
      expect(await analysisNow(client, asked)).toMatchObject({ status: "completed" });
      expect((await client.get("/usage")).body.data.days).toMatchObject([
        { analyses: 1 },
        { analyses: 1 },
      ]);
    });
  });

  it("is not used up by unchanged conversations, even at the same time", async () => {
    const [known, other] = [
      await newLeadWithMessages(client, "Hello, it's me."),
      await newLeadWithMessages(client, "Hello, it's you."),
    ];
    await analyse(client, known.leadId);
    await set({ analysis_daily_limit: 2 });
    const asked = [
      await requestAnalysis(client, known.leadId),
      await requestAnalysis(client, other.leadId),
    ];
    await runAnalysisWorker(client);
    expect(await Promise.all(asked.map((analysis) => analysisNow(client, analysis)))).toMatchObject(
      [{ reason: "unchanged" }, { status: "completed" }],
    );
  });

  it("makes automatic analyses wait for the next day", () =>
    atNoon(async () => {
      await set({ analysis_daily_limit: 0, analysis_quiet_seconds: 60 });
      const { leadId } = await newLeadWithMessages(client, "Hello, it's me.");
      await later(61_000, () => runAnalysisWorker(client));
      expect(await analysisRows(client)).toMatchObject([
        {
          lead_id: leadId,
          status: "pending",
          reason: "daily_limit",
          next_at: nextMidnight(),
          attempts: 0,
        },
      ]);
      await set({ analysis_daily_limit: 5 });
      await atTime(nextMidnight() + 1_000, () => runAnalysisWorker(client));
      expect(await analysisRows(client)).toMatchObject([
        { status: "completed", reason: null, cause: "quiet" },
      ]);
    }));
});

describe("the limit of the service", () => {
  /** Acts on a day on which no other test has analysed anything. */
  const onOwnDay = <T>(act: () => Promise<T>) => atTime(nextMidnight() + 40.5 * DAY_MS, act);

  it("is for all workspaces together: nobody has what one has used up, and nothing is lost", () =>
    onOwnDay(async () => {
      const [asking, quiet] = [await newWorkspace(), await newWorkspace()];
      for (const one of [client, asking, quiet])
        await bindAnalysisWorker(one, { ANALYSES_PER_DAY: 2 });
      await quiet.patch("/settings", { analysis_quiet_seconds: 60 });
      const greet = (one: Client) => newLeadWithMessages(one, "Hello, I'm 34 years old.");
      const ask = async (one: Client, { leadId }: { leadId: number }) => {
        const asked = await requestAnalysis(one, leadId);
        await runAnalysisWorker(one);
        const { status, reason } = await analysisNow(one, asked);
        return [status, reason];
      };
      const theirs = await greet(asking);
      await greet(quiet);
      for (const lead of [await greet(client), await greet(client)])
        expect(await ask(client, lead)).toEqual(["completed", null]);
      expect(await ask(client, await greet(client))).toEqual(["skipped", "daily_limit"]);
      expect(await ask(asking, theirs)).toEqual(["skipped", "daily_limit"]);
      await later(61_000, () => runAnalysisWorker(quiet));
      expect(await analysisRows(quiet)).toMatchObject([
        { status: "pending", reason: "daily_limit", next_at: nextMidnight(), attempts: 0 },
      ]);
      await atTime(nextMidnight() + 1_000, async () => {
        await runAnalysisWorker(quiet);
        expect(await analysisRows(quiet)).toMatchObject([{ status: "completed", cause: "quiet" }]);
        expect(await ask(asking, theirs)).toEqual(["completed", null]);
        expect(await ask(client, await greet(client))).toEqual(["skipped", "daily_limit"]);
      });
    }));
});

describe("a quiet conversation", () => {
  it("is analysed automatically after the set quiet time, once for new messages of the lead", async () => {
    await set({ analysis_quiet_seconds: 600 });
    const { conversationId } = await newLeadWithMessages(client, "Hello, I'm 34 years old.");
    const [row] = await analysisRows(client);
    expect(row).toMatchObject({
      conversation_id: conversationId,
      cause: "quiet",
      status: "pending",
    });
    expect(Number(row!.next_at) - Number(row!.created_at)).toBe(600_000);
    await runAnalysisWorker(client);
    expect(await analysisRows(client)).toMatchObject([{ status: "pending" }]);
    await later(300_000, () => addMessages(conversationId, { team: "Welcome!" }));
    await later(601_000, () => runAnalysisWorker(client));
    expect(await analysisRows(client)).toMatchObject([{ status: "pending" }]);
    await later(901_000, () => runAnalysisWorker(client));
    expect(await analysisRows(client)).toMatchObject([{ status: "completed", messages_count: 2 }]);
    await later(1_000_000, () => addMessages(conversationId, { team: "Still there?" }));
    expect(await analysisRows(client)).toHaveLength(1);
    await later(1_100_000, () => addMessages(conversationId, "Yes.", "Sure."));
    expect(await analysisRows(client)).toMatchObject([
      { status: "completed" },
      { status: "pending", cause: "quiet" },
    ]);
  });

  it("is found by the cron", async () => {
    await set({ analysis_quiet_seconds: 60 });
    const channel = await newChannel(client);
    const { id } = await newLead(client, { phone: "+16505551234" });
    const { conversation_id } = await newInbound(client, channel.id, id);
    await newMessage(client, conversation_id);
    await rowsOf(
      "update analyses set next_at = ? where conversation_id = ?",
      Date.now() - 1,
      conversation_id,
    );
    await worker.scheduled(createScheduledController({ cron: "* * * * *" }), testEnv);
    await eventually(async () =>
      expect(await analysisRows(client)).toMatchObject([{ status: "completed", cause: "quiet" }]),
    );
  });

  it("is not analysed when that is not set, was reset, or the lead has unsubscribed", async () => {
    const silent = await newLeadWithMessages(client, "Hello, it's me.");
    expect(await analysisRows(client)).toEqual([]);
    await set({ analysis_quiet_seconds: 60 });
    const [stopped, other] = [
      await newLeadWithMessages(client, "Hello, it's me."),
      await newLeadWithMessages(client, "Hello, it's me."),
    ];
    await client.post(`/leads/${stopped.leadId}/opt-out`);
    await later(61_000, () => runAnalysisWorker(client));
    expect(await analysisRows(client)).toMatchObject([
      { lead_id: stopped.leadId, status: "skipped", reason: "opted_out" },
      { lead_id: other.leadId, status: "completed" },
    ]);
    await addMessages(stopped.conversationId, "Hello?");
    expect(await analysisRows(client)).toHaveLength(2);
    expect(await analyse(client, stopped.leadId)).toMatchObject([
      { status: "completed", cause: "request" },
    ]);
    await addMessages(silent.conversationId, "Hello?");
    await set({ analysis_quiet_seconds: null });
    await later(61_000, () => runAnalysisWorker(client));
    expect((await analysisRows(client)).at(-1)).toMatchObject({
      lead_id: silent.leadId,
      status: "skipped",
      reason: "switched_off",
    });
  });

  it("of an unsubscribed lead is analysed on request, even if a scenario had asked before", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, "Hello, it's me.");
    const request =
      "insert into analysis_requests (conversation_id, cause, next_at, created_at) values (?, 'scenario', 0, ?)";
    await rowsOf(request, conversationId, Date.now());
    await client.post(`/leads/${leadId}/opt-out`);
    expect(await analyse(client, leadId)).toMatchObject([
      { cause: "request", status: "completed" },
    ]);
  });

  it("is not delayed when its analysis was requested", async () => {
    await set({ analysis_quiet_seconds: 600 });
    const { leadId, conversationId } = await newLeadWithMessages(client, "Hello, it's me.");
    const asked = await requestAnalysis(client, leadId);
    await addMessages(conversationId, "Are you there?");
    expect(await analysisRows(client)).toMatchObject([
      { id: asked.id, cause: "request", next_at: 0 },
    ]);
  });
});
