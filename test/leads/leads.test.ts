import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { meterOf } from "../support/meter";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

describe("a lead", () => {
  it("comes back with every field, null or empty when unset", async () => {
    const { status, body } = await client.post("/leads", {
      first_name: " Ada ",
      last_name: "",
      unknown: 1,
    });
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
      is_marketing_optout: false,
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

  it("needs an identifying field", async () => {
    const { status, body } = await client.post("/leads", { warmth: "hot", first_name: "  " });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      first_name: ["One of ext_id, first_name, last_name, username, email, phone is required."],
    });
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
    expect((await client.get("/leads")).body.data[0].conversations).toEqual([
      { id: expect.any(Number), ...entry },
    ]);
  });

  it("is deleted with its tags, runs and conversations", async () => {
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
      expect(
        await testEnv.DB.prepare(`select count(*) as n from ${table} where lead_id = ?`)
          .bind(id)
          .first("n"),
        table,
      ).toBe(0);
    }
    expect((await client.get(`/leads/${id}`)).status).toBe(404);
  });
});

describe("a partial update", () => {
  it("changes named fields, clears those that are null, and leaves the rest", async () => {
    const lead = await newLead(client, {
      last_name: "Kept",
      email: "patch@example.com",
      variables: { a: 1 },
      warmth: "cold",
      whatsapp_phone_number_id: 106540352242922,
    });
    const { body } = await client.patch(`/leads/${lead.id}`, {
      first_name: "New",
      warmth: null,
      email: "",
    });
    expect(body.data).toEqual({
      ...lead,
      first_name: "New",
      warmth: null,
      email: null,
      updated_at: body.data.updated_at,
    });
    expect(
      (await client.patch(`/leads/${lead.id}`, { variables: { b: 2 } })).body.data.variables,
    ).toEqual({ b: 2 });
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
    await Promise.all(
      [1, 2, 3, 4].map((n) => client.patch(`/leads/${lead.id}`, { data: { [`k${n}`]: n } })),
    );
    const [exported] = (await client.get("/leads/export")).body.data;
    expect(exported).toMatchObject({ id: lead.id, enrolled_at: "2026-11-20T10:00:00.000Z" });
    expect(exported.data).toEqual({
      utm: { source: "ig", score: 0.30000000000000004, medium: "é🦊" },
      k1: 1,
      k2: 2,
      k3: 3,
      k4: 4,
    });
  });

  it("returns maps exactly as they were sent", async () => {
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
    for (const key of ["a", "b"])
      expect((await client.patch(`/leads/${id}`, { data: { [key]: chunk } })).status).toBe(200);
    const { status, body } = await client.patch(`/leads/${id}`, {
      first_name: "Lost",
      data: { e: chunk },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(["data"]);
    expect((await client.get(`/leads/${id}`)).body.data.first_name).not.toBe("Lost");
  });

  it("keeps both of two simultaneous updates of different fields", async () => {
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
    expect((await client.get(`/leads/${id}`)).body.data).toMatchObject(
      Object.assign({}, ...patches),
    );
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

describe("invalid input", () => {
  it("never reaches the database with a list that is too long", async () => {
    const json = {
      first_name: "Ada",
      tag_ids: Array.from({ length: 100_000 }, (_, index) => index + 1),
    };
    const meter = await meterOf(async (fetcher) => {
      const { body } = await client.post("/leads", json, { fetcher });
      expect(body.errors).toEqual({
        tag_ids: ["The tag ids field must not have more than 100 items."],
      });
    });
    expect(meter.trips).toBe(0);
  });

  it("is reported together with tags of another workspace", async () => {
    const foreign = await newTag(await newWorkspace());
    const own = await newTag(client);
    const { id } = await newLead(client);
    const lists = {
      tag_ids: [own.id, foreign.id],
      attach_tag_ids: "x",
      detach_tag_ids: [foreign.id],
    };
    const { body } = await client.patch(`/leads/${id}`, { warmth: "boiling", ...lists });
    expect(Object.keys(body.errors).sort()).toEqual([
      "attach_tag_ids",
      "detach_tag_ids.0",
      "tag_ids.1",
      "warmth",
    ]);
    const link = await client.post("/short-links", {
      destination_url: "mailto:x",
      tag_on_sent_id: own.id,
      tag_on_read_id: foreign.id,
    });
    expect(Object.keys(link.body.errors).sort()).toEqual(["destination_url", "tag_on_read_id"]);
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
    expect(first).toMatchObject({
      ...full,
      profile,
      is_lost: true,
      profile_extracted_at: expect.any(String),
    });
    const second = (await client.put(`/leads/${id}/profile`, { age: 35 })).body.data;
    expect(second).toMatchObject({
      age: 35,
      occupation_status: null,
      engagement_level: null,
      is_lost: true,
      lost_reason: "no_financing",
    });
    expect(second.profile).toEqual({
      professional_situation: null,
      primary_objective: null,
      blockers: [],
      levers: [],
      verbatim: null,
      lost_reason_detail: null,
    });
    const { body } = await client.put(`/leads/${id}/profile`, {
      age: -1,
      profile: { blockers: ["", 3] },
    });
    expect(Object.keys(body.errors).sort()).toEqual([
      "age",
      "profile.blockers.0",
      "profile.blockers.1",
    ]);
  });
});
