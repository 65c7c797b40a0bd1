import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  idsOf,
  make,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
  unique,
} from "../support/api";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const enrol = (scenario: { id: number }, json: object, query = "") =>
  client.post(`/scenarios/${scenario.id}/leads${query}`, json);
const runsOf = async (scenario: { id: number }) =>
  (await client.get(`/scenarios/${scenario.id}/runs`)).body.data;
const leadCount = async (query: string) => (await idsOf(client, `/leads?${query}`)).length;

describe("enrolling an existing lead", () => {
  it("answers 201 with the lead and makes a run, then 200 without a second one", async () => {
    const [scenario, lead] = [await newScenario(client), await newLead(client)];
    const first = await enrol(scenario, { lead_id: lead.id });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({ data: lead });
    const second = await enrol(scenario, { lead_id: lead.id });
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ data: lead });
    expect(await runsOf(scenario)).toEqual([
      expect.objectContaining({
        lead_id: lead.id,
        scenario_version: 1,
        state: "paused",
        node_id: null,
        end_reason: null,
        ended_at: null,
      }),
    ]);
  });

  it("makes a new run when the former one has ended", async () => {
    const [scenario, lead] = [await newScenario(client), await newLead(client)];
    await enrol(scenario, { lead_id: lead.id });
    const [run] = await runsOf(scenario);
    await client.post(`/runs/${run.id}/cancel`);
    expect((await enrol(scenario, { lead_id: lead.id })).status).toBe(201);
    expect((await runsOf(scenario)).map(({ state }: { state: string }) => state)).toEqual([
      "paused",
      "cancelled",
    ]);
  });

  it("makes a run in each of several scenarios", async () => {
    const lead = await newLead(client);
    for (const scenario of [await newScenario(client), await newScenario(client)])
      expect((await enrol(scenario, { lead_id: lead.id })).status).toBe(201);
  });

  it.each([[true], [false]])(
    "makes runs while the scenario's is_active is %s",
    async (is_active) => {
      const [scenario, lead] = [await newScenario(client, { is_active }), await newLead(client)];
      expect((await enrol(scenario, { lead_id: lead.id })).status).toBe(201);
      expect(await runsOf(scenario)).toMatchObject([
        { lead_id: lead.id, state: is_active ? expect.not.stringMatching("paused") : "paused" },
      ]);
    },
  );

  it("makes one active run when twenty enrol the same lead at once", async () => {
    const [scenario, lead] = [await newScenario(client), await newLead(client)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => enrol(scenario, { lead_id: lead.id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect((await runsOf(scenario)).length).toBe(1);
  });

  it("refuses a lead that is not the workspace's, on lead_id", async () => {
    const scenario = await newScenario(client);
    const errors = { lead_id: ["The selected lead id is invalid."] };
    for (const lead_id of [(await newLead(await newWorkspace())).id, 2 ** 50]) {
      const { status, body } = await enrol(scenario, { lead_id, first_name: "Ada" });
      expect(status).toBe(422);
      expect(body.errors).toEqual(errors);
    }
    expect(await runsOf(scenario)).toEqual([]);
  });

  it("leaves the lead unchanged, whatever attributes are sent", async () => {
    const [scenario, lead] = [await newScenario(client), await newLead(client)];
    const { body } = await enrol(scenario, {
      lead_id: lead.id,
      first_name: "Other",
      warmth: "hot",
      variables: { a: 1 },
    });
    expect(body.data).toEqual(lead);
  });

  it("is 404 in a scenario of another workspace, even with an invalid body", async () => {
    const scenario = await newScenario(await newWorkspace());
    const lead = await newLead(client, { username: `waiting-${unique()}` });
    for (const body of [{ lead_id: lead.id }, {}, { lead_id: "x" }, { first_name: "Nobody's" }])
      expect((await enrol(scenario, body)).status).toBe(404);
    expect(await leadCount("name=Nobody's")).toBe(0);
    expect(
      (await client.get("/leads/export")).body.data.find(({ id }: { id: number }) => id === lead.id)
        .enrolled_at,
    ).toBeNull();
  });
});

describe("enrolling by attributes", () => {
  it("creates the lead and its run", async () => {
    const [scenario, tag] = [
      await newScenario(client),
      await newTag(client, { pipeline_stage: "engaged" }),
    ];
    const { status, body } = await enrol(scenario, {
      first_name: "Ada",
      phone: "+1 415 555 0100",
      tag_ids: [tag.id],
      variables: { a: 1 },
    });
    expect(status).toBe(201);
    const { data } = body;
    expect(data).toMatchObject({
      first_name: "Ada",
      phone: "+14155550100",
      source: "api",
      pipeline_stage: "engaged",
      variables: { a: 1 },
    });
    expect(data.tags.map(({ id }: { id: number }) => id)).toEqual([tag.id]);
    expect((await client.get(`/leads/${data.id}`)).body.data).toEqual(data);
    expect(await runsOf(scenario)).toEqual([expect.objectContaining({ lead_id: data.id })]);
  });

  it("treats a null lead_id as absent", async () => {
    expect(
      (await enrol(await newScenario(client), { lead_id: null, first_name: "Ada" })).status,
    ).toBe(201);
  });

  it.each([
    [{}],
    [{ lead_id: null }],
    [{ first_name: " ", email: null }],
    [{ warmth: "hot", variables: {} }],
  ])("needs a lead_id or an identifying attribute: %j", async (input) => {
    const { status, body } = await enrol(await newScenario(client), input);
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      lead_id: [expect.stringContaining("The lead id field is required")],
    });
  });

  it("reports every invalid field at once", async () => {
    const { id: tag } = await newTag(client);
    const { body } = await enrol(await newScenario(client), {
      lead_id: "7",
      email: 1,
      warmth: "boiling",
      tag_ids: [tag, tag],
      enrolled_at: "soon",
    });
    expect(body.errors).toEqual({
      lead_id: ["The lead id field must be an integer."],
      email: ["The email field must be a string."],
      warmth: ["The selected warmth is invalid. Choose one of: cold, warm, hot."],
      "tag_ids.1": ["The tag_ids.1 field has a duplicate value."],
      enrolled_at: ["The enrolled at field must be a valid date."],
    });
  });

  it("creates neither lead nor run when a part of it fails", async () => {
    const [scenario, foreignTag] = [await newScenario(client), await newTag(await newWorkspace())];
    const email = `taken-${unique()}@example.com`;
    await newLead(client, { email });
    const username = `half-${unique()}`;
    const conflict = await enrol(scenario, { username, email: email.toUpperCase() });
    expect(conflict.body.errors).toEqual({ email: ["The email has already been taken."] });
    const tagged = await enrol(scenario, { username, tag_ids: [foreignTag.id] });
    expect(tagged.body.errors).toEqual({ "tag_ids.0": ["The selected tag_ids.0 is invalid."] });
    expect(await leadCount(`username=${username}`)).toBe(0);
    expect(await runsOf(scenario)).toEqual([]);
  });

  it("leaves one lead with one run when twenty create the same phone at once", async () => {
    const scenario = await newScenario(client);
    const input = { first_name: "Twin", phone: "+14155550120" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => enrol(scenario, input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
    for (const { body } of answers.filter(({ status }) => status === 422))
      expect(body.errors).toEqual({ phone: ["The phone has already been taken."] });
    expect(await leadCount("phone=14155550120")).toBe(1);
    expect((await runsOf(scenario)).length).toBe(1);
  });
});

describe("enrolling with upsert=1", () => {
  it.each([
    ["ext_id", "crm-1", "crm-1"],
    ["phone", "+1 415 555 0130", "+1 (415) 555-0130"],
    ["email", "Ada@Example.com", "aDA@example.COM"],
  ])("updates and enrols the lead that has the %s", async (field, stored, sent) => {
    const [scenario, lead] = [
      await newScenario(client),
      await newLead(client, { [field]: stored, last_name: "Kept" }),
    ];
    const { status, body } = await enrol(
      scenario,
      { [field]: sent, first_name: "Ada" },
      "?upsert=1",
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ id: lead.id, first_name: "Ada", last_name: "Kept" });
    const again = await enrol(scenario, { [field]: sent, warmth: "hot" }, "?upsert=1");
    expect(again.status).toBe(200);
    expect(again.body.data).toMatchObject({ id: lead.id, warmth: "hot" });
    expect((await runsOf(scenario)).length).toBe(1);
  });

  it("prefers the ext_id, then the phone, then the email", async () => {
    const [scenario, byPhone] = [
      await newScenario(client),
      await newLead(client, { phone: "+14155550140" }),
    ];
    await newLead(client, { email: "prefers@example.com" });
    const { body } = await enrol(
      scenario,
      { ext_id: "unknown", phone: "+14155550140", warmth: "hot" },
      "?upsert=1",
    );
    expect(body.data).toMatchObject({ id: byPhone.id, ext_id: "unknown" });
    const clash = await enrol(
      scenario,
      { phone: "+14155550140", email: "prefers@example.com" },
      "?upsert=1",
    );
    expect(clash.body.errors).toEqual({ email: ["The email has already been taken."] });
    expect((await runsOf(scenario)).length).toBe(1);
  });

  it("creates the lead that matches none", async () => {
    const { status, body } = await enrol(
      await newScenario(client),
      { ext_id: `new-${unique()}` },
      "?upsert=1",
    );
    expect(status).toBe(201);
    expect(body.data.source).toBe("api");
  });

  it("leaves one lead with one run when twenty do it at once", async () => {
    const scenario = await newScenario(client);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => enrol(scenario, { phone: "+14155550150" }, "?upsert=1")),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await runsOf(scenario)).length).toBe(1);
  });
});

describe("enrolled_at", () => {
  it.each([["2020-02-29T10:00:00.000Z"], ["2031-01-01T00:00:00.000Z"]])(
    "%s is kept, and dates the run",
    async (enrolled_at) => {
      const [scenario, existing] = [await newScenario(client), await newLead(client)];
      await enrol(scenario, { lead_id: existing.id, enrolled_at });
      const created = (await enrol(scenario, { username: `dated-${unique()}`, enrolled_at })).body
        .data;
      for (const run of await runsOf(scenario))
        expect(run).toMatchObject({ enrolled_at, next_at: enrolled_at });
      const { data } = (await client.get("/leads/export?per_page=100")).body;
      const kept = data.filter(({ id }: { id: number }) => id === existing.id || id === created.id);
      expect(kept.map((lead: { enrolled_at: string }) => lead.enrolled_at)).toEqual([
        enrolled_at,
        enrolled_at,
      ]);
    },
  );

  it("is now for a run when it is not sent", async () => {
    const [scenario, lead] = [await newScenario(client), await newLead(client)];
    const before = Date.now();
    await enrol(scenario, { lead_id: lead.id });
    const [run] = await runsOf(scenario);
    expect(Date.parse(run.enrolled_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(run.enrolled_at)).toBeLessThanOrEqual(Date.now());
  });
});

describe("opted-out leads", () => {
  it.each([["an existing lead"], ["a lead found by upsert"]])(
    "end their run at once: %s",
    async (how) => {
      const [scenario, lead] = [
        await newScenario(client),
        await newLead(client, { ext_id: `out-${unique()}` }),
      ];
      await client.post(`/leads/${lead.id}/opt-out`);
      const byUpsert = how === "a lead found by upsert";
      const { status } = await enrol(
        scenario,
        byUpsert ? { ext_id: lead.ext_id } : { lead_id: lead.id },
        byUpsert ? "?upsert=1" : "",
      );
      expect(status).toBe(201);
      expect(await runsOf(scenario)).toEqual([
        expect.objectContaining({
          state: "exited",
          end_reason: "opted_out",
          ended_at: expect.any(String),
          next_at: null,
        }),
      ]);
    },
  );

  it.each([
    ["POST …/opt-out", (id: number) => client.post(`/leads/${id}/opt-out`)],
    ["PATCH is_optout", (id: number) => client.patch(`/leads/${id}`, { is_optout: true })],
  ])("end their active runs everywhere by %s, and no others", async (_, optOut) => {
    const [one, two] = [await newScenario(client), await newScenario(client)];
    const [lead, other] = [await newLead(client), await newLead(client)];
    for (const scenario of [one, two])
      for (const { id } of [lead, other])
        await make(client, `/scenarios/${scenario.id}/leads`, { lead_id: id });
    expect((await optOut(lead.id)).body.data.is_optout).toBe(true);
    for (const scenario of [one, two]) {
      expect(await runsOf(scenario)).toEqual([
        expect.objectContaining({ lead_id: other.id, state: "paused", ended_at: null }),
        expect.objectContaining({
          lead_id: lead.id,
          state: "exited",
          end_reason: "opted_out",
          ended_at: expect.any(String),
          next_at: null,
        }),
      ]);
    }
    await client.post(`/leads/${lead.id}/opt-in`);
    expect((await enrol(one, { lead_id: lead.id })).status).toBe(201);
    expect((await runsOf(one))[0]).toMatchObject({ lead_id: lead.id, state: "paused" });
  });
});
