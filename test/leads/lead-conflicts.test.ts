import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newScenario, newWorkspace } from "../support/api";
import { newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

const upsert = (input: object) => client.post("/leads?upsert=1", input);

describe("what can't be an address", () => {
  it.each([
    ["phone", "n/a"],
    ["phone", "none"],
    ["phone", "3.3600E+10"],
    ["phone", "-"],
    ["phone", "+33"],
    ["phone", "12 34"],
    ["phone", "01 23 45 67 89 ext. 12"],
    ["email", "n/a"],
    ["email", "no@mail@example.com"],
    ["email", "none given@example.com"],
    ["email", "@example.com"],
    ["phone", "12345"],
    ["phone", "0000000000"],
    ["phone", "0123456789"],
    ["phone", "inconnu"],
    ["email", "pas d'email"],
    ["email", "pas un mail"],
    ["email", "ada@example"],
  ])("is kept and never unique: %s %j", async (field, value) => {
    const first = await newLead(client, { [field]: value });
    expect(first[field as "phone"]).toBe(value);
    const same = await client.post("/leads", { first_name: "Same", [field]: value });
    expect(same.status).toBe(201);
    const matched = await upsert({ first_name: "Upserted", [field]: value });
    expect(matched.status).toBe(201);
    const patched = await client.patch(`/leads/${(await newLead(client)).id}`, { [field]: value });
    expect(patched.body.data).toMatchObject({ [field]: value });
  });

  it("is nobody's number: nothing is sent to it", async () => {
    await newMetaChannel(client);
    const { id } = await newLead(client, { phone: "3.3600E+10" });
    const { status, body } = await client.post(`/leads/${id}/messages`, { text: "Hello" });
    expect([status, body.data.status, body.data.error.reason]).toEqual([
      201,
      "failed",
      "no_identity",
    ]);
  });

  it("leaves numbers that no country explains: digits are compared without separators", async () => {
    const other = await newWorkspace();
    const { id } = await newLead(other, { phone: "33 6 39 98 77 01" });
    for (const phone of ["336.39.98-77-01", "+33 6 39 98 77 01"]) {
      const { status, body } = await other.post("/leads", { phone });
      expect([status, body.conflicts]).toEqual([422, { phone: id }]);
    }
    expect((await other.get(`/leads/${id}`)).body.data.phone).toBe("33 6 39 98 77 01");
    const national = { phone: "06 39 98 77 02" };
    for (const _ of [1, 2]) expect((await other.post("/leads", national)).status).toBe(201);
  });
});

describe("a phone that a spreadsheet has made a number of", () => {
  it("is that phone", async () => {
    const { id } = await newLead(client, { phone: "33639987702.0" });
    for (const phone of ["33639987702", "336 39 98 77 02"])
      expect((await client.post("/leads", { phone })).body.conflicts).toEqual({ phone: id });
    expect((await newLead(client, { phone: "+33639987703.0" })).phone).toBe("+33639987703");
  });
});

describe("a conflict", () => {
  it("names the lead in the way of each field, on creation, PATCH, upsert and enrolment", async () => {
    const [one, two] = [
      await newLead(client, { email: "Straße@Example.com" }),
      await newLead(client, { phone: "+33639980301", ext_id: "in-the-way" }),
    ];
    const taken = { email: "STRASSE@example.com", phone: "0639980301" };
    const conflicts = { phone: two.id };
    const created = await client.post("/leads", { ...taken, email: "straße@EXAMPLE.com" });
    expect(created.status).toBe(422);
    expect(created.body.conflicts).toEqual({ email: one.id, phone: two.id });
    const { id } = await newLead(client);
    expect((await client.patch(`/leads/${id}`, taken)).body.conflicts).toMatchObject(conflicts);
    const scenario = await newScenario(client);
    const enrolled = await client.post(`/scenarios/${scenario.id}/leads`, { phone: taken.phone });
    expect([enrolled.status, enrolled.body.conflicts]).toEqual([422, conflicts]);
    const known = await newLead(client, { ext_id: "known", phone: null });
    const upserted = await upsert({ ext_id: "known", phone: taken.phone });
    expect([upserted.status, upserted.body.conflicts]).toEqual([422, conflicts]);
    expect((await client.get(`/leads/${known.id}`)).body.data.phone).toBeNull();
  });

  it("keeps an upsert from taking over a lead that has another ext_id", async () => {
    const lead = await newLead(client, {
      ext_id: "crm-a",
      first_name: "Anna",
      phone: "+33639980401",
      email: "anna@example.com",
    });
    for (const [field, value] of [
      ["phone", "06 39 98 04 01"],
      ["email", "ANNA@example.com"],
    ] as const) {
      const { status, body } = await upsert({ ext_id: "crm-b", [field]: value, first_name: "B" });
      expect([status, body]).toEqual([
        422,
        {
          message: "The given data was invalid.",
          code: "validation_failed",
          errors: { ext_id: [`The lead with this ${field} has another ext id.`] },
          codes: { ext_id: ["other"] },
          conflicts: { ext_id: lead.id },
        },
      ]);
    }
    const blank = await upsert({ ext_id: "", phone: "06 39 98 04 01", warmth: "hot" });
    expect(blank.body.data).toMatchObject({ id: lead.id, ext_id: "crm-a", warmth: "hot" });
    expect((await client.get(`/leads/${lead.id}`)).body.data.first_name).toBe("Anna");
  });

  it("lets one of many upserts have a lead without an ext_id, and refuses the others", async () => {
    const lead = await newLead(client, { phone: "+33639980501" });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => upsert({ ext_id: `racer-${n}`, phone: "0639980501" })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ status }) => status === 422);
    expect(lost).toHaveLength(11);
    for (const { body } of lost) expect(body.conflicts).toEqual({ ext_id: lead.id });
    const { data } = (await client.get(`/leads/${lead.id}`)).body;
    expect(data.ext_id).toBe(won[0]?.body.data.ext_id);
  });
});

describe("creation", () => {
  const profile = { primary_objective: "Change career", blockers: ["Budget"] };

  it("takes consent, loss and the analysed fields", async () => {
    const lead = await newLead(client, {
      is_optout: true,
      is_lost: true,
      lost_reason: "wrong_timing",
      age: 34,
      profile,
    });
    expect(lead).toMatchObject({
      is_optout: true,
      is_lost: true,
      lost_reason: "wrong_timing",
      pipeline_stage: "new",
      age: 34,
      profile: { ...profile, verbatim: null },
      profile_extracted_at: expect.any(String),
    });
    const { data } = (await client.get(`/leads/${lead.id}/consents`)).body;
    expect(data).toMatchObject([{ kind: "opted_out", method: "api" }]);
    const [{ pinned } = { pinned: "" }] = await rowsOf<{ pinned: string }>(
      "select profile_pinned as pinned from leads where id = ?",
      lead.id,
    );
    expect(Object.keys(JSON.parse(pinned)).sort()).toEqual(
      ["age", "blockers", "is_lost", "lost_reason", "primary_objective"].sort(),
    );
    const stayed = await newLead(client, { pipeline_stage: "lost", is_lost: false, age: null });
    expect(stayed).toMatchObject({ pipeline_stage: "lost", is_lost: false, age: null });
  });

  it("enrols nobody who is created unsubscribed", async () => {
    const scenario = await newScenario(client);
    const path = `/scenarios/${scenario.id}/leads`;
    const { status, body } = await client.post(path, {
      first_name: "Out",
      is_optout: true,
      age: 8,
    });
    expect([status, body.data.is_optout, body.data.age]).toEqual([201, true, 8]);
    const { data } = (await client.get(`/scenarios/${scenario.id}/runs`)).body;
    expect(data).toMatchObject([{ lead_id: body.data.id, end_reason: "opted_out" }]);
  });

  it("says that an upsert does not subscribe again, and opts out where it is asked to", async () => {
    const lead = await newLead(client, { ext_id: "out" });
    const out = await upsert({ ext_id: "out", is_optout: true, age: 40, profile });
    expect(out.body).toMatchObject({ data: { id: lead.id, is_optout: true, age: 40, profile } });
    expect(out.body).not.toHaveProperty("warnings");
    const again = await upsert({ ext_id: "out", is_optout: false });
    expect(again.body).toMatchObject({
      data: { is_optout: true },
      warnings: [{ code: "still_opted_out", field: "is_optout" }],
    });
    const scenario = await newScenario(client);
    const enrolled = await client.post(`/scenarios/${scenario.id}/leads?upsert=1`, {
      ext_id: "out",
      is_optout: false,
    });
    expect(enrolled.body.warnings).toMatchObject([{ code: "still_opted_out" }]);
    const patched = await client.patch(`/leads/${lead.id}`, { is_optout: false });
    expect(patched.body.data.is_optout).toBe(false);
    expect((await upsert({ ext_id: "out", is_optout: false })).body).not.toHaveProperty("warnings");
  });
});
