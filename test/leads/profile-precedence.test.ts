import { beforeAll, describe, expect, it } from "vitest";
import { addMessages, analyse, newConversation, newLeadWithMessages } from "../support/analyses";
import { type Client, newTag, newWorkspace } from "../support/api";
import { newFlow, settle } from "../support/run-scheduler";

// The rules find in these an age, a price objection and a refusal.
const AGE = "I'm 34 years old.";
const OTHER_AGE = "Sorry, I'm 35 years old.";
const LOST = "Please stop writing to me.";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const leadNow = async (id: number) => (await client.get(`/leads/${id}`)).body.data;
const fieldNow = async (id: number, field: string) =>
  (await client.get(`/leads/${id}/profile`)).body.data.fields[field];
const putProfile = async (id: number, json: object) =>
  expect((await client.put(`/leads/${id}/profile`, json)).status).toBe(200);

describe("a field that was set through the API", () => {
  it("is not overwritten by an analysis, but its claims are shown", async () => {
    const { leadId } = await newLeadWithMessages(client, AGE);
    await putProfile(leadId, { age: 50 });
    await analyse(client, leadId);
    expect(await leadNow(leadId)).toMatchObject({ age: 50 });
    expect(await fieldNow(leadId, "age")).toMatchObject({
      value: 50,
      source: "api",
      claims: [{ value: 34 }],
    });
  });

  it("stays even if it was set to the finding of an analysis", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, AGE);
    await analyse(client, leadId);
    await putProfile(leadId, { age: 34 });
    await addMessages(conversationId, OTHER_AGE);
    await analyse(client, leadId);
    expect(await fieldNow(leadId, "age")).toMatchObject({
      value: 34,
      source: "api",
      claims: [{ value: 35 }],
    });
  });

  it("stays even if it was set to null", async () => {
    const { leadId } = await newLeadWithMessages(client, AGE);
    await putProfile(leadId, { age: null, profile: { blockers: [] } });
    await analyse(client, leadId);
    expect(await leadNow(leadId)).toMatchObject({ age: null });
    expect(await fieldNow(leadId, "age")).toMatchObject({ value: null, source: "api" });
    expect(await fieldNow(leadId, "blockers")).toMatchObject({ value: [], source: "api" });
  });

  it("can be returned to the analyses, which fill omitted fields without reading anything twice", async () => {
    const { leadId } = await newLeadWithMessages(client, AGE);
    await putProfile(leadId, { age: 50 });
    await analyse(client, leadId);
    await putProfile(leadId, { profile: { primary_objective: "Draw" } });
    expect(await leadNow(leadId)).toMatchObject({ age: null });
    const before = await leadNow(leadId);
    expect(await analyse(client, leadId)).toMatchObject([
      { status: "skipped", reason: "unchanged" },
    ]);
    const after = await leadNow(leadId);
    expect(after).toMatchObject({ age: 34, profile: { primary_objective: "Draw" } });
    expect(after.profile_extracted_at).toBe(before.profile_extracted_at);
  });

  it("can be released, also from null, and then has what analyses have found", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, AGE);
    await analyse(client, leadId);
    await client.patch(`/leads/${leadId}`, { is_lost: true, lost_reason: "other" });
    await putProfile(leadId, { age: null, profile: { primary_objective: "Draw" } });
    const release = (fields: string[]) =>
      client.post(`/leads/${leadId}/profile/release`, { fields });
    const { status, body } = await release(["age", "lost_reason", "is_lost", "verbatim"]);
    expect({ status, ...body.data }).toMatchObject({
      status: 200,
      age: 34,
      is_lost: false,
      lost_reason: null,
      profile: { primary_objective: "Draw" },
    });
    expect(await fieldNow(leadId, "age")).toMatchObject({ source: "analysis" });
    await addMessages(conversationId, OTHER_AGE);
    await analyse(client, leadId);
    expect(await leadNow(leadId)).toMatchObject({ age: 35 });
    expect((await release(["shoe_size"])).body.errors).toHaveProperty(["fields.0"]);
  });

  it("is `is_lost` when it was changed, with or without its reason", async () => {
    const { leadId } = await newLeadWithMessages(client, LOST);
    await client.patch(`/leads/${leadId}`, { is_lost: false });
    await analyse(client, leadId);
    expect(await leadNow(leadId)).toMatchObject({ is_lost: false, lost_reason: null });
    expect(await fieldNow(leadId, "is_lost")).toMatchObject({
      source: "api",
      claims: [{ value: true }],
    });
    await client.patch(`/leads/${leadId}`, { is_lost: true });
    await analyse(client, leadId);
    expect(await leadNow(leadId)).toMatchObject({ is_lost: true, lost_reason: "not_interested" });
    await client.patch(`/leads/${leadId}`, { lost_reason: "other" });
    await analyse(client, leadId);
    expect(await fieldNow(leadId, "lost_reason")).toMatchObject({ value: "other", source: "api" });
    await putProfile(leadId, { age: 20 });
    expect(await fieldNow(leadId, "lost_reason")).toMatchObject({ value: "other", source: "api" });
  });

  it("is `is_lost` when the lead was moved to or from the stage lost, by hand or by a tag", async () => {
    const tag = await newTag(client, { pipeline_stage: "lost" });
    for (const move of [{ pipeline_stage: "lost" }, { attach_tag_ids: [tag.id] }]) {
      const { leadId } = await newLeadWithMessages(client, LOST);
      await client.patch(`/leads/${leadId}`, move);
      await client.patch(`/leads/${leadId}`, { pipeline_stage: "engaged" });
      await analyse(client, leadId);
      expect(await leadNow(leadId)).toMatchObject({ is_lost: false, pipeline_stage: "engaged" });
      expect(await fieldNow(leadId, "is_lost")).toMatchObject({ value: false, source: "api" });
    }
    const { body } = await client.post("/leads", { first_name: "Ada", pipeline_stage: "lost" });
    expect(await fieldNow(body.data.id, "is_lost")).toMatchObject({ value: true, source: "api" });
  });

  it("includes one that a scenario has set", async () => {
    const { leadId } = await newLeadWithMessages(client, LOST);
    const scenario = await newFlow(
      client,
      { start: ["start"], set: ["update_lead", { is_lost: false }] },
      "start > set",
    );
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: leadId });
    await settle(client);
    await analyse(client, leadId);
    expect(await fieldNow(leadId, "is_lost")).toMatchObject({
      value: false,
      source: "api",
      claims: [{ value: true }],
    });
  });
});

describe("of a lead's messages", () => {
  it("the newest statement counts, whatever its conversation", async () => {
    const { leadId } = await newLeadWithMessages(client, OTHER_AGE);
    const instagram = await newConversation(client, leadId, "instagram");
    await addMessages(instagram, AGE);
    await analyse(client, leadId);
    const age = await fieldNow(leadId, "age");
    expect(age).toMatchObject({ value: 34, source: "analysis" });
    expect(age.claims.map(({ value }: { value: number }) => value)).toEqual([34, 35]);
  });

  it("none moves the lead to another stage", async () => {
    const { leadId } = await newLeadWithMessages(client, LOST);
    await client.patch(`/leads/${leadId}`, { pipeline_stage: "engaged" });
    await analyse(client, leadId);
    expect(await leadNow(leadId)).toMatchObject({
      is_lost: true,
      lost_reason: "not_interested",
      pipeline_stage: "engaged",
    });
  });

  it("findings from messages that are too old to be read again stay", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, AGE);
    await analyse(client, leadId);
    await addMessages(
      conversationId,
      ...Array.from({ length: 12 }, (_, index) => `${index} ${"chatter ".repeat(500)}`),
    );
    const [analysis] = await analyse(client, leadId);
    expect(analysis!.messages_count).toBeLessThan(12);
    expect(await fieldNow(leadId, "age")).toMatchObject({
      value: 34,
      source: "analysis",
      claims: [{ value: 34 }],
    });
  });
});
