import { beforeEach, describe, expect, it } from "vitest";
import {
  AGE,
  addMessages,
  ageIn,
  analyse,
  analysisNow,
  analysisRows,
  analysisWorkerOf,
  newLeadWithMessages,
  requestAnalysis,
  runAnalysisWorker,
  withModel,
} from "../support/analyses";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { eventually } from "../support/eventually";
import { mostAtOnce, order, release, requestsTo } from "../support/graph";
import { rowsOf } from "../support/rows";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const leadNow = async (id: number) => (await client.get(`/leads/${id}`)).body.data;
const usageNow = async () => (await client.get("/usage")).body.data.days[0].models;

describe("a claim", () => {
  it("is dropped and counted when the lead has not said so", async () => {
    const name = await withModel(client);
    const { leadId, messageIds } = await newLeadWithMessages(client, AGE, {
      team: "You turned 50, you said?",
    });
    const invented = (message_id: number, quote: string) => ({
      do: "complete" as const,
      answer: { age: { value: 50, confidence: 1, message_id, quote }, summary: "" },
    });
    for (const claim of [
      invented(messageIds[0]!, "I turned 50"),
      invented(messageIds[1]!, "You turned 50"),
      invented(999_999, "I turned 34"),
      invented(messageIds[0]!, "urned 3"),
    ]) {
      await order(name, { queue: [claim] });
      await rowsOf("update conversations set analysed_as = null where lead_id = ?", leadId);
      expect(await analyse(client, leadId)).toMatchObject([
        { status: "completed", claims_count: 0, dropped_count: 1 },
      ]);
      expect(await leadNow(leadId)).toMatchObject({ age: null });
    }
  });

  it("with a low confidence fills no field, but is shown", async () => {
    const name = await withModel(client);
    const { leadId, messageIds } = await newLeadWithMessages(client, AGE);
    const age = { value: 34, confidence: 0.4, message_id: messageIds[0]!, quote: "I turned 34" };
    await order(name, { queue: [{ do: "complete", answer: { age, summary: "" } }] });
    await analyse(client, leadId);
    const { fields } = (await client.get(`/leads/${leadId}/profile`)).body.data;
    expect(fields.age).toMatchObject({
      value: null,
      source: null,
      claims: [{ value: 34, confidence: 0.4 }],
    });
  });
});

describe("while a conversation is being analysed", () => {
  /** Runs `act` between the start of an analysis and the model's answer. */
  async function meanwhile(
    act: (
      talk: Awaited<ReturnType<typeof newLeadWithMessages>> & { name: string },
      analysisId: number,
    ) => Promise<unknown>,
  ) {
    const name = await withModel(client, { LLM_TIMEOUT_MS: 20_000 });
    const talk = await newLeadWithMessages(client, AGE);
    await order(name, { queue: [{ do: "hold", ...ageIn(talk.messageIds[0]!) }] });
    const asked = await requestAnalysis(client, talk.leadId);
    const working = runAnalysisWorker(client);
    await eventually(async () => expect(await requestsTo(name)).toHaveLength(1));
    await act({ ...talk, name }, asked.id);
    await release(name);
    await working;
    return { ...talk, name, asked };
  }

  it("a field that is set through the API is not overwritten", async () => {
    const { leadId, asked } = await meanwhile(({ leadId }) =>
      client.put(`/leads/${leadId}/profile`, { age: 50 }),
    );
    expect(await analysisNow(client, asked)).toMatchObject({
      status: "completed",
      claims_count: 1,
    });
    expect(await leadNow(leadId)).toMatchObject({ age: 50 });
  });

  it("the lead may be deleted: only the cost of the analysis remains", async () => {
    const { leadId } = await meanwhile(({ leadId }) => client.delete(`/leads/${leadId}`));
    for (const table of ["profile_claims", "analyses"])
      expect(await rowsOf(`select 1 from ${table} where lead_id = ?`, leadId)).toEqual([]);
    expect(await usageNow()).toMatchObject([{ calls: 1 }]);
  });

  it("a message that the lead deletes is no evidence", async () => {
    const { leadId } = await meanwhile(({ messageIds }) =>
      rowsOf(
        `update messages set text = null, payload = '{"deleted":true}' where id = ?`,
        messageIds[0],
      ),
    );
    expect(await leadNow(leadId)).toMatchObject({ age: null, conversations: [{ summary: null }] });
    expect(await rowsOf("select 1 from profile_claims where lead_id = ?", leadId)).toEqual([]);
    expect(await analysisRows(client)).toMatchObject([{ status: "skipped", reason: "no_text" }]);
  });

  it("no other analysis of it runs: a request meanwhile is served afterwards, and nothing older overwrites it", async () => {
    const { leadId, name } = await meanwhile(async ({ leadId, conversationId, name }) => {
      const [newer] = await addMessages(conversationId, "No, I turned 35 last week.");
      await requestAnalysis(client, leadId);
      await analysisWorkerOf(client).wake(client.workspaceId);
      await order(name, { queue: [{ do: "complete", ...ageIn(newer!, 35, "I turned 35") }] });
    });
    expect((await mostAtOnce(name)).all).toBe(1);
    expect(await leadNow(leadId)).toMatchObject({ age: 35 });
    expect(await analysisRows(client)).toMatchObject([
      { messages_count: 1 },
      { status: "completed", messages_count: 2 },
    ]);
  });

  it("an analysis that was given up does not overwrite its successor", async () => {
    const { leadId, asked } = await meanwhile((_, id) =>
      rowsOf("update analyses set taken = 'another' where id = ?", id),
    );
    expect(await analysisRows(client)).toMatchObject([
      { id: asked.id, status: "running", taken: "another" },
    ]);
    expect(await leadNow(leadId)).toMatchObject({ age: null });
  });
});

describe("a request that waits for an analysis", () => {
  it("waits no longer than it asked for", async () => {
    const name = await withModel(client, { LLM_TIMEOUT_MS: 20_000 });
    const { leadId } = await newLeadWithMessages(client, AGE);
    await order(name, { queue: [{ do: "hold" }] });
    const { id } = await requestAnalysis(client, leadId);
    await analysisWorkerOf(client).finished(client.workspaceId, [id], 50);
    await eventually(async () =>
      expect(await analysisNow(client, { id })).toMatchObject({ status: "running" }),
    );
    const waiting = analysisWorkerOf(client).finished(client.workspaceId, [id], 20_000);
    await release(name);
    await waiting;
    expect(await analysisNow(client, { id })).toMatchObject({ status: "completed" });
    await analysisWorkerOf(client).finished(client.workspaceId, [id], 20_000);
  });

  it("goes on waiting while the analysis is retried", async () => {
    const name = await withModel(client);
    const { leadId } = await newLeadWithMessages(client, AGE);
    await order(name, { queue: [{ do: "status", status: 500 }] });
    const { id } = await requestAnalysis(client, leadId);
    let isOver = false;
    const waiting = analysisWorkerOf(client)
      .finished(client.workspaceId, [id], 20_000)
      .then(() => {
        isOver = true;
      });
    await eventually(async () =>
      expect(await analysisNow(client, { id })).toMatchObject({ status: "pending", attempts: 1 }),
    );
    expect(isOver).toBe(false);
    await rowsOf("update analyses set next_at = 0 where id = ?", id);
    await analysisWorkerOf(client).wake(client.workspaceId);
    await waiting;
    expect(await analysisNow(client, { id })).toMatchObject({ status: "completed", attempts: 2 });
  });

  it("gets the current state when the analysis worker can't be reached, and the analysis is made all the same", async () => {
    const { leadId } = await newLeadWithMessages(client, AGE);
    const asked = await requestAnalysis(client, leadId, "?wait=1");
    expect(asked).toMatchObject({ status: "pending" });
    await runAnalysisWorker(client);
    expect(await analysisNow(client, asked)).toMatchObject({ status: "completed" });
  });
});

describe("an analysis whose worker has died", () => {
  it("is made by the next one once its time is up", async () => {
    const name = await withModel(client);
    const { leadId, messageIds } = await newLeadWithMessages(client, AGE);
    const asked = await requestAnalysis(client, leadId);
    const died =
      "update analyses set status = 'running', taken = 'the dead', attempts = 1, next_at = ? where id = ?";
    await rowsOf(died, Date.now() + 60_000, asked.id);
    await order(name, { queue: [{ do: "complete", ...ageIn(messageIds[0]!) }] });
    await runAnalysisWorker(client);
    expect(await analysisNow(client, asked)).toMatchObject({ status: "running" });
    await later(61_000, () => runAnalysisWorker(client));
    expect(await analysisNow(client, asked)).toMatchObject({ status: "completed", attempts: 2 });
    expect(await leadNow(leadId)).toMatchObject({ age: 34 });
  });

  it("fails when that happens again and again, without another call to the model", async () => {
    const name = await withModel(client);
    const { leadId } = await newLeadWithMessages(client, AGE);
    const asked = await requestAnalysis(client, leadId);
    await rowsOf("update analyses set attempts = 4 where id = ?", asked.id);
    await runAnalysisWorker(client);
    expect(await analysisNow(client, asked)).toMatchObject({
      status: "failed",
      reason: "internal_error",
      calls: 0,
    });
    expect(await requestsTo(name)).toEqual([]);
  });
});
