import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

const conflictOn = (...fields: string[]) => ({
  message: "The given data was invalid.",
  code: "already_taken",
  conflicts: Object.fromEntries(fields.map((field) => [field, expect.any(Number)])),
  errors: Object.fromEntries(
    fields.map((field) => [field, [`The ${field.replaceAll("_", " ")} has already been taken.`]]),
  ),
  codes: Object.fromEntries(fields.map((field) => [field, ["taken"]])),
});

describe("a unique field of a lead", () => {
  it.each([
    ["ext_id", "crm-1", "crm-1"],
    ["email", "Zoé@Example.com", "zoÉ@example.COM"],
    ["phone", "06 39 98 00 01", "+33639980001"],
    ["phone", "0033 6 39 98 00 02", "0639980002"],
    ["phone", "\u202a06 39 98 00 03\u202c", "+33639980003"],
    ["email", "a\u00adda\u200b@example.com", "ADA@example.com"],
    ["email", "Name <o@x.test>", "mailto:O@x.test"],
    ["email", "ada@m\u00fcnchen.example", "ada@xn--mnchen-3ya.example"],
    ["phone", "+55 11 98765-4321", "+55 11 8765-4321"],
    ["phone", "+52 1 55 1234 5679", "+52 55 1234 5679"],
    ["phone", "+54 11 2345-6789", "+54 9 11 2345-6789"],
    ["phone", "+225 07 12 34 56", "+225 07 07 12 34 56"],
    ["phone", "+229 01 97 11 22 33", "+229 97 11 22 33"],
    ["phone", "+241 06 03 12 34", "+241 66 03 12 34"],
  ])("is %s: %j is %j", async (field, value, same) => {
    await newLead(client, { [field]: value });
    const { status, body } = await client.post("/leads", { [field]: same });
    expect(status).toBe(422);
    expect(body).toEqual(conflictOn(field));
    const { id } = await newLead(client);
    expect((await client.patch(`/leads/${id}`, { [field]: same })).body).toEqual(conflictOn(field));
    expect(
      (
        await newWorkspace({ default_country: "FR" }).then((other) =>
          other.post("/leads", { [field]: same }),
        )
      ).status,
    ).toBe(201);
  });

  it("is reported on every field that another lead has", async () => {
    await newLead(client, { email: "both@example.com" });
    await newLead(client, { phone: "+33639980010", ext_id: "both" });
    const { body } = await client.post("/leads", {
      email: "BOTH@example.com",
      phone: "0639980010",
      ext_id: "both",
    });
    expect(body).toEqual(conflictOn("ext_id", "phone", "email"));
  });

  it("may be sent again for the same lead", async () => {
    const lead = await newLead(client, {
      email: "own@example.com",
      phone: "+33639980020",
      ext_id: "own",
    });
    const { status } = await client.patch(`/leads/${lead.id}`, {
      email: "OWN@example.com",
      phone: "06.39.98.00.20",
      ext_id: "own",
    });
    expect(status).toBe(200);
  });

  it.each([
    ["+33 6 39 98 12 34", "+33639981234"],
    ["06 39 98 12 35", "+33639981235"],
    ["(+33) 6 39 98 12 36", "+33639981236"],
    ["+55 11 8765-4322", "+551187654322"],
    ["+52 1 55 1234 5678", "+5215512345678"],
    ["+1 213 373 4253 ext. 12", "+1 213 373 4253 ext. 12"],
    ["call me maybe", "call me maybe"],
    ["12", "12"],
    ["☎️ 555", "☎️ 555"],
  ])("keeps the phone %j as %j", async (sent, kept) => {
    expect((await newLead(client, { phone: sent })).phone).toBe(kept);
  });

  it("is stored once when twenty requests race for it, and the others say so", async () => {
    const racers = [{ phone: "+33639989999" }, { email: "race@example.com" }, { ext_id: "race" }];
    for (const identity of racers) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          client.post("/leads", { first_name: "Racer", ...identity }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
      expect(answers.find(({ status }) => status === 422)!.body).toEqual(
        conflictOn(Object.keys(identity)[0]!),
      );
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
    expect((await upsert({ ext_id: "up-2", phone: "0639980101" })).body.data).toMatchObject({
      id: byPhone.id,
      ext_id: "up-2",
    });
    const third = await upsert({ phone: "0639980102", email: "UP@example.com" });
    expect(third.status).toBe(200);
    expect(third.body.data).toMatchObject({ id: byEmail.id, phone: "+33639980102" });
    const fresh = await upsert({ ext_id: "up-9" });
    expect(fresh.status).toBe(201);
    const conflict = await upsert({ ext_id: "up-9", email: "up@example.com" });
    expect(conflict.status).toBe(422);
    expect(conflict.body).toEqual(conflictOn("email"));
  });

  it("makes one lead when twenty race, and updates it with the others", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        client.post("/leads?upsert=1", {
          email: "upserted@example.com",
          ext_id: null,
          variables: { n },
        }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.data?.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  });
});
