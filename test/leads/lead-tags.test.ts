import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

describe("stages", () => {
  it("keep is_lost and lost_reason in step, except for explicit values", async () => {
    const { id } = await newLead(client);
    const patch = async (input: object) => {
      const { pipeline_stage, is_lost, lost_reason } = (await client.patch(`/leads/${id}`, input))
        .body.data;
      return [pipeline_stage, is_lost, lost_reason];
    };
    expect(await patch({ pipeline_stage: "lost" })).toEqual(["lost", true, null]);
    expect(await patch({ lost_reason: "no_financing" })).toEqual(["lost", true, "no_financing"]);
    expect(await patch({ pipeline_stage: "lost" })).toEqual(["lost", true, "no_financing"]);
    expect(await patch({ pipeline_stage: "engaged" })).toEqual(["engaged", false, null]);
    expect(await patch({ is_lost: true, lost_reason: "other" })).toEqual([
      "engaged",
      true,
      "other",
    ]);
    expect(await patch({ pipeline_stage: "won" })).toEqual(["won", true, "other"]);
    expect(await patch({ pipeline_stage: "lost", is_lost: false })).toEqual([
      "lost",
      false,
      "other",
    ]);
    expect(
      await patch({ pipeline_stage: null, is_lost: true, lost_reason: "wrong_timing" }),
    ).toEqual([null, true, "wrong_timing"]);
    expect((await newLead(client, { pipeline_stage: "lost" })).is_lost).toBe(true);
  });

  it("follow a tag that is new to the lead, unless the request sets the stage", async () => {
    const [won, lost, plain] = [
      await newTag(client, { pipeline_stage: "won" }),
      await newTag(client, { pipeline_stage: "lost" }),
      await newTag(client),
    ];
    const lead = await newLead(client, { tag_ids: [won.id] });
    expect(lead.pipeline_stage).toBe("won");
    expect(
      (await newLead(client, { tag_ids: [won.id], pipeline_stage: "contacted" })).pipeline_stage,
    ).toBe("contacted");
    const stage = async (input: object) =>
      (await client.patch(`/leads/${lead.id}`, input)).body.data.pipeline_stage;
    expect(await stage({ pipeline_stage: "engaged", attach_tag_ids: [won.id] })).toBe("engaged");
    expect(await stage({ attach_tag_ids: [won.id, plain.id] })).toBe("engaged");
    expect(await stage({ tag_ids: [won.id, lost.id] })).toBe("lost");
    expect((await client.get(`/leads/${lead.id}`)).body.data.is_lost).toBe(true);
    expect(await stage({ tag_ids: [] })).toBe("lost");
    expect(await stage({ tag_ids: [lost.id, won.id], detach_tag_ids: [lost.id] })).toBe("won");
    expect((await client.get(`/leads/${lead.id}`)).body.data.is_lost).toBe(false);
  });
});

describe("tags of a lead", () => {
  const idsOfTags = (lead: { tags: { id: number }[] }) => lead.tags.map(({ id }) => id);

  it("are replaced, then attached, then detached, in one write", async () => {
    const [a, b, c] = (await Promise.all([1, 2, 3].map(() => newTag(client))))
      .map(({ id }) => id)
      .sort((x, y) => x - y);
    const lead = await newLead(client, { tag_ids: [a] });
    const patch = async (input: object) =>
      idsOfTags((await client.patch(`/leads/${lead.id}`, input)).body.data);
    expect(await patch({ attach_tag_ids: [b, a] })).toEqual([a, b]);
    expect(await patch({ tag_ids: [c] })).toEqual([c]);
    expect(await patch({ tag_ids: [a], attach_tag_ids: [b], detach_tag_ids: [a] })).toEqual([b]);
    expect(await patch({ detach_tag_ids: [c] })).toEqual([b]);
    const { body } = await client.patch(`/leads/${lead.id}`, {
      attach_tag_ids: [a],
      detach_tag_ids: [c, a],
    });
    expect(body.errors).toEqual({
      "detach_tag_ids.1": ["The selected detach_tag_ids.1 is invalid."],
    });
    expect((await client.patch(`/leads/${lead.id}`, { tag_ids: [a, a] })).body.errors).toEqual({
      "tag_ids.1": ["The tag_ids.1 field has a duplicate value."],
    });
  });

  it("are listed, attached and detached by their own paths", async () => {
    const [a, b] = [await newTag(client), await newTag(client)];
    const { id } = await newLead(client);
    expect(
      idsOfTags((await client.post(`/leads/${id}/tags`, { tag_ids: [a.id, b.id] })).body.data),
    ).toEqual([a.id, b.id]);
    expect((await client.post(`/leads/${id}/tags`, { tag_ids: [a.id] })).status).toBe(200);
    expect((await client.get(`/leads/${id}/tags`)).body.data).toEqual([b, a]);
    expect((await client.delete(`/leads/${id}/tags/${a.id}`)).body).toEqual({
      success: true,
      deleted: 1,
    });
    const before = (await client.get(`/leads/${id}`)).body.data;
    expect((await client.delete(`/leads/${id}/tags/${a.id}`)).status).toBe(404);
    expect((await client.get(`/leads/${id}`)).body.data).toEqual(before);
    expect((await client.post(`/leads/${id}/tags`, { tag_ids: [] })).status).toBe(422);
  });
});

describe("a lead's hundred tags", () => {
  it("are the most it can have, by any path, and fit into an answer, however long they are", async () => {
    const own = await newWorkspace();
    const tags = await Promise.all(
      Array.from({ length: 101 }, (_, n) =>
        newTag(own, { label: `${n}`.padEnd(100, "é"), description: "😀".repeat(1000) }),
      ),
    );
    const ids = tags.map(({ id }) => id);
    const tooMany = { tag_ids: ["The tag ids field must not have more than 100 items."] };
    const { id } = await newLead(own, { tag_ids: ids.slice(0, 100) });
    expect((await own.post(`/leads/${id}/tags`, { tag_ids: ids.slice(0, 100) })).status).toBe(200);
    expect((await own.post(`/leads/${id}/tags`, { tag_ids: ids.slice(1) })).body.errors).toEqual(
      tooMany,
    );
    expect(
      (await own.patch(`/leads/${id}`, { first_name: "X", attach_tag_ids: [ids[100]] })).body
        .errors,
    ).toEqual(tooMany);
    expect(
      (await own.patch(`/leads/${id}`, { attach_tag_ids: [ids[100]], detach_tag_ids: [ids[0]] }))
        .status,
    ).toBe(200);
    expect((await own.get("/leads")).body.data[0].tags).toHaveLength(100);
    expect((await own.get("/leads/export")).body.data[0].first_name).not.toBe("X");
  });
});
