import { beforeEach, describe, expect, it } from "vitest";
import {
  AGE,
  addMessages,
  ageIn,
  analysisNow,
  analysisRows,
  analysisWorkerOf,
  newLeadWithMessages,
  requestAnalysis,
  runAnalysisWorker,
  usageOf,
  withModel,
} from "../support/analyses";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { eventually } from "../support/eventually";
import { order, requestsTo } from "../support/graph";

const HOUR_MS = 3_600_000;

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const leadNow = async (id: number) => (await client.get(`/leads/${id}`)).body.data;

describe("a model that does not answer", () => {
  it("is asked again later, and the analysis fails after the fourth attempt", async () => {
    const name = await withModel(client);
    await order(name, { always: { do: "status", status: 500 } });
    const { leadId } = await newLeadWithMessages(client, AGE);
    const asked = await requestAnalysis(client, leadId);
    const delays: number[] = [];
    for (let hour = 0; hour < 4; hour++) {
      await later(hour * HOUR_MS, async () => {
        await runAnalysisWorker(client);
        const { next_attempt_at } = await analysisNow(client, asked);
        if (next_attempt_at)
          delays.push(Math.round((Date.parse(next_attempt_at) - Date.now()) / 1000));
      });
    }
    expect(delays).toEqual([10, 60, 300]);
    expect(await analysisNow(client, asked)).toMatchObject({
      status: "failed",
      reason: "unavailable",
      attempts: 4,
      calls: 4,
    });
    expect(await requestsTo(name)).toHaveLength(4);
    expect(await leadNow(leadId)).toMatchObject({ age: null, profile_extracted_at: null });
    expect(await usageOf(client)).toEqual({ analyses: 1, calls: 4 });
  });

  it("is not waited for beyond the time of its next attempt", async () => {
    const name = await withModel(client);
    const { workspaceId } = client;
    await order(name, { queue: [{ do: "status", status: 503, retry_after: 7_200 }] });
    const { leadId } = await newLeadWithMessages(client, AGE);
    expect((await client.post(`/leads/${leadId}/analyze?wait=1`)).status).toBe(202);
    const { id } = await requestAnalysis(client, leadId);
    await analysisWorkerOf(client).finished(workspaceId, [id], HOUR_MS);
    // The model is called again after five minutes at the earliest.
    const other = await newLeadWithMessages(client, AGE);
    const { id: behind } = await requestAnalysis(client, other.leadId);
    await analysisWorkerOf(client).finished(workspaceId, [behind], HOUR_MS / 15);
    expect(await requestsTo(name)).toHaveLength(1);
  });

  it("ends the wait for all that its pause delays", async () => {
    const name = await withModel(client);
    await order(name, { always: { do: "status", status: 503, retry_after: 7_200 } });
    const ids: number[] = [];
    for (let count = 9; count > 0; count--) {
      const { leadId } = await newLeadWithMessages(client, AGE);
      ids.push((await requestAnalysis(client, leadId)).id);
    }
    const worker = analysisWorkerOf(client);
    const { workspaceId } = client;
    await Promise.all(ids.map((id) => worker.finished(workspaceId, [id], HOUR_MS / 15)));
    expect((await requestsTo(name)).length).toBeLessThan(9);
  });

  it("leaves nothing behind, and its next answer counts", async () => {
    const name = await withModel(client);
    const { leadId, messageIds } = await newLeadWithMessages(client, AGE);
    await order(name, {
      queue: [
        { do: "status", status: 503, retry_after: 120 },
        { do: "complete", ...ageIn(messageIds[0]!) },
      ],
    });
    const asked = await requestAnalysis(client, leadId);
    await runAnalysisWorker(client);
    expect(await analysisNow(client, asked)).toMatchObject({
      status: "pending",
      reason: "unavailable",
      attempts: 1,
    });
    await later(100_000, () => runAnalysisWorker(client));
    expect(await requestsTo(name)).toHaveLength(1);
    await later(121_000, () => runAnalysisWorker(client));
    expect(await analysisNow(client, asked)).toMatchObject({
      status: "completed",
      attempts: 2,
      calls: 2,
      claims_count: 1,
    });
    expect(await leadNow(leadId)).toMatchObject({ age: 34 });
  });

  it("is asked again for a requested analysis, even when the lead's new message would start an automatic one", async () => {
    await client.patch("/settings", { analysis_quiet_seconds: 600 });
    const name = await withModel(client, { LLM_TIMEOUT_MS: 500 });
    const { leadId, conversationId } = await newLeadWithMessages(client, AGE);
    await order(name, { queue: [{ do: "silence", after_ms: 5_000 }] });
    const asked = await requestAnalysis(client, leadId);
    const working = runAnalysisWorker(client);
    await eventually(async () => expect(await requestsTo(name)).toHaveLength(1));
    await addMessages(conversationId, "Hello?");
    expect(await analysisRows(client)).toMatchObject([
      { status: "running" },
      { status: "pending", cause: "quiet" },
    ]);
    await working;
    expect(await analysisRows(client)).toMatchObject([
      { id: asked.id, status: "pending", cause: "request", reason: "unavailable" },
    ]);
    await later(10_500, () => runAnalysisWorker(client));
    expect(await analysisNow(client, asked)).toMatchObject({
      status: "completed",
      attempts: 2,
      messages_count: 2,
    });
  });

  it("is not asked sooner because of another request or a new message", async () => {
    const name = await withModel(client);
    const { leadId, conversationId } = await newLeadWithMessages(client, AGE);
    await order(name, { queue: [{ do: "status", status: 500 }] });
    const asked = await requestAnalysis(client, leadId);
    await runAnalysisWorker(client);
    const { next_attempt_at } = await analysisNow(client, asked);
    await client.patch("/settings", { analysis_quiet_seconds: 30 });
    await addMessages(conversationId, "Hello?");
    expect(await requestAnalysis(client, leadId)).toMatchObject({ id: asked.id, next_attempt_at });
    await runAnalysisWorker(client);
    expect(await requestsTo(name)).toHaveLength(1);
  });

  it("delays no other analysis of the workspace for longer than some minutes", async () => {
    const name = await withModel(client);
    const [one, other] = [
      await newLeadWithMessages(client, AGE),
      await newLeadWithMessages(client, AGE),
    ];
    await order(name, { queue: [{ do: "status", status: 429, retry_after: 86_400 }] });
    const first = await requestAnalysis(client, one.leadId);
    await runAnalysisWorker(client);
    const second = await requestAnalysis(client, other.leadId);
    await later(200_000, () => runAnalysisWorker(client));
    expect(await analysisNow(client, second)).toMatchObject({ status: "pending" });
    await later(301_000, () => runAnalysisWorker(client));
    expect(await analysisNow(client, second)).toMatchObject({ status: "completed" });
    await later(3_600_000, () => runAnalysisWorker(client));
    expect(await analysisNow(client, first)).toMatchObject({
      status: "pending",
      reason: "unavailable",
    });
  });

  it("is not asked for the workspace's other analyses either until its Retry-After is over", async () => {
    const name = await withModel(client);
    const [one, other] = [
      await newLeadWithMessages(client, AGE),
      await newLeadWithMessages(client, AGE),
    ];
    await order(name, { queue: [{ do: "status", status: 429, retry_after: 30 }] });
    await requestAnalysis(client, one.leadId);
    await runAnalysisWorker(client);
    const waiting = await requestAnalysis(client, other.leadId);
    await runAnalysisWorker(client);
    expect(await analysisNow(client, waiting)).toMatchObject({ status: "pending", attempts: 0 });
    expect(await requestsTo(name)).toHaveLength(1);
    await later(31_000, () => runAnalysisWorker(client));
    expect((await analysisRows(client)).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
    ]);
  });
});
