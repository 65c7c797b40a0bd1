import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

const taken = (...fields: string[]) => ({
  message: "The given data was invalid.",
  errors: Object.fromEntries(fields.map((field) => [field, [`The ${field.replaceAll("_", " ")} has already been taken.`]])),
});

describe("a lead", () => {
  it("comes back with every field, null or empty when unset", async () => {
    const { status, body } = await client.post("/leads", { first_name: " Ada ", last_name: "", unknown: 1 });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      ext_id: null,
      first_name: "Ada",
      last_name: null,
      username: null,
      image: null,
      email: null,
      phone: null,
      source: "api",
      warmth: null,
      pipeline_stage: "new",
      is_optout: false,
      variables: {},
      whatsapp_phone_number_id: null,
      age: null,
      occupation_status: null,
      maturity_level: null,
      engagement_level: null,
      is_lost: false,
      lost_reason: null,
      profile_extracted_at: null,
      profile: {
        professional_situation: null,
        primary_objective: null,
        blockers: [],
        levers: [],
        verbatim: null,
        lost_reason_detail: null,
      },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.data.created_at,
      tags: [],
      conversations: [],
    });
    expect((await client.get(`/leads/${body.data.id}`)).body).toEqual(body);
    const { profile, ...listed } = body.data;
    expect((await client.get("/leads")).body.data[0]).toEqual(listed);
  });

  it("needs something to know it by", async () => {
    const { status, body } = await client.post("/leads", { warmth: "hot", first_name: "  " });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ first_name: ["One of ext_id, first_name, last_name, username, email, phone is required."] });
  });

  it("shows its conversations, with their summaries only in full", async () => {
    const { id } = await newLead(client);
    await testEnv.DB.prepare(
      "insert into conversations (workspace_id, lead_id, platform, last_inbound_at, summary, summary_generated_at, messages_count, created_at, updated_at) values (?, ?, 'whatsapp', 1000, 'Wants a call', 2000, 7, 0, 0)",
    )
      .bind(client.workspaceId, id)
      .run();
    const entry = {
      platform: "whatsapp",
      last_inbound_at: "1970-01-01T00:00:01.000Z",
      last_outbound_at: null,
      summary_generated_at: "1970-01-01T00:00:02.000Z",
      messages_count: 7,
    };
    expect((await client.get(`/leads/${id}`)).body.data.conversations).toEqual([
      { id: expect.any(Number), ...entry, summary: "Wants a call" },
    ]);
    expect((await client.get("/leads")).body.data[0].conversations).toEqual([{ id: expect.any(Number), ...entry }]);
  });

  it("goes with its tags, runs and conversations", async () => {
    const tag = await newTag(client);
    const scenario = await newScenario(client);
    const { id } = await newLead(client, { tag_ids: [tag.id] });
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: id });
    await testEnv.DB.prepare(
      "insert into conversations (workspace_id, lead_id, platform, created_at, updated_at) values (?, ?, 'whatsapp', 0, 0)",
    )
      .bind(client.workspaceId, id)
      .run();
    expect((await client.delete(`/leads/${id}`)).body).toEqual({ success: true, deleted: 1 });
    for (const table of ["lead_tags", "runs", "conversations"]) {
      expect(await testEnv.DB.prepare(`select count(*) as n from ${table} where lead_id = ?`).bind(id).first("n"), table).toBe(0);
    }
    expect((await client.get(`/leads/${id}`)).status).toBe(404);
  });
});

describe("what is unique of a lead", () => {
  it.each([
    ["ext_id", "crm-1", "crm-1"],
    ["email", "Zoé@Example.com", "zoÉ@example.COM"],
    ["phone", "06 39 98 00 01", "+33639980001"],
    ["phone", "0033 6 39 98 00 02", "0639980002"],
  ])("is %s: %j is %j", async (field, value, same) => {
    await newLead(client, { [field]: value });
    const { status, body } = await client.post("/leads", { [field]: same });
    expect(status).toBe(422);
    expect(body).toEqual(taken(field));
    const { id } = await newLead(client);
    expect((await client.patch(`/leads/${id}`, { [field]: same })).body).toEqual(taken(field));
    expect((await newWorkspace({ default_country: "FR" }).then((other) => other.post("/leads", { [field]: same }))).status).toBe(201);
  });

  it("is reported on every field that is taken", async () => {
    await newLead(client, { email: "both@example.com" });
    await newLead(client, { phone: "+33639980010", ext_id: "both" });
    const { body } = await client.post("/leads", { email: "BOTH@example.com", phone: "0639980010", ext_id: "both" });
    expect(body).toEqual(taken("ext_id", "phone", "email"));
  });

  it("may stay the lead's own", async () => {
    const lead = await newLead(client, { email: "own@example.com", phone: "+33639980020", ext_id: "own" });
    const { status } = await client.patch(`/leads/${lead.id}`, { email: "OWN@example.com", phone: "06.39.98.00.20", ext_id: "own" });
    expect(status).toBe(200);
  });

  it.each([
    ["+33 6 39 98 12 34", "+33639981234"],
    ["06 39 98 12 35", "+33639981235"],
    ["+55 11 8765-4321", "+551187654321"],
    ["+52 1 55 1234 5678", "+5215512345678"],
    ["+1 213 373 4253 ext. 12", "+1 213 373 4253 ext. 12"],
    ["call me maybe", "call me maybe"],
    ["12", "12"],
    ["☎️ 555", "☎️ 555"],
  ])("keeps the phone %j as %j", async (sent, kept) => {
    expect((await newLead(client, { phone: sent })).phone).toBe(kept);
  });

  it("is one row when twenty requests race for it, and the others say so", async () => {
    const racers = [{ phone: "+33639989999" }, { email: "race@example.com" }, { ext_id: "race" }];
    for (const identity of racers) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.post("/leads", { first_name: "Racer", ...identity })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
      expect(answers.find(({ status }) => status === 422)!.body).toEqual(taken(Object.keys(identity)[0]!));
    }
  });
});

describe("upsert", () => {
  it("updates the lead that matches by ext_id, else by phone, else by email", async () => {
    const byExtId = await newLead(client, { ext_id: "up-1" });
    const byPhone = await newLead(client, { phone: "+33639980101" });
    const byEmail = await newLead(client, { email: "up@example.com" });
    const upsert = (input: object) => client.post("/leads?upsert=1", input);
    expect((await upsert({ ext_id: "up-1", warmth: "hot" })).body.data).toMatchObject({
      id: byExtId.id,
      warmth: "hot",
      source: "api",
      first_name: byExtId.first_name,
    });
    expect((await upsert({ ext_id: "up-2", phone: "0639980101" })).body.data).toMatchObject({ id: byPhone.id, ext_id: "up-2" });
    const third = await upsert({ phone: "0639980102", email: "UP@example.com" });
    expect(third.status).toBe(200);
    expect(third.body.data).toMatchObject({ id: byEmail.id, phone: "+33639980102" });
    const fresh = await upsert({ ext_id: "up-9" });
    expect(fresh.status).toBe(201);
    const conflict = await upsert({ ext_id: "up-9", email: "up@example.com" });
    expect(conflict.status).toBe(422);
    expect(conflict.body).toEqual(taken("email"));
  });

  it("makes one lead when twenty race, and updates it with the others", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        client.post("/leads?upsert=1", { email: "upserted@example.com", ext_id: null, variables: { n } }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.data?.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  });
});

describe("a partial update", () => {
  it("changes what it names, clears what it nulls, and leaves the rest", async () => {
    const lead = await newLead(client, {
      last_name: "Kept",
      email: "patch@example.com",
      variables: { a: 1 },
      warmth: "cold",
      whatsapp_phone_number_id: 106540352242922,
    });
    const { body } = await client.patch(`/leads/${lead.id}`, { first_name: "New", warmth: null, email: "" });
    expect(body.data).toEqual({ ...lead, first_name: "New", warmth: null, email: null, updated_at: body.data.updated_at });
    expect((await client.patch(`/leads/${lead.id}`, { variables: { b: 2 } })).body.data.variables).toEqual({ b: 2 });
    expect((await client.patch(`/leads/${lead.id}`, {})).status).toBe(200);
  });

  it("merges data, which only the export shows", async () => {
    const lead = await newLead(client, {
      ext_id: "export-me",
      data: { utm: { source: "ig", score: 0.30000000000000004 }, plan: "free" },
      enrolled_at: "2026-11-20T12:00:00+02:00",
    });
    expect(lead).not.toHaveProperty("data");
    await client.patch(`/leads/${lead.id}`, { data: { plan: null, utm: { medium: "é🦊" } } });
    await Promise.all([1, 2, 3, 4].map((n) => client.patch(`/leads/${lead.id}`, { data: { [`k${n}`]: n } })));
    const [exported] = (await client.get("/leads/export")).body.data;
    expect(exported).toMatchObject({ id: lead.id, enrolled_at: "2026-11-20T10:00:00.000Z" });
    expect(exported.data).toEqual({ utm: { source: "ig", score: 0.30000000000000004, medium: "é🦊" }, k1: 1, k2: 2, k3: 3, k4: 4 });
  });

  it("gives maps back exactly as they were sent", async () => {
    const variables = {
      " spaced ": "  kept  ",
      empty: "",
      deep: [{ a: null, b: [1.5, -0.1, true] }],
      constructor: 1,
      toString: "x",
      "🦊": "\u2028\t",
      "a.b": {},
    };
    expect((await newLead(client, { variables })).variables).toEqual(variables);
  });

  it("refuses data that has grown too large, and keeps what was there", async () => {
    const { id } = await newLead(client);
    const chunk = "x".repeat(60_000);
    for (const key of ["a", "b"]) expect((await client.patch(`/leads/${id}`, { data: { [key]: chunk } })).status).toBe(200);
    const { status, body } = await client.patch(`/leads/${id}`, { first_name: "Lost", data: { e: chunk } });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(["data"]);
    expect((await client.get(`/leads/${id}`)).body.data.first_name).not.toBe("Lost");
  });

  it("holds both of two updates of different fields at once", async () => {
    const { id } = await newLead(client);
    const patches = [
      { first_name: "A" },
      { last_name: "B" },
      { warmth: "hot" },
      { source: "import" },
      { username: "u" },
      { variables: { v: 1 } },
    ];
    await Promise.all(patches.map((patch) => client.patch(`/leads/${id}`, patch)));
    expect((await client.get(`/leads/${id}`)).body.data).toMatchObject(Object.assign({}, ...patches));
  });

  it("changes nothing when any part of it is refused", async () => {
    const tag = await newTag(client);
    const lead = await newLead(client, { tag_ids: [tag.id] });
    await newLead(client, { email: "held@example.com" });
    for (const patch of [
      { first_name: "X", tag_ids: [], email: "held@example.com" },
      { first_name: "X", tag_ids: [999_999] },
      { first_name: "X", age: 3, source: "fax" },
    ]) {
      expect((await client.patch(`/leads/${lead.id}`, patch)).status).toBe(422);
    }
    expect((await client.get(`/leads/${lead.id}`)).body.data).toEqual(lead);
  });
});

describe("what is invalid", () => {
  it("is reported at once with the tags that are another workspace's", async () => {
    const foreign = await newTag(await newWorkspace());
    const own = await newTag(client);
    const { id } = await newLead(client);
    const lists = { tag_ids: [own.id, foreign.id], attach_tag_ids: "x", detach_tag_ids: [foreign.id] };
    const { body } = await client.patch(`/leads/${id}`, { warmth: "boiling", ...lists });
    expect(Object.keys(body.errors).sort()).toEqual(["attach_tag_ids", "detach_tag_ids.0", "tag_ids.1", "warmth"]);
    const link = await client.post("/short-links", { destination_url: "mailto:x", tag_on_sent_id: own.id, tag_on_read_id: foreign.id });
    expect(Object.keys(link.body.errors).sort()).toEqual(["destination_url", "tag_on_read_id"]);
  });
});

describe("stages", () => {
  it("keep is_lost and lost_reason in step, save for explicit values", async () => {
    const { id } = await newLead(client);
    const patch = async (input: object) => {
      const { pipeline_stage, is_lost, lost_reason } = (await client.patch(`/leads/${id}`, input)).body.data;
      return [pipeline_stage, is_lost, lost_reason];
    };
    expect(await patch({ pipeline_stage: "lost" })).toEqual(["lost", true, null]);
    expect(await patch({ lost_reason: "no_financing" })).toEqual(["lost", true, "no_financing"]);
    expect(await patch({ pipeline_stage: "lost" })).toEqual(["lost", true, "no_financing"]);
    expect(await patch({ pipeline_stage: "engaged" })).toEqual(["engaged", false, null]);
    expect(await patch({ is_lost: true, lost_reason: "other" })).toEqual(["engaged", true, "other"]);
    expect(await patch({ pipeline_stage: "won" })).toEqual(["won", true, "other"]);
    expect(await patch({ pipeline_stage: "lost", is_lost: false })).toEqual(["lost", false, "other"]);
    expect(await patch({ pipeline_stage: null, is_lost: true, lost_reason: "wrong_timing" })).toEqual([null, true, "wrong_timing"]);
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
    expect((await newLead(client, { tag_ids: [won.id], pipeline_stage: "contacted" })).pipeline_stage).toBe("contacted");
    const stage = async (input: object) => (await client.patch(`/leads/${lead.id}`, input)).body.data.pipeline_stage;
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
    const [a, b, c] = (await Promise.all([1, 2, 3].map(() => newTag(client)))).map(({ id }) => id).sort((x, y) => x - y);
    const lead = await newLead(client, { tag_ids: [a] });
    const patch = async (input: object) => idsOfTags((await client.patch(`/leads/${lead.id}`, input)).body.data);
    expect(await patch({ attach_tag_ids: [b, a] })).toEqual([a, b]);
    expect(await patch({ tag_ids: [c] })).toEqual([c]);
    expect(await patch({ tag_ids: [a], attach_tag_ids: [b], detach_tag_ids: [a] })).toEqual([b]);
    expect(await patch({ detach_tag_ids: [c] })).toEqual([b]);
    const { body } = await client.patch(`/leads/${lead.id}`, { attach_tag_ids: [a], detach_tag_ids: [c, a] });
    expect(body.errors).toEqual({ "detach_tag_ids.1": ["The selected detach_tag_ids.1 is invalid."] });
    expect((await client.patch(`/leads/${lead.id}`, { tag_ids: [a, a] })).body.errors).toEqual({
      "tag_ids.1": ["The tag_ids.1 field has a duplicate value."],
    });
  });

  it("are listed, attached and detached by their own paths", async () => {
    const [a, b] = [await newTag(client), await newTag(client)];
    const { id } = await newLead(client);
    expect(idsOfTags((await client.post(`/leads/${id}/tags`, { tag_ids: [a.id, b.id] })).body.data)).toEqual([a.id, b.id]);
    expect((await client.post(`/leads/${id}/tags`, { tag_ids: [a.id] })).status).toBe(200);
    expect((await client.get(`/leads/${id}/tags`)).body.data).toEqual([b, a]);
    expect((await client.delete(`/leads/${id}/tags/${a.id}`)).body).toEqual({ success: true, deleted: 1 });
    const before = (await client.get(`/leads/${id}`)).body.data;
    expect((await client.delete(`/leads/${id}/tags/${a.id}`)).status).toBe(404);
    expect((await client.get(`/leads/${id}`)).body.data).toEqual(before);
    expect((await client.post(`/leads/${id}/tags`, { tag_ids: [] })).status).toBe(422);
  });
});

describe("a lead's hundred tags", () => {
  it("are the most it can have, by whichever path, and fit into an answer however long they are", async () => {
    const own = await newWorkspace();
    const tags = await Promise.all(
      Array.from({ length: 101 }, (_, n) => newTag(own, { label: `${n}`.padEnd(100, "é"), description: "😀".repeat(1000) })),
    );
    const ids = tags.map(({ id }) => id);
    const tooMany = { tag_ids: ["The tag ids field must not have more than 100 items."] };
    const { id } = await newLead(own, { tag_ids: ids.slice(0, 100) });
    expect((await own.post(`/leads/${id}/tags`, { tag_ids: ids.slice(0, 100) })).status).toBe(200);
    expect((await own.post(`/leads/${id}/tags`, { tag_ids: ids.slice(1) })).body.errors).toEqual(tooMany);
    expect((await own.patch(`/leads/${id}`, { first_name: "X", attach_tag_ids: [ids[100]] })).body.errors).toEqual(tooMany);
    expect((await own.patch(`/leads/${id}`, { attach_tag_ids: [ids[100]], detach_tag_ids: [ids[0]] })).status).toBe(200);
    expect((await own.get("/leads")).body.data[0].tags).toHaveLength(100);
    expect((await own.get("/leads/export")).body.data[0].first_name).not.toBe("X");
  });
});

describe("opt-out", () => {
  it("goes both ways, by its own paths and by PATCH", async () => {
    const { id } = await newLead(client);
    expect((await client.post(`/leads/${id}/opt-out`)).body.data.is_optout).toBe(true);
    expect((await client.post(`/leads/${id}/opt-out`)).body.data.is_optout).toBe(true);
    expect((await client.post(`/leads/${id}/opt-in`)).body.data.is_optout).toBe(false);
    expect((await client.patch(`/leads/${id}`, { is_optout: 1 })).body.data.is_optout).toBe(true);
    expect((await client.post("/leads/999999/opt-out")).status).toBe(404);
  });
});

describe("the analysed profile", () => {
  it("is replaced as a whole and stamped, and leaves is_lost alone when it does not name it", async () => {
    const { id } = await newLead(client, { pipeline_stage: "lost" });
    const full = {
      age: 34,
      occupation_status: "employee",
      maturity_level: "beginner",
      engagement_level: "high",
      lost_reason: "no_financing",
    };
    const profile = {
      professional_situation: "Nurse",
      primary_objective: "Freelance",
      blockers: ["Time", "Budget"],
      levers: [],
      verbatim: "« j'hésite »",
      lost_reason_detail: null,
    };
    const first = (await client.put(`/leads/${id}/profile`, { ...full, profile })).body.data;
    expect(first).toMatchObject({ ...full, profile, is_lost: true, profile_extracted_at: expect.any(String) });
    const second = (await client.put(`/leads/${id}/profile`, { age: 35 })).body.data;
    expect(second).toMatchObject({ age: 35, occupation_status: null, engagement_level: null, is_lost: true, lost_reason: "no_financing" });
    expect(second.profile).toEqual({
      professional_situation: null,
      primary_objective: null,
      blockers: [],
      levers: [],
      verbatim: null,
      lost_reason_detail: null,
    });
    const { body } = await client.put(`/leads/${id}/profile`, { age: -1, profile: { blockers: ["", 3] } });
    expect(Object.keys(body.errors).sort()).toEqual(["age", "profile.blockers.0", "profile.blockers.1"]);
  });
});
