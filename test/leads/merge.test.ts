import { beforeAll, describe, expect, it } from "vitest";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { type Client, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { dataOf } from "../support/events";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

type Id = { id: number };

const merge = (keep: Id, gone: Id) =>
  client.post("/leads/merge", { keep: keep.id, merge: gone.id });

const eventsAbout = async (...ids: number[]) =>
  (
    await Promise.all(
      ids.map(async (id) => (await client.get(`/events?lead_id=${id}&order=asc`)).body.data),
    )
  ).flat();

const exported = async (id: number) =>
  (await client.get("/leads/export?per_page=100")).body.data.find((lead: Id) => lead.id === id);

describe("joining two leads", () => {
  it("fills what the kept lead lacks, and says what is lost in one event", async () => {
    const [tag, other] = [await newTag(client), await newTag(client, { pipeline_stage: "won" })];
    const keep = await newLead(client, {
      first_name: "Ada",
      phone: null,
      username: "ada",
      variables: { city: "Lyon", size: 1 },
      data: { a: 1, deep: { x: 1 } },
      tag_ids: [tag.id],
      profile: { blockers: [], verbatim: "Mine" },
    });
    const gone = await newLead(client, {
      ext_id: "crm-merge",
      first_name: "Ada Maria",
      last_name: "Lovelace",
      phone: "0639980199",
      email: "ada@merge.example",
      age: 36,
      variables: { city: "Paris", 'odd "key.x': [1], none: null },
      data: { a: 2, deep: { x: 1 }, b: "two" },
      profile: { blockers: ["Budget"], verbatim: "Theirs" },
      tag_ids: [tag.id, other.id],
    });
    const { status, body } = await merge(keep, gone);
    expect(status).toBe(200);
    expect(body.merge).toMatchObject({ lead_id: gone.id, keep_id: keep.id, state: "completed" });
    expect(body.data).toMatchObject({
      id: keep.id,
      ext_id: "crm-merge",
      first_name: "Ada",
      last_name: "Lovelace",
      username: "ada",
      phone: "+33639980199",
      email: "ada@merge.example",
      age: 36,
      pipeline_stage: "new",
      variables: { city: "Lyon", size: 1, 'odd "key.x': [1], none: null },
      profile: { blockers: ["Budget"], verbatim: "Mine" },
      created_at: keep.created_at,
      tags: [{ id: tag.id }, { id: other.id }],
    });
    expect((await exported(keep.id)).data).toEqual({ a: 1, deep: { x: 1 }, b: "two" });
    const [merged, ...others] = (await eventsAbout(keep.id, gone.id)).filter(
      ({ type }) => !["lead.created", "lead.tag_added", "lead.stage_changed"].includes(type),
    );
    expect(others).toEqual([]);
    expect(merged).toMatchObject({
      type: "lead.merged",
      actor: { type: "token" },
      data: {
        lead_id: keep.id,
        keep: keep.id,
        merge: gone.id,
        dropped: {
          first_name: "Ada Maria",
          pipeline_stage: "won",
          "variables.city": "Paris",
          "data.a": 2,
          "profile.verbatim": "Theirs",
        },
      },
    });
    expect((await client.get(`/leads/${gone.id}`)).status).toBe(404);
    expect((await client.get(`/lead-merges/${gone.id}`)).body.data).toEqual(body.merge);
    const found = await client.post("/leads?upsert=1", {
      ext_id: "crm-merge",
      email: "x@y.example",
    });
    expect([found.status, found.body.data.id]).toEqual([200, keep.id]);
    expect(await idsByName("lovelace")).toEqual([keep.id]);
    const { data: acts } = (await client.get("/audit-log?action[]=lead.merged")).body;
    expect(acts).toMatchObject([{ target: { type: "lead", id: gone.id } }]);
  });

  it("keeps within the limits of a lead, and names what finds no room", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 101; n++) ids.push((await newTag(client)).id);
    const long = "x".repeat(40_000);
    const keep = await newLead(client, {
      tag_ids: ids.slice(0, 99),
      variables: { mine: long },
      data: { mine: long },
    });
    const gone = await newLead(client, {
      first_name: keep.first_name,
      tag_ids: ids.slice(98),
      variables: { long, short: "s" },
      data: { long, short: "s" },
    });
    const { body } = await merge(keep, gone);
    expect(body.data.tags).toHaveLength(100);
    expect(body.data.variables).toEqual({ mine: long });
    expect((await exported(keep.id)).data).toEqual({ mine: long, long, short: "s" });
    const [data] = await dataOf(client, "lead.merged", `lead_id=${keep.id}`);
    expect(data?.dropped).toEqual({
      phone: gone.phone,
      tags: [ids[100]],
      "variables.short": "s",
      variables: null,
    });
  });

  it("holds the opt-out of either", async () => {
    const scenario = await newScenario(client);
    const [keep, gone] = [await newLead(client), await newLead(client, { is_optout: true })];
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: keep.id });
    await client.post(`/leads/${keep.id}/opt-out`);
    await client.post(`/leads/${keep.id}/opt-in`);
    const { body } = await merge(keep, gone);
    expect(body.data.is_optout).toBe(true);
    const { data: ledger } = (await client.get(`/leads/${keep.id}/consents`)).body;
    expect(ledger.map(({ kind, method }: Record<string, string>) => `${kind} ${method}`)).toEqual([
      "opted_out merge",
      "opted_in api",
      "opted_out api",
      "opted_out api",
    ]);
    const types = (await eventsAbout(keep.id)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(["lead.opted_out", "lead.merged"]);
    const third = await newLead(client);
    expect((await merge(third, keep)).body.data.is_optout).toBe(true);
    expect((await client.post(`/leads/${third.id}/opt-in`)).body.data.is_optout).toBe(false);
    expect((await client.get(`/lead-merges/${gone.id}`)).body.data.keep_id).toBe(third.id);
    expect((await client.get(`/leads/${gone.id}`)).body.merged_into).toBe(third.id);
  });

  it("has every path of the merged lead name the kept one, of its own workspace alone", async () => {
    const [keep, gone] = [await newLead(client), await newLead(client)];
    const [scenario, tag] = [await newScenario(client), await newTag(client)];
    await merge(keep, gone);
    const answers = [
      await client.get(`/leads/${gone.id}`),
      await client.patch(`/leads/${gone.id}`, { first_name: "Ada" }),
      await client.patch(`/leads/${gone.id}`, { first_name: 7 }),
      await client.delete(`/leads/${gone.id}`),
      await client.get(`/leads/${gone.id}/tags`),
      await client.delete(`/leads/${gone.id}/tags/${tag.id}`),
      await client.get(`/leads/${gone.id}/consents`),
      await client.post(`/leads/${gone.id}/opt-out`),
      await client.get(`/leads/${gone.id}/bundle`),
      await client.delete(`/scenarios/${scenario.id}/leads/${gone.id}`),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        404,
        { message: "Not found.", code: "not_found", merged_into: keep.id },
      ]);
    for (const other of [
      await client.delete(`/leads/${keep.id}/tags/${tag.id}`),
      await client.get("/leads/4000000000"),
      await (await newWorkspace()).get(`/leads/${gone.id}`),
    ])
      expect([other.status, other.body]).toEqual([
        404,
        { message: "Not found.", code: "not_found" },
      ]);
  });

  it("refuses what is no pair of the workspace's leads", async () => {
    const [keep, gone] = [await newLead(client), await newLead(client)];
    const foreign = await newLead(await newWorkspace());
    const errorsOf = async (input: object) => {
      const { status, body } = await client.post("/leads/merge", input);
      expect(status).toBe(422);
      return body.errors;
    };
    const invalid = (field: string) => [`The selected ${field} is invalid.`];
    expect(await errorsOf({})).toEqual({
      keep: ["The keep field is required."],
      merge: ["The merge field is required."],
    });
    expect(await errorsOf({ keep: foreign.id })).toEqual({
      keep: invalid("keep"),
      merge: ["The merge field is required."],
    });
    expect(await errorsOf({ keep: keep.id, merge: keep.id })).toEqual({
      merge: ["The merge field must be another lead."],
    });
    expect(await errorsOf({ keep: keep.id, merge: foreign.id })).toEqual({
      merge: invalid("merge"),
    });
    expect(await errorsOf({ keep: 999_999_999, merge: foreign.id })).toEqual({
      keep: invalid("keep"),
      merge: invalid("merge"),
    });
    expect((await merge(keep, gone)).status).toBe(200);
    expect(await errorsOf({ keep: keep.id, merge: gone.id })).toEqual({ merge: invalid("merge") });
    expect(await errorsOf({ keep: gone.id, merge: keep.id })).toEqual({ keep: invalid("keep") });
    expect((await client.get(`/lead-merges/${keep.id}`)).status).toBe(404);
  });

  it("is done once by two at once, in either direction", async () => {
    const [a, b] = [await newLead(client), await newLead(client)];
    const answers = await Promise.all([merge(a, b), merge(b, a), merge(a, b)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const types = (await eventsAbout(a.id, b.id)).map(({ type }) => type);
    expect(types.toSorted()).toEqual(["lead.created", "lead.created", "lead.merged"]);
  });

  it("answers a repeated request with the same key as the first", async () => {
    const [keep, gone] = [await newLead(client), await newLead(client)];
    const send = () =>
      client.post(
        "/leads/merge",
        { keep: keep.id, merge: gone.id },
        { headers: { "Idempotency-Key": `merge-${keep.id}` } },
      );
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  });

  it("is forgotten with the lead that was kept, and erased again after a restore", async () => {
    const keep = await newLead(client, { last_name: "Kept" });
    const gone = await newLead(client, { last_name: "Secret" });
    const first = await newLead(client, { last_name: "First" });
    await merge(gone, first);
    await merge(keep, gone);
    const erased = async () =>
      rowsOf<{ row_id: number }>(
        "select row_id from erasures where kind = 'lead' and row_id in (?, ?, ?) order by 1",
        keep.id,
        gone.id,
        first.id,
      );
    expect(await erased()).toEqual([]);
    await client.delete(`/leads/${keep.id}`);
    const removals = new RemovalQueue(testEnv, "DB");
    while (await removals.workNext());
    expect(await erased()).toHaveLength(3);
    for (const path of [`/lead-merges/${gone.id}`, `/leads/${gone.id}`])
      expect(await client.get(path)).toMatchObject({
        status: 404,
        body: { message: "Not found.", code: "not_found" },
        text: '{"message":"Not found.","code":"not_found"}',
      });
    const stored = await rowsOf<{ data: string }>(
      "select data from events where type = 'lead.merged' and lead_id in (?, ?)",
      keep.id,
      gone.id,
    );
    expect(stored.map(({ data }) => JSON.parse(data).dropped)).toEqual([{}, {}]);
    expect(await rowsOf("select 1 from lead_merges where keep_id = ?", keep.id)).toEqual([]);
  });
});

const idsByName = async (name: string) =>
  (await client.get(`/leads?name=${name}`)).body.data.map(({ id }: Id) => id);
