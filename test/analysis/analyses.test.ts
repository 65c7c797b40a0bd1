import { beforeAll, describe, expect, it } from "vitest";
import {
  addMessages,
  analyse,
  analysisRows,
  newConversation,
  newLeadWithMessages,
  requestAnalysis,
  runAnalysisWorker,
} from "../support/analyses";
import type { Client } from "../support/api";
import { newLead, newWorkspace } from "../support/api";
import { dataOf } from "../support/events";
import { databaseWith } from "../support/message-sender-faults";
import {
  deliver,
  newMetaChannel,
  newNumber,
  newWamid,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { rowsOf } from "../support/rows";
import { serve } from "../support/serve";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const leadNow = async (id: number) => (await client.get(`/leads/${id}`)).body.data;
const fieldsNow = async (id: number) => (await client.get(`/leads/${id}/profile`)).body.data.fields;

describe("an analysis", () => {
  it("fills the lead's profile and the conversation's summary, and emits events", async () => {
    const channel = await newMetaChannel(client);
    const number = newNumber();
    const { id } = await newLead(client, { phone: `+${number}` });
    await deliver(channel, whatsappBody(channel, textFrom(number, "Hello! I'm 34 years old.")));
    const [analysis] = await analyse(client, id);
    expect(analysis).toMatchObject({
      lead_id: id,
      cause: "request",
      status: "completed",
      reason: null,
      attempts: 1,
      model: "rules",
    });
    expect(analysis).toMatchObject({
      messages_count: 1,
      claims_count: 1,
      dropped_count: 0,
      calls: 0,
      next_attempt_at: null,
    });
    const lead = await leadNow(id);
    expect(lead).toMatchObject({ age: 34, profile_extracted_at: analysis!.finished_at });
    expect(lead.conversations).toMatchObject([
      { summary: expect.stringContaining("34"), summary_generated_at: analysis!.finished_at },
    ]);
    const about = { lead_id: id };
    expect(await dataOf(client, "lead.profile_updated", `lead_id=${id}`)).toMatchObject([about]);
    expect(await dataOf(client, "lead.updated", `lead_id=${id}`)).toMatchObject([
      { ...about, changes: { age: { from: null, to: 34 } } },
    ]);
    expect(await dataOf(client, "conversation.summarized", `lead_id=${id}`)).toMatchObject([
      {
        ...about,
        conversation_id: analysis!.conversation_id,
        summary: lead.conversations[0].summary,
      },
    ]);
  });

  it("is answered at once when it is not waited for, and can be looked up", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, "I'm 34 years old.");
    const { status, body } = await client.post(`/conversations/${conversationId}/summarize`);
    expect({ status, data: body.data }).toMatchObject({
      status: 202,
      data: {
        lead_id: leadId,
        conversation_id: conversationId,
        status: "pending",
        next_attempt_at: body.data.created_at,
        finished_at: null,
      },
    });
    await runAnalysisWorker(client);
    expect((await client.get(`/analyses/${body.data.id}`)).body.data).toMatchObject({
      id: body.data.id,
      status: "completed",
    });
    expect((await client.get(`/conversations/${conversationId}`)).body.data.summary).toContain(
      "34",
    );
  });

  it("is created once, however many requests ask for it before it begins", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, "I'm 34 years old.");
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => client.post(`/leads/${leadId}/analyze?wait=1`)),
      ...Array.from({ length: 4 }, () =>
        client.post(`/conversations/${conversationId}/summarize?wait=1`),
      ),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const own = (await client.get(`/analyses?lead_id=${leadId}`)).body.data;
    expect(own.filter(({ status }: { status: string }) => status === "completed")).toHaveLength(1);
    expect(own.filter(({ reason }: { reason: string }) => reason === "unchanged")).toHaveLength(
      own.length - 1,
    );
  });

  it("covers every conversation of the lead that has messages", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, "Hello there.");
    const instagram = await newConversation(client, leadId, "instagram");
    await addMessages(instagram, "I'm 34 years old.");
    const analyses = await analyse(client, leadId);
    expect(analyses.map((one) => one.conversation_id)).toEqual([conversationId, instagram]);
    expect(await leadNow(leadId)).toMatchObject({ age: 34 });
  });

  it("is not created without messages, and is skipped without words of the lead", async () => {
    const { id } = await newLead(client);
    const empty = await newConversation(client, id);
    expect(await client.post(`/leads/${id}/analyze`)).toMatchObject({
      status: 200,
      body: { data: [] },
    });
    expect(await client.post(`/conversations/${empty}/summarize?wait=1`)).toMatchObject({
      status: 200,
      body: { data: null },
    });
    await addMessages(empty, { team: "Are you there?" });
    expect(await analyse(client, id)).toMatchObject([
      { status: "skipped", reason: "no_text", model: null },
    ]);
    expect(await leadNow(id)).toMatchObject({ profile_extracted_at: null });
  });

  it("does not read the same messages twice", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, "I'm 34 years old.");
    await analyse(client, leadId);
    const before = await leadNow(leadId);
    expect(await analyse(client, leadId)).toMatchObject([
      { status: "skipped", reason: "unchanged" },
    ]);
    expect(await leadNow(leadId)).toEqual(before);
    await addMessages(conversationId, "Sorry, I'm 35 years old.");
    expect(await analyse(client, leadId)).toMatchObject([
      { status: "completed", messages_count: 2 },
    ]);
    expect(await leadNow(leadId)).toMatchObject({ age: 35 });
  });

  it("is refused when the workspace has switched it off, and skipped when it is switched off later", async () => {
    const own = await newWorkspace();
    const { leadId, conversationId } = await newLeadWithMessages(own, "I'm 34 years old.");
    const waiting = await requestAnalysis(own, leadId);
    await own.patch("/settings", { analysis_enabled: false });
    expect(await own.post(`/leads/${leadId}/analyze?wait=1`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("analysis_enabled") },
    });
    expect((await own.post(`/conversations/${conversationId}/summarize`)).status).toBe(409);
    await runAnalysisWorker(own);
    expect(await analysisRows(own)).toMatchObject([
      { id: waiting.id, status: "skipped", reason: "switched_off" },
    ]);
  });

  it("is limited to its workspace: other workspaces' leads and conversations are not found", async () => {
    const other = await newWorkspace();
    const { leadId, conversationId } = await newLeadWithMessages(client, "I'm 34 years old.");
    const [analysis] = await analyse(client, leadId);
    for (const path of [`/leads/${leadId}/analyze`, `/conversations/${conversationId}/summarize`])
      expect((await other.post(path)).status).toBe(404);
    for (const path of [`/leads/${leadId}/profile`, `/analyses/${analysis!.id}`])
      expect((await other.get(path)).status).toBe(404);
    for (const query of [`lead_id=${leadId}`, `conversation_id=${conversationId}`])
      expect((await other.get(`/analyses?${query}`)).body.data).toEqual([]);
    expect(await analysisRows(other)).toEqual([]);
  });

  it("is gone when the lead is deleted while a request waits for it", async () => {
    const { leadId } = await newLeadWithMessages(client, "I'm 34 years old.");
    const database = databaseWith(async (call) => {
      const result = await call();
      await rowsOf("delete from leads where id = ?", leadId);
      return result;
    });
    const fetcher = (request: Request) => serve(request, { DB: database });
    expect(
      (await client.post(`/leads/${leadId}/analyze?wait=1`, undefined, { fetcher })).status,
    ).toBe(404);
  });

  it("that finds nothing new changes nothing and emits no event", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, "Hello there.");
    await client.put(`/leads/${leadId}/profile`, {});
    await analyse(client, leadId);
    await addMessages(conversationId, "Hello again.");
    await analyse(client, leadId);
    expect(await dataOf(client, "lead.updated", `lead_id=${leadId}`)).toEqual([]);
    expect(await dataOf(client, "lead.profile_updated", `lead_id=${leadId}`)).toHaveLength(3);
  });

  it("is deleted with the lead, and so are its findings", async () => {
    const { leadId } = await newLeadWithMessages(client, "I'm 34 years old.");
    await analyse(client, leadId);
    expect(await rowsOf("select 1 from profile_claims where lead_id = ?", leadId)).toHaveLength(1);
    await client.delete(`/leads/${leadId}`);
    for (const table of ["profile_claims", "analyses"])
      expect(await rowsOf(`select 1 from ${table} where lead_id = ?`, leadId)).toEqual([]);
  });

  it("lists by lead, conversation and status, newest first", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, "I'm 34 years old.");
    const [[first], [second]] = [await analyse(client, leadId), await analyse(client, leadId)];
    const idsOf = async (query: string) =>
      (await client.get(`/analyses?${query}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await idsOf(`lead_id=${leadId}`)).toEqual([second!.id, first!.id]);
    expect(await idsOf(`conversation_id=${conversationId}&status=skipped`)).toEqual([second!.id]);
    expect(await idsOf(`conversation_id=${conversationId}&lead_id=${leadId + 1}`)).toEqual([]);
    expect((await idsOf("status=completed")).includes(second!.id)).toBe(false);
    const page = await client.get(`/analyses?lead_id=${leadId}&per_page=10`);
    expect(page.body.meta.per_page).toBe(10);
  });
});

describe("evidence", () => {
  it("is shown with each field: value, source, quote and model", async () => {
    const { leadId, conversationId, messageIds } = await newLeadWithMessages(
      client,
      "Hello!",
      "I'm 34 years old.",
    );
    expect(await fieldsNow(leadId)).toMatchObject({
      age: { value: null, source: null, claims: [] },
      blockers: { value: [], source: null, claims: [] },
    });
    const [analysis] = await analyse(client, leadId);
    const { age } = await fieldsNow(leadId);
    expect(age).toMatchObject({ value: 34, source: "analysis" });
    expect(age.claims).toEqual([
      {
        value: 34,
        confidence: expect.any(Number),
        conversation_id: conversationId,
        message_id: messageIds[1],
        quote: expect.stringContaining("34"),
        said_at: expect.any(String),
        model: "rules",
        prompt_version: analysis!.prompt_version,
        analysed_at: analysis!.finished_at,
      },
    ]);
  });

  it("is deleted with a message that the lead deletes, as are the fields and summary that rest on it", async () => {
    const channel = await newMetaChannel(client);
    const number = newNumber();
    const { id } = await newLead(client, { phone: `+${number}` });
    const incoming = textFrom(number, "I'm 34 years old.");
    await deliver(channel, whatsappBody(channel, incoming));
    await deliver(channel, whatsappBody(channel, textFrom(number, "It is too expensive for me.")));
    await analyse(client, id);
    const deletion = {
      from: number,
      id: newWamid(),
      timestamp: incoming.messages[0]!.timestamp,
      type: "revoke",
      revoke: { original_message_id: incoming.messages[0]!.id },
    };
    await deliver(
      channel,
      whatsappBody(channel, { contacts: incoming.contacts, messages: [deletion] }),
    );
    expect((await fieldsNow(id)).age).toEqual({ value: null, source: null, claims: [] });
    const lead = await leadNow(id);
    expect(lead).toMatchObject({
      age: null,
      profile: { blockers: ["It is too expensive for me."] },
    });
    expect(lead.conversations).toMatchObject([{ summary: null, summary_generated_at: null }]);
    expect(await analyse(client, id)).toMatchObject([{ status: "completed", messages_count: 1 }]);
    expect((await leadNow(id)).conversations[0].summary).not.toContain("34");
  });
});
