import { beforeEach, describe, expect, it } from "vitest";
import type { BulkOutcome } from "#features/leads/bulk/schema";
import type { Consent, Lead } from "#features/leads/schema";
import type { Tag } from "#features/leads/tags/schema";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

type Body = Record<string, unknown>;

const send = (leads: unknown[], more: Body = {}, query = "") =>
  client.post(`/leads/batch${query}`, { mode: "upsert", leads, ...more });

const outcomes = async (leads: unknown[], more: Body = {}, query = ""): Promise<BulkOutcome[]> => {
  const { status, body } = await send(leads, more, query);
  expect(status).toBe(200);
  return body.data;
};
const statuses = (data: BulkOutcome[]) => data.map(({ status }) => status);
const lead = async (id: number | null | undefined) => (await client.get(`/leads/${id}`)).body.data;
const count = async () => (await client.get("/leads?per_page=100")).body.data.length;

describe("POST /v1/leads/batch", () => {
  it("makes of each lead what a single request would make", async () => {
    const [tag, staged] = [
      await newTag(client, { label: "Web" }),
      await newTag(client, { pipeline_stage: "qualified" }),
    ];
    const bodies = [
      { first_name: "Ana" },
      {
        ...{ ext_id: "a", first_name: "Élodie", last_name: "Martin", username: "elo" },
        ...{ email: "Elo@Example.com", phone: "06 39 98 01 42", warmth: "hot", source: "import" },
        ...{ image: "https://example.com/a.png", data: { a: { b: 1, c: null } } },
        ...{
          variables: { city: "Lyon", n: null },
          age: 34,
          is_lost: true,
          lost_reason: "price_objection",
        },
        ...{ profile: { primary_objective: "Ride" }, tag_ids: [tag.id, staged.id] },
        ...{ enrolled_at: "2026-01-01T00:00:00Z", whatsapp_phone_number_id: 106540352242922 },
      },
      { phone: "n/a", email: "none", first_name: "Nobody", pipeline_stage: "lost", source: null },
      { ext_id: "b", is_optout: true, phone: "+33639980143", tag_ids: [tag.id] },
    ];
    const own = (await newWorkspace({ default_country: "FR" })) as Client;
    const tags = [
      await newTag(own, { label: "Web" }),
      await newTag(own, { pipeline_stage: "qualified" }),
    ];
    const translated = (ids: number[]) => ids.map((id) => tags[id === tag.id ? 0 : 1]?.id);
    for (const body of bodies)
      await own.post("/leads", {
        ...body,
        ...(body.tag_ids && { tag_ids: translated(body.tag_ids) }),
      });
    expect(statuses(await outcomes(bodies, { mode: "create" }))).toEqual(Array(4).fill("created"));

    const all = async (one: Client) => (await one.get("/leads/export")).body.data;
    const comparable = ({
      id,
      created_at,
      updated_at,
      profile_extracted_at,
      tags: of,
      ...rest
    }: Record<string, unknown> & { tags: Tag[] }) => ({
      ...rest,
      tags: of.map(({ label, pipeline_stage }) => pipeline_stage ?? label),
      isExtracted: profile_extracted_at !== null,
    });
    expect((await all(client)).map(comparable)).toEqual((await all(own)).map(comparable));
    const names = async (one: Client) =>
      (await one.get("/leads?name=elodie%20mar&phone=399801")).body.data.map(
        (one: Lead) => one.ext_id,
      );
    expect(await names(client)).toEqual(await names(own));
    const consents = async (one: Client) => {
      const [newest] = (await one.get("/leads")).body.data;
      return (await one.get(`/leads/${newest.id}/consents`)).body.data.map(
        ({ kind }: Consent) => kind,
      );
    };
    expect(await consents(client)).toEqual(await consents(own));
  });

  it("changes nothing when the same leads are sent again", async () => {
    const people = Array.from({ length: 130 }, (_, n) => ({
      ...{ ext_id: `x${n}`, first_name: `P${n}`, variables: { n }, data: { n: { n } } },
      ...{ age: 30, profile: { verbatim: "v" }, tags: ["A", "b"], is_optout: n % 2 === 0 },
      ...{ phone: `063998${String(n).padStart(4, "0")}`, pipeline_stage: "engaged" },
    }));
    const first = await send(people, { create_tags: true });
    expect(first.body.meta.counts).toMatchObject({ created: 130 });
    const before = (await client.get("/events?per_page=100")).body.data[0].id;
    const again = await send(people, { create_tags: true });
    expect(again.body.meta.counts).toMatchObject({ unchanged: 130, updated: 0 });
    expect(again.body.data.map((one: BulkOutcome) => one.id)).toEqual(
      first.body.data.map((one: BulkOutcome) => one.id),
    );
    expect((await client.get("/events?per_page=100")).body.data[0].id).toBe(before);
    expect((await client.get("/tags")).body.data).toHaveLength(2);
  });

  it("names what is wrong with a lead, and takes the others", async () => {
    const other = await newLead(client, { phone: "+33639980001", ext_id: "taken" });
    const data = await outcomes([
      { first_name: "Good" },
      { first_name: 5, warmth: "boiling" },
      {},
      { first_name: "T", tags: ["Nowhere"] },
      { first_name: "T", tag_ids: [999_999] },
      { ext_id: "mine", phone: "0639980001" },
      { ext_id: "taken", email: "a@example.com" },
      7,
      { first_name: "Id", id: other.id },
    ]);
    expect(data).toMatchObject([
      { index: 0, status: "created" },
      {
        status: "invalid",
        id: null,
        errors: { first_name: [expect.any(String)], warmth: [expect.any(String)] },
      },
      { status: "invalid", errors: { first_name: [expect.stringContaining("One of ext_id")] } },
      {
        status: "invalid",
        errors: { "tags.0": [expect.stringContaining("No tag is called “Nowhere”")] },
      },
      { status: "invalid", errors: { "tag_ids.0": ["The selected tag_ids.0 is invalid."] } },
      {
        status: "conflict",
        id: null,
        errors: { ext_id: [expect.any(String)] },
        conflicts: { ext_id: other.id },
      },
      { status: "updated", id: other.id },
      { status: "invalid", errors: { body: [expect.any(String)] } },
      { status: "invalid", errors: { id: [expect.any(String)] } },
    ]);
    expect(await count()).toBe(2);
  });

  it("applies a person who comes up several times, one after the other", async () => {
    const data = await outcomes([
      { ext_id: "a", first_name: "One", data: { x: 1, y: 2 }, tags: [] },
      { ext_id: "a", phone: "0639980001", data: { y: null, z: 3 } },
      { phone: "+33 6 39 98 00 01", last_name: "Two" },
      { ext_id: "a", first_name: "One" },
      { ext_id: "b", phone: "0639980001" },
    ]);
    expect(statuses(data)).toEqual(["created", "updated", "updated", "unchanged", "conflict"]);
    expect(data[4]).toMatchObject({ conflicts: { ext_id: data[0]?.id } });
    const { body } = await client.get("/leads/export");
    expect(body.data).toMatchObject([
      { first_name: "One", last_name: "Two", phone: "+33639980001", data: { x: 1, z: 3 } },
    ]);
  });

  it("updates only leads that exist, by their ids or by chosen fields", async () => {
    const one = await newLead(client, { ext_id: "a", email: "a@example.com" });
    const two = await newLead(client, { ext_id: "b", email: "b@example.com" });
    const data = await outcomes(
      [
        { id: one.id, pipeline_stage: "won" },
        { email: "B@example.com", ext_id: "a", first_name: "B" },
        { email: "B@example.com", first_name: "B" },
        { email: "c@example.com" },
        { ext_id: "a" },
        { id: 999_999 },
      ],
      { mode: "update", match_by: ["email"] },
    );
    expect(statuses(data)).toEqual([
      ...["updated", "conflict", "updated", "invalid", "invalid", "invalid"],
    ]);
    expect(data[3]).toMatchObject({ errors: { email: ["The selected email is invalid."] } });
    expect(data[4]).toMatchObject({ errors: { email: ["The email field is required."] } });
    expect(await lead(one.id)).toMatchObject({ pipeline_stage: "won", ext_id: "a" });
    expect(await lead(two.id)).toMatchObject({ first_name: "B", ext_id: "b" });
  });

  it("moves, tags, unsubscribes and loses leads as single requests do", async () => {
    const staged = await newTag(client, { pipeline_stage: "engaged" });
    const [one, two, three] = [
      await newLead(client, { ext_id: "1", tag_ids: [(await newTag(client)).id] }),
      await newLead(client, {
        ext_id: "2",
        pipeline_stage: "lost",
        lost_reason: "price_objection",
      }),
      await newLead(client, { ext_id: "3", is_optout: true }),
    ];
    const data = await outcomes([
      { ext_id: "1", tags: [staged.id, staged.label], is_optout: true },
      { ext_id: "2", pipeline_stage: "new" },
      { ext_id: "3", is_optout: false, tag_ids: [staged.id] },
      { ext_id: "1", tag_ids: [staged.id] },
    ]);
    expect(data).toMatchObject([
      { status: "updated" },
      { status: "updated" },
      { status: "updated", warnings: [{ code: "still_opted_out" }] },
      { status: "updated" },
    ]);
    expect(await lead(one.id)).toMatchObject({
      ...{ pipeline_stage: "engaged", is_optout: true, tags: [{ id: staged.id }] },
    });
    expect(await lead(two.id)).toMatchObject({ is_lost: false, lost_reason: null });
    expect(await lead(three.id)).toMatchObject({ is_optout: true, pipeline_stage: "engaged" });
    const { body } = await client.get(`/leads/${one.id}/consents`);
    expect(body.data).toMatchObject([{ kind: "opted_out", method: "api" }]);
  });

  it("says in a dry run what it would do, and writes nothing", async () => {
    await newLead(client, { ext_id: "old", first_name: "A" });
    const leads = [
      { ext_id: "new", phone: "0639980001", tags: ["Fresh", "fresh"] },
      { phone: "0639980001", first_name: "B" },
      { ext_id: "old", first_name: "B" },
      { ext_id: "old", first_name: "B" },
      { ext_id: "other", phone: "0639980001" },
    ];
    const more = { create_tags: true };
    const dry = await outcomes(leads, more, "?dry_run=1");
    expect(await count()).toBe(1);
    expect((await client.get("/tags")).body.data).toEqual([]);
    const wet = await outcomes(leads, more);
    expect(statuses(dry)).toEqual(["created", "updated", "updated", "unchanged", "conflict"]);
    expect(statuses(wet)).toEqual(statuses(dry));
    expect((await client.get("/tags")).body.data).toHaveLength(1);
  });

  it("lets two requests on the same people make each person once", async () => {
    const people = Array.from({ length: 230 }, (_, n) => ({
      ...{ ext_id: `x${n}`, phone: `063998${String(n).padStart(4, "0")}`, tags: ["A"] },
    }));
    const answers = await Promise.all(
      [people, people.toReversed(), people].map((leads) => send(leads, { create_tags: true })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const created = answers.map(({ body }) => body.meta.counts.created);
    expect(created.reduce((sum, n) => sum + n, 0)).toBe(230);
    const ids = answers.flatMap(({ body }) => body.data.map((one: BulkOutcome) => one.id));
    expect(new Set(ids).size).toBe(230);
  });
});
