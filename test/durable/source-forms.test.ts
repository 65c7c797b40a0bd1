import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { eventsOf } from "../support/events";
import { order, requestsTo } from "../support/graph";
import { deliveriesOf, putForward, receive, type Source, workDue } from "../support/source-inbox";

let client: Client;
beforeEach(async () => {
  client = await newWorkspace();
});

const mapping = [
  { to: "first_name", from: ["name"] },
  { to: "email", from: ["email"] },
  { to: "phone", from: ["phone"] },
];
const origins = ["https://example.com"];

async function newForm(form: object = {}, more: object = {}): Promise<Source> {
  const input = { kind: "form", name: "Contact", mapping, form: { origins, ...form }, ...more };
  const { body, status } = await client.post("/sources", input);
  expect(status).toBe(201);
  return { id: body.data.id, client };
}

const maud = { name: "Maud", email: "maud@example.com" };

/** Has somebody send a form. Returns the delivery. */
async function send(source: Source, fields: object = {}) {
  await receive(source, [{ ...maud, ...fields }]);
  await workDue(source);
  return (await deliveriesOf(source)).at(-1);
}

const leadsOf = async () => (await client.get("/leads")).body.data;

describe("what comes by a form", () => {
  it("changes no field of a known lead, gives it tags, and is an event each time", async () => {
    const tag = await newTag(client);
    const lead = await newLead(client, { first_name: "Maud", email: "maud@example.com" });
    const source = await newForm({}, { tag_ids: [tag.id] });
    expect(await send(source, { name: "Eve" })).toMatchObject({
      ...{ status: "updated", lead_id: lead.id },
    });
    expect(await send(source, { name: "Mallory" })).toMatchObject({ status: "unchanged" });
    const { body } = await client.get(`/leads/${lead.id}`);
    expect(body.data).toMatchObject({ first_name: "Maud", tags: [{ id: tag.id }] });
    const events = await eventsOf(client, `lead_id=${lead.id}`);
    expect(events.map(({ type }) => type)).toEqual([
      ...["lead.created", "lead.tag_added", "lead.event_reported", "lead.event_reported"],
    ]);
    expect(events.at(-1)).toMatchObject({
      ...{ actor: { type: "source", id: source.id } },
      data: { name: "form_submitted", data: { source_id: source.id } },
    });
  });

  it("makes a lead of who is not known, and is an event of theirs", async () => {
    const source = await newForm();
    const delivery = await send(source);
    expect(await leadsOf()).toMatchObject([{ id: delivery?.lead_id, source: "webhook" }]);
    // A replay is no second submission.
    expect((await client.post(`/sources/${source.id}/deliveries/1/replay`)).status).toBe(202);
    await workDue(source);
    expect(await deliveriesOf(source)).toMatchObject([{ status: "unchanged" }]);
    const events = await eventsOf(client, `lead_id=${delivery?.lead_id}`);
    expect(events.map(({ type }) => type)).toEqual(["lead.created", "lead.event_reported"]);
  });

  it("is spam where it fills in what people don't see", async () => {
    const source = await newForm({ honeypot: "website" });
    expect(await send(source, { website: "https://spam.example" })).toMatchObject({
      ...{ status: "spam", lead_id: null, result: null },
    });
    expect(await leadsOf()).toEqual([]);
    expect(await send(source, { website: "" })).toMatchObject({ status: "created" });
  });
});

describe("a form that asks for consent", () => {
  const question = "May we write to you?";
  const asking = (scope: string) =>
    newForm({}, { consent: { from: [question], equals: ["yes"], scope } });
  const resultOf = async (source: Source, fields: object) => {
    const body = { ...maud, ...fields };
    const previewed = await client.post(`/sources/${source.id}/preview`, { body });
    const result = JSON.parse(String((await send(source, fields))?.result));
    expect(previewed.body.data.consent).toBe(result?.consent ?? null);
    return result;
  };
  const consentsOf = async (id: unknown) => (await client.get(`/leads/${id}/consents`)).body.data;

  it("enters what was asked and answered, of new leads and known ones", async () => {
    const source = await asking("marketing");
    for (const n of [1, 2]) {
      expect(await resultOf(source, { n, [question]: "Yes" })).toEqual({ consent: "applied" });
      const delivery = (await deliveriesOf(source)).at(-1);
      expect(await consentsOf(delivery?.lead_id)).toMatchObject([
        { scope: "marketing", kind: "opted_in", method: "form", words: `${question} Yes` },
      ]);
    }
    expect(await resultOf(source, { [question]: "no" })).toBeNull();
  });

  it.each(["all", "marketing"])("subscribes nobody again to %s", async (scope) => {
    const source = await asking(scope);
    const lead = await newLead(client, { email: "maud@example.com" });
    await client.post(`/leads/${lead.id}/opt-out`, { scope });
    expect(await resultOf(source, { [question]: "yes" })).toEqual({ consent: "not_applied" });
    for (const suppressed of [{ email: "left@example.com" }, { phone: "+33639980117" }]) {
      await client.post("/suppressions", { ...suppressed, scope });
      const answer = { email: "other@example.com", ...suppressed, [question]: "yes" };
      expect(await resultOf(source, answer)).toEqual({ consent: "not_applied" });
    }
    for (const { id } of await leadsOf())
      expect((await consentsOf(id)).map(({ kind }: { kind: string }) => kind)).toEqual([
        "opted_out",
      ]);
  });
});

describe("a form with Turnstile", () => {
  const field = "cf-turnstile-response";
  const newJudged = () => newForm({ turnstile_secret: "0xSecret" });

  it("takes what people send, and nothing else", async () => {
    const source = await newJudged();
    const token = `person-${source.id}`;
    expect(await send(source, { [field]: token })).toMatchObject({ status: "created" });
    for (const other of ["robot", token, undefined, ["person-x"], ""])
      expect(await send(source, { n: String(other), [field]: other })).toMatchObject({
        ...{ status: "spam", lead_id: null },
      });
    expect(await leadsOf()).toHaveLength(1);
  });

  it("holds what comes while nobody can be asked, and goes on by itself", async () => {
    const source = await newJudged();
    const token = `person-${source.id}-down`;
    await order("turnstile", { recipients: { [token]: { do: "status", status: 503 } } });
    expect(await send(source, { [field]: token })).toMatchObject({ status: "held", lead_id: null });
    await order("turnstile", { recipients: {} });
    await putForward(source);
    await workDue(source);
    expect(await deliveriesOf(source)).toMatchObject([{ seq: 1, status: "created" }]);
    const keys = (await requestsTo("turnstile"))
      .filter(({ body }) => body.response === token)
      .map(({ body }) => body.idempotency_key);
    expect(new Set(keys).size).toBe(1);
  });

  it("holds what comes while its secret is wrong", async () => {
    const source = await newForm({ turnstile_secret: "wrong" });
    const delivery = await send(source, { [field]: `person-${source.id}-wrong` });
    expect(delivery).toMatchObject({ status: "held" });
    expect(JSON.stringify(delivery)).not.toContain("wrong-secret");
  });
});

describe("the settings of a form", () => {
  it("are those of its kind alone, and keep the secret of Turnstile to themselves", async () => {
    const source = await newForm({ honeypot: "website", turnstile_secret: "0xSecret" });
    const { body, text } = await client.get(`/sources/${source.id}`);
    expect(body.data.form).toEqual({
      ...{ origins, honeypot: "website", redirect_url: null, has_turnstile: true },
    });
    expect(text).not.toContain("0xSecret");
    const rest = { name: "Contact", mapping };
    const put = (form?: object | null) => client.put(`/sources/${source.id}`, { ...rest, form });
    expect((await put({ origins })).body.data.form).toMatchObject({
      ...{ honeypot: null, has_turnstile: true },
    });
    expect((await put({ origins, turnstile_secret: null })).body.data.form).toMatchObject({
      has_turnstile: false,
    });
    expect(await put()).toMatchObject({
      status: 422,
      body: { errors: { form: [expect.anything()] } },
    });
    const other = { kind: "webhook", name: "Other", mapping, form: { origins } };
    expect((await client.post("/sources", other)).body.errors).toHaveProperty("form");
  });
});
