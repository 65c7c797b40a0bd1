import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newScenario, newWorkspace } from "../support/api";
import { newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "DE" });
});

const JUNK = { phone: "12345", email: "pas un mail" };

const notAnAddress = (...fields: string[]) =>
  fields.map((field) => ({
    code: "not_an_address",
    field,
    message: expect.stringContaining(`The ${field} can't be an address.`),
  }));

describe("a contact that can't be an address", () => {
  it("is named on creation, PATCH, upsert and enrolment, and shown with its mark", async () => {
    const created = await client.post("/leads", { first_name: "Ada", ...JUNK });
    expect([created.status, created.body.warnings]).toEqual([201, notAnAddress("phone", "email")]);
    expect(created.body.data).toMatchObject({ ...JUNK, unusable_contacts: ["phone", "email"] });
    const { id } = created.body.data;
    expect((await client.get(`/leads/${id}`)).body).toEqual({ data: created.body.data });
    const { data: listed } = (await client.get("/leads?phone=12345")).body;
    expect(listed[0]).toMatchObject({ id, unusable_contacts: ["phone", "email"] });
    const mended = await client.patch(`/leads/${id}`, { email: "ada@example.com" });
    expect(mended.body.warnings).toBeUndefined();
    expect(mended.body.data.unusable_contacts).toEqual(["phone"]);
    const broken = await client.patch(`/leads/${id}`, { email: "n/a", phone: null });
    expect(broken.body.warnings).toEqual(notAnAddress("email"));
    expect(broken.body.data.unusable_contacts).toEqual(["email"]);
    const upserted = await client.post("/leads?upsert=1", JUNK);
    expect([upserted.status, upserted.body.warnings]).toEqual([
      201,
      notAnAddress("phone", "email"),
    ]);
    const scenario = await newScenario(client);
    const enrolled = await client.post(`/scenarios/${scenario.id}/leads?upsert=1`, {
      first_name: "Bo",
      phone: "0000000000",
    });
    expect([enrolled.status, enrolled.body.warnings]).toEqual([201, notAnAddress("phone")]);
  });

  it("is refused where the caller is strict, and nothing is written", async () => {
    const before = (await client.get("/leads?per_page=100")).body.data.length;
    const format = (field: string) => [`The ${field} field format is invalid.`];
    const created = await client.post("/leads?strict=1", { first_name: "Eve", ...JUNK });
    expect([created.status, created.body.errors]).toEqual([
      422,
      { phone: format("phone"), email: format("email") },
    ]);
    expect((await client.get("/leads?per_page=100")).body.data).toHaveLength(before);
    const { id } = await newLead(client, JUNK);
    const patched = await client.patch(`/leads/${id}?strict=1`, { phone: "12" });
    expect([patched.status, patched.body.errors]).toEqual([422, { phone: format("phone") }]);
    const other = await client.patch(`/leads/${id}?strict=1`, { first_name: "Eva" });
    expect([other.status, other.body.data.phone]).toEqual([200, JUNK.phone]);
  });

  it("makes no person of seven strangers, one by one, at once, or in a batch", async () => {
    const own = await newWorkspace({ default_country: "DE" });
    const names = ["Dubois", "Çelik", "Lefèvre", "Le Goff", "Strauß", "Strauß", "Ada"];
    const strangers = names.map((last_name) => ({ last_name, ...JUNK }));
    for (const stranger of strangers)
      expect((await own.post("/leads?upsert=1", stranger)).status).toBe(201);
    const raced = await Promise.all(
      strangers.map((stranger) => own.post("/leads?upsert=1", stranger)),
    );
    expect(raced.map(({ status }) => status)).toEqual(Array(7).fill(201));
    const { body } = await own.post("/leads/batch", { mode: "upsert", leads: strangers });
    expect(body.meta.counts).toMatchObject({ created: 7, updated: 0, conflict: 0 });
    expect(body.data[6]).toMatchObject({
      status: "created",
      warnings: notAnAddress("phone", "email"),
    });
    const { data } = (await own.get("/leads?per_page=100")).body;
    expect(data).toHaveLength(21);
    expect(data.map(({ last_name }: { last_name: string }) => last_name).toSorted()).toEqual(
      [...names, ...names, ...names].toSorted(),
    );
  });

  it("is found by no identity and suppresses nobody", async () => {
    const own = await newWorkspace({ default_country: "DE" });
    const { id } = await newLead(own, JUNK);
    await own.post(`/leads/${id}/opt-out`);
    expect(
      await rowsOf("select * from suppressions where workspace_id = ?", own.workspaceId),
    ).toEqual([]);
    const other = await own.post("/leads", { first_name: "Bo", ...JUNK });
    expect(other.body.data.is_optout).toBe(false);
    const { id: given } = await newLead(own, { first_name: "Cy" });
    expect((await own.patch(`/leads/${given}`, JUNK)).body.data.is_optout).toBe(false);
    for (const identity of Object.values(JUNK)) {
      const { data } = (await own.get(`/leads?identity=${encodeURIComponent(identity)}`)).body;
      expect(data).toEqual([]);
    }
    for (const contact of [{ phone: "12345" }, { email: "pas un mail" }]) {
      const { status, body } = await own.post("/suppressions", contact);
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(contact)]);
    }
    const listed = await own.post("/suppressions/batch", { suppressions: [{ phone: "12345" }] });
    expect(listed.body.data[0]).toMatchObject({ status: "invalid" });
  });

  it("is nobody's number: nothing is sent to it", async () => {
    await newMetaChannel(client);
    for (const phone of ["12345", "0000000000", "+49 12345"]) {
      const { id } = await newLead(client, { phone });
      const { body } = await client.post(`/leads/${id}/messages`, { text: "Hello" });
      expect(body.data.error.reason).toBe("no_identity");
    }
  });

  it("gives way to one that can when leads are merged", async () => {
    const kept = await newLead(client, { first_name: "Ada", ...JUNK });
    const gone = await newLead(client, { phone: "+4915112345001", email: "ada@merged.example" });
    const { status, body } = await client.post("/leads/merge", { keep: kept.id, merge: gone.id });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ phone: "+4915112345001", email: "ada@merged.example" });
    expect(body.data.unusable_contacts).toBeUndefined();
    const again = await client.post("/leads", { phone: "+4915112345001" });
    expect(again.body.conflicts).toEqual({ phone: kept.id });
    const { data: events } = (await client.get(`/events?lead_id=${kept.id}`)).body;
    const merged = events.find(({ type }: { type: string }) => type === "lead.merged");
    expect(merged.data.dropped).toMatchObject(JUNK);
  });
});

describe("is_reachable", () => {
  it("finds who has an address that a channel can send to, here and in segments", async () => {
    const own = await newWorkspace({ default_country: "FR" });
    const leads = [
      await newLead(own, { phone: "+33639980142" }),
      await newLead(own, { phone: "12345", email: "ada@example.com" }),
      await newLead(own, { first_name: "Nobody", phone: null }),
    ];
    const channel = (
      await own.post("/channels", { platform: "whatsapp", name: "Sandbox", is_default: true })
    ).body.data;
    await own.post(`/channels/${channel.id}/inbound`, { from: "+33639980143", text: "Hello" });
    const [writer] = (await own.get("/leads")).body.data;
    await own.patch(`/leads/${writer.id}`, { phone: null });
    const ids = async (query: string) =>
      (await own.get(`/leads?${query}`)).body.data.map(({ id }: { id: number }) => id);
    const [phone, junk, none] = leads.map(({ id }) => id);
    expect(await ids("is_reachable=0")).toEqual([none, junk]);
    expect(await ids("is_reachable=1")).toEqual([writer.id, phone]);
    expect(await ids("is_reachable=0&source=api")).toEqual([none, junk]);
    expect(await ids("is_reachable=0&email=ada")).toEqual([junk]);
    expect(await ids("is_reachable=1&email=ada")).toEqual([]);
    const segment = (
      await own.post("/segments", { name: "Unreachable", filter: { is_reachable: false } })
    ).body.data;
    const { data } = (await own.get(`/segments/${segment.id}/leads`)).body;
    expect(data.map(({ id }: { id: number }) => id)).toEqual([none, junk]);
    expect(await ids(`segment_id=${segment.id}&is_reachable=1`)).toEqual([]);
  });
});
