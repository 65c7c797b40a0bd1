import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newWorkspace, withAbilities } from "../support/api";
import { testEnv } from "../support/env";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { optoutsOf } from "../support/received";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

type Item = { index: number; status: string; id: number | null };

const send = (suppressions: object[], options = {}) =>
  client.post("/suppressions/batch", { suppressions }, options);
const isOptout = async ({ id }: { id: number }) =>
  (await client.get(`/leads/${id}`)).body.data.is_optout;

describe("a list of contacts", () => {
  it("says for each from what it is suppressed, and ends one scope at a time", async () => {
    const own = await newWorkspace({ default_country: "FR" });
    const lead = await newLead(own, { phone: "0639980509" });
    const phone = "+33639980509";
    const list = [{ phone, scope: "marketing" }, { phone }, { phone, scope: "marketing" }];
    const { body } = await own.post("/suppressions/batch", { suppressions: list });
    expect(body.data.map(({ status }: Item) => status)).toEqual(["created", "created", "exists"]);
    expect(new Set(body.data.map(({ id }: Item) => id)).size).toBe(1);
    const shown = async () =>
      (await own.get(`/suppressions?phone=${encodeURIComponent(phone)}`)).body.data;
    expect(await shown()).toMatchObject([{ scope: "all", marketing_at: expect.any(String) }]);
    expect(await optoutsOf(lead.id)).toEqual([true, true]);
    const end = async (input: object) =>
      (await own.delete("/suppressions", { phone, ...input })).body.deleted;
    expect([await end({}), await end({})]).toEqual([1, 0]);
    expect(await shown()).toMatchObject([{ scope: "marketing" }]);
    expect((await own.post("/suppressions", { phone, scope: "marketing" })).status).toBe(200);
    expect((await own.post("/suppressions", { phone })).status).toBe(201);
    expect([await end({ scope: "marketing" }), (await shown())[0].scope]).toEqual([1, "all"]);
    expect([await end({ scope: "all" }), await shown()]).toEqual([1, []]);
    await own.post("/suppressions", { phone, scope: "marketing" });
    await own.post("/suppressions", { phone });
    const [{ id }] = await shown();
    expect((await own.delete(`/suppressions/${id}`)).body.deleted).toBe(1);
    expect(await shown()).toEqual([]);
    const wrong = await own.post("/suppressions", { phone, scope: "sales" });
    expect(wrong.body.errors).toHaveProperty("scope");
  });

  it("is suppressed with a result for each, whether sent once or again", async () => {
    const [byPhone, byMail, other] = [
      await newLead(client, { phone: "0639980501" }),
      await newLead(client, { email: "Stop@Example.com" }),
      await newLead(client),
    ];
    const list = [
      { phone: "06 39 98 05 01" },
      { email: "stop@example.com" },
      { phone: "n/a" },
      { phone: "+33639980501" },
      { bsuid: "US.list" },
      { instagram_id: "ig-list" },
    ];
    const { status, body } = await send(list);
    expect(status).toBe(200);
    expect(body.data.map(({ status }: Item) => status)).toEqual([
      "created",
      "created",
      "invalid",
      "exists",
      "created",
      "created",
    ]);
    expect(body.data[2]).toEqual({
      index: 2,
      status: "invalid",
      id: null,
      errors: { phone: ["The phone field format is invalid."] },
    });
    expect(body.data[3].id).toBe(body.data[0].id);
    expect(body.meta.counts).toEqual({ created: 4, exists: 1, invalid: 1 });
    expect(await Promise.all([byPhone, byMail, other].map(isOptout))).toEqual([true, true, false]);
    const again = await send(list);
    expect(again.body.meta.counts).toEqual({ created: 0, exists: 5, invalid: 1 });
    expect(again.body.data[4].id).toBe(body.data[4].id);
    const { data: listed } = (await client.get("/suppressions")).body;
    // The lead with the e-mail has a phone, too.
    expect(listed).toHaveLength(5);
    expect(JSON.stringify(listed)).not.toContain("list");
  });

  it("may be long, and sent twice at once", async () => {
    const owner = await newWorkspace();
    const list = Array.from({ length: 1_000 }, (_, n) => ({ email: `p${n}@long.example` }));
    const late = await newLead(owner, { email: "p999@long.example" });
    const answers = await Promise.all(
      [1, 2].map(() => owner.post("/suppressions/batch", { suppressions: list })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const created = answers.map(({ body }) => body.meta.counts.created);
    expect(created[0] + created[1]).toBe(1_000);
    expect((await owner.get(`/leads/${late.id}`)).body.data.is_optout).toBe(true);
    const { status, body } = await owner.post("/suppressions/batch", {
      suppressions: [...list, { email: "one@more.example" }],
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["suppressions"]]);
  });

  it("is refused as a whole where an item has no contact, or two", async () => {
    const { status, body } = await send([{ email: "a@b.example" }, {}, { phone: "1", email: "x" }]);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(["suppressions.1.phone", "suppressions.2.email"]);
    const reader = await withAbilities(client, "leads:read");
    expect((await reader.post("/suppressions/batch", { suppressions: [] })).status).toBe(403);
  });
});

describe("a suppressed id on a platform", () => {
  it("keeps its lead from being written to, also when another number subscribes again", async () => {
    const channel = await newMetaChannel(client);
    const number = newNumber();
    await deliver(channel, whatsappBody(channel, textFrom(number, "Hello")));
    const lead = (await client.get(`/leads?phone=${number}`)).body.data[0];
    await testEnv.DB.prepare(
      `insert into lead_identities (workspace_id, kind, value, lead_id, created_at, updated_at)
       values (?, 'bsuid', 'US.sending', ?, 1, 1)`,
    )
      .bind(client.workspaceId, lead.id)
      .run();
    const [suppression] = (await send([{ bsuid: "US.sending" }])).body.data;
    await testEnv.DB.prepare(
      `update lead_identities set hash = (select hash from suppressions where id = ?)
       where value = 'US.sending'`,
    )
      .bind(suppression.id)
      .run();
    expect(await isOptout(lead)).toBe(true);
    await deliver(channel, whatsappBody(channel, textFrom(number, "START")));
    expect(await isOptout(lead)).toBe(false);
    const path = `/conversations/${lead.conversations[0].id}/messages`;
    const text = { text: "Good morning" };
    expect((await client.post(path, text)).body.data).toMatchObject({
      status: "failed",
      error: { reason: "opted_out" },
    });
    await client.post(`/leads/${lead.id}/opt-in`);
    expect((await client.post(path, text)).body.data.status).toBe("queued");
  });
});

describe("a deleted suppression", () => {
  it("is named by its contact in the body, or by its id", async () => {
    const contact = { phone: "0639980511" };
    const { id } = (await client.post("/suppressions", contact)).body.data;
    const gone = { status: 200, body: { success: true, deleted: 1 } };
    expect(await client.delete("/suppressions", contact)).toMatchObject(gone);
    expect((await client.delete("/suppressions", contact)).body.deleted).toBe(0);
    expect((await client.delete(`/suppressions/${id}`)).status).toBe(404);
    const second = (await client.post("/suppressions", { phone: "+33639980511" })).body.data;
    const stranger = await newWorkspace();
    expect((await stranger.delete(`/suppressions/${second.id}`)).status).toBe(404);
    expect((await stranger.delete("/suppressions", { phone: "+33639980511" })).body.deleted).toBe(
      0,
    );
    expect(await client.delete(`/suppressions/${second.id}`)).toMatchObject(gone);
    expect((await newLead(client, contact)).is_optout).toBe(false);
    expect((await client.delete("/suppressions", { phone: "n/a" })).body.errors).toEqual({
      phone: ["The phone field format is invalid."],
    });
    const acts = await rowsOf(
      "select action from audit_log where workspace_id = ? and action = 'suppression.deleted'",
      client.workspaceId,
    );
    expect(acts).toHaveLength(2);
  });

  it("leaves a lead that has opted out as it is", async () => {
    const lead = await newLead(client, { email: "stays@example.com" });
    await client.post("/suppressions", { email: "stays@example.com" });
    await client.delete("/suppressions", { email: "stays@example.com" });
    expect(await isOptout(lead)).toBe(true);
    expect((await client.post(`/leads/${lead.id}/opt-in`)).body.data.is_optout).toBe(false);
  });
});
