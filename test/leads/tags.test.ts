import { beforeAll, describe, expect, it } from "vitest";
import { stages } from "../../src/domain/leads";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { notOneOf } from "../support/choices";

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
