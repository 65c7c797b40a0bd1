import { beforeAll, describe, expect, it } from "vitest";
import { stages } from "#domain/leads";
import { type Client, call, newLead, newTag, newWorkspace } from "../support/api";
import { notOneOf } from "../support/choices";
import { testEnv } from "../support/env";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

describe("tags", () => {
  it("creates, shows, replaces and deletes a tag", async () => {
    const created = await client.post("/tags", {
      label: " Webinar ",
      description: "",
      pipeline_stage: "engaged",
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      label: "Webinar",
      description: null,
      pipeline_stage: "engaged",
    });
    const path = `/tags/${created.body.data.id}`;
    expect((await client.get(path)).body.data).toEqual(created.body.data);
    const replaced = await client.put(path, { label: "Workshop" });
    expect(replaced.body.data).toMatchObject({
      id: created.body.data.id,
      label: "Workshop",
      pipeline_stage: null,
    });
    expect((await client.delete(path)).body).toEqual({ success: true, deleted: 1 });
    expect((await client.get(path)).status).toBe(404);
    expect((await client.delete(path)).status).toBe(404);
  });

  it.each([
    ["École", "ÉCOLE"],
    ["Straße", "STRASSE"],
    ["ΟΔΟΣ", "οδος"],
    ["L’offre", "L'OFFRE"],
    ["pré\u2011vente", "pré-vente"],
    ["un  deux", "un\u00a0deux\u200b"],
    ["“VIP”", '"VIP"'],
  ])("treats %s and %s as the same label", async (label, same) => {
    await newTag(client, { label });
    const { status, body } = await client.post("/tags", { label: same });
    expect(status).toBe(422);
    expect(body).toEqual({
      message: "The given data was invalid.",
      code: "already_taken",
      errors: { label: ["The label has already been taken."] },
      codes: { label: ["taken"] },
    });
  });

  it("finds the tag of a label, or creates it", async () => {
    const upsert = (json: object) => client.post("/tags?upsert=1", json);
    const created = await upsert({ label: "Fair", description: "In Lyon" });
    expect([created.status, created.body.data.description]).toEqual([201, "In Lyon"]);
    const found = await upsert({ label: "FAIR" });
    expect([found.status, found.body]).toEqual([200, created.body]);
    const changed = await upsert({ label: "fair", description: null, pipeline_stage: "engaged" });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      id: created.body.data.id,
      label: "Fair",
      description: null,
      pipeline_stage: "engaged",
    });
    const { body: log } = await client.get(`/audit-log?target_id=${created.body.data.id}`);
    const actions = log.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(["tag.replaced", "tag.created"]);
    expect((await upsert({ label: "" })).status).toBe(422);
  });

  it("creates one tag for twenty that ask for its label at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post("/tags?upsert=1", { label: "At once" })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it("finds an existing tag also where no more tags may be made", async () => {
    const full = await newWorkspace();
    const tag = await newTag(full, { label: "Last" });
    await call("PATCH", `/v1/workspaces/${full.workspaceId}`, {
      token: testEnv.OPERATOR_TOKEN,
      json: { quotas: { tags: 1 } },
    });
    expect((await full.post("/tags?upsert=1", { label: "last" })).body.data.id).toBe(tag.id);
    expect((await full.post("/tags?upsert=1", { label: "More" })).status).toBe(409);
  });

  it("are found by their whole label", async () => {
    const tag = await newTag(client, { label: "Été 2027" });
    await newTag(client, { label: "Été 2027 bis" });
    const find = async (label: string) =>
      (await client.get(`/tags?exact_label=${encodeURIComponent(label)}`)).body.data;
    expect(await find("ÉTÉ 2027")).toEqual([tag]);
    expect(await find("Été")).toEqual([]);
  });

  it("reports every invalid field at once, by name", async () => {
    const { body } = await client.post("/tags", {
      label: 7,
      description: "x".repeat(1001),
      pipeline_stage: "limbo",
    });
    expect(body.errors).toEqual({
      label: ["The label field must be a string."],
      description: ["The description field must not be greater than 1000 characters."],
      pipeline_stage: notOneOf("pipeline stage", stages),
    });
    expect((await client.post("/tags", { label: "  " })).body.errors).toEqual({
      label: ["The label field is required."],
    });
    expect((await client.post("/tags", {})).body.errors).toEqual({
      label: ["The label field is required."],
    });
  });

  it("finds tags by a part of the label, taking wildcards literally", async () => {
    const own = await newWorkspace();
    await newTag(own, { label: "100% sûr" });
    await newTag(own, { label: "1000 sûr" });
    const labels = async (part: string) =>
      (await own.get(`/tags?label=${encodeURIComponent(part)}`)).body.data.map(
        (tag: { label: string }) => tag.label,
      );
    expect(await labels("0%")).toEqual(["100% sûr"]);
    expect(await labels("SÛR")).toEqual(["1000 sûr", "100% sûr"]);
    expect(await labels("_")).toEqual([]);
  });

  it("removes a deleted tag from leads and scenarios", async () => {
    const tag = await newTag(client);
    const kept = await newTag(client);
    const lead = await newLead(client, { tag_ids: [tag.id, kept.id] });
    const scenario = await client.post("/scenarios", {
      name: "S",
      platform: "whatsapp",
      tracked_tag_ids: [tag.id, kept.id],
    });
    await client.delete(`/tags/${tag.id}`);
    expect(
      (await client.get(`/leads/${lead.id}`)).body.data.tags.map(({ id }: { id: number }) => id),
    ).toEqual([kept.id]);
    expect(
      (await client.get(`/scenarios/${scenario.body.data.id}`)).body.data.tracked_tag_ids,
    ).toEqual([kept.id]);
  });
});
