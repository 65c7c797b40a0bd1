import { createScheduledController } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { openJson } from "#lib/sealing";
import worker from "../../src/index";
import { type Client, newLead, newScenario, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { optoutsOf } from "../support/received";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

/** Makes a lead, unsubscribes it, and deletes it. */
async function lose(input: object) {
  const { id } = await newLead(client, input);
  await client.post(`/leads/${id}/opt-out`);
  expect((await client.delete(`/leads/${id}`)).status).toBe(200);
}

const ledger = async (id: number) => {
  const { data } = (await client.get(`/leads/${id}/consents`)).body;
  return data.map(({ kind, method }: Record<string, string>) => `${kind} ${method}`);
};

describe("who has unsubscribed", () => {
  it.each([
    ["phone", "06 39 98 01 01", "+33639980101"],
    ["phone", "+55 11 8765-4321", "+55 11 9 8765 4321"],
    ["phone", "+54 9 11 2345-6789", "+54 11 2345-6789"],
    ["phone", "+225 07 07 12 34 56", "+225 07 12 34 56"],
    ["phone", "+229 97 11 22 33", "+229 01 97 11 22 33"],
    ["phone", "+241 66 03 12 34", "+241 06 03 12 34"],
    ["email", "mailto:grace@m\u00fcnchen.example", "grace@xn--mnchen-3ya.example"],
    ["email", "Ada@Example.com", "aDA@example.com"],
  ])("stays so after the lead is deleted: %s %s is %s", async (field, sent, again) => {
    await lose({ [field]: sent });
    const { status, body } = await client.post("/leads", { [field]: again, is_optout: false });
    expect([status, body.data.is_optout, body.warnings?.[0].code]).toEqual([
      201,
      true,
      "still_opted_out",
    ]);
    const { id } = body.data;
    expect(await ledger(id)).toEqual(["opted_out suppression"]);
    const { data: events } = (await client.get(`/events?lead_id=${id}&order=asc`)).body;
    const types = events.map(({ type }: { type: string }) => type);
    expect(types).toEqual(["lead.created", "lead.opted_out"]);
    const upserted = await client.post("/leads?upsert=1", { [field]: again, is_optout: false });
    expect(upserted.body.data).toMatchObject({ id, is_optout: true });
    expect((await client.patch(`/leads/${id}`, { is_optout: false })).body.data.is_optout).toBe(
      false,
    );
    await client.delete(`/leads/${id}`);
    expect((await newLead(client, { [field]: again })).is_optout).toBe(false);
  });

  it("stays so by every value of the lead, also those that it had before or gets later", async () => {
    const lead = await newLead(client, { phone: "0639980111", email: "first@example.com" });
    await client.post(`/leads/${lead.id}/opt-out`);
    await client.patch(`/leads/${lead.id}`, { email: "second@example.com" });
    await client.delete(`/leads/${lead.id}`);
    for (const input of [
      { phone: "0639980111" },
      { email: "first@example.com" },
      { email: "second@example.com" },
    ])
      expect((await newLead(client, input)).is_optout, JSON.stringify(input)).toBe(true);
  });

  it("is not subscribed by a lead that gets the number afterwards, nor enrolled", async () => {
    await lose({ phone: "0639980121" });
    const lead = await newLead(client, { first_name: "Later" });
    const patched = await client.patch(`/leads/${lead.id}`, { phone: "0639980121" });
    expect(patched.body.data.is_optout).toBe(true);
    await lose({ email: "enrolled@example.com" });
    const scenario = await newScenario(client);
    const { body } = await client.post(`/scenarios/${scenario.id}/leads`, {
      email: "enrolled@example.com",
    });
    expect(body.data.is_optout).toBe(true);
    const { data } = (await client.get(`/scenarios/${scenario.id}/runs`)).body;
    expect(data).toMatchObject([{ end_reason: "opted_out" }]);
    const willing = await client.patch(`/leads/${(await newLead(client)).id}`, {
      email: "willing@example.com",
      is_optout: false,
    });
    expect(willing.body.data.is_optout).toBe(false);
  });

  it("ends what runs for a lead that gets the number afterwards", async () => {
    await lose({ phone: "0639980131" });
    const [scenario, { id }] = [await newScenario(client), await newLead(client)];
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: id });
    const runs = async () => (await client.get(`/scenarios/${scenario.id}/runs`)).body.data;
    expect(await runs()).toMatchObject([{ end_reason: null }]);
    await client.patch(`/leads/${id}`, { phone: "0639980131" });
    expect(await runs()).toMatchObject([{ end_reason: "opted_out" }]);
  });

  it("may write and stays so, until a message subscribes again", async () => {
    const [channel, number] = [await newMetaChannel(client), newNumber()];
    const write = (text: string) => deliver(channel, whatsappBody(channel, textFrom(number, text)));
    const find = async () => (await client.get(`/leads?phone=${number}`)).body.data[0];
    await write("STOP");
    await client.delete(`/leads/${(await find()).id}`);
    await write("Hello again");
    expect(await find()).toMatchObject({ is_optout: true });
    await client.delete(`/leads/${(await find()).id}`);
    await write("START");
    expect(await find()).toMatchObject({ is_optout: false });
    await client.delete(`/leads/${(await find()).id}`);
    expect((await newLead(client, { phone: `+${number}` })).is_optout).toBe(false);
  });

  it("need not have been a lead: a preference on the platform is kept, and ends only itself", async () => {
    const channel = await newMetaChannel(client);
    const prefer = (who: object, value: string, seconds: number) =>
      deliver(
        channel,
        whatsappBody(
          channel,
          {
            user_preferences: [
              {
                ...who,
                category: "marketing_messages",
                value,
                timestamp: Math.floor(Date.now() / 1000) + seconds,
              },
            ],
          },
          "user_preferences",
        ),
      );
    const [stopped, resumed, user] = [newNumber(), newNumber(), `US.${newNumber()}`];
    await prefer({ wa_id: stopped }, "stop", -100);
    await prefer({ wa_id: stopped }, "resume", -200);
    await prefer({ wa_id: resumed }, "stop", -200);
    await prefer({ wa_id: resumed }, "resume", -100);
    await prefer({ user_id: user }, "stop", -100);
    const optoutsWith = async (number: string) =>
      optoutsOf((await newLead(client, { phone: `+${number}` })).id);
    expect(await optoutsWith(stopped)).toEqual([false, true]);
    expect(await optoutsWith(resumed)).toEqual([false, false]);
    const [said, both] = [newNumber(), newNumber()];
    await prefer({ wa_id: both }, "stop", -300);
    await client.post("/suppressions", { phone: `+${both}` });
    await prefer({ wa_id: both }, "stop", -250);
    await deliver(channel, whatsappBody(channel, textFrom(said, "STOP")));
    await client.delete(`/leads/${(await client.get(`/leads?phone=${said}`)).body.data[0].id}`);
    for (const number of [said, both]) {
      await prefer({ wa_id: number }, "signup", 0);
      expect(await optoutsWith(number), number).toEqual([true, false]);
    }
    // Before there were scopes, a stranger's preference was about all messages.
    const old = newNumber();
    await prefer({ wa_id: old }, "stop", -300);
    await rowsOf(
      `update suppressions set scope = 'all', lead_id = 0, marketing_at = null,
         marketing_lead_id = null
       where id = (select max(id) from suppressions)`,
    );
    await prefer({ wa_id: old }, "resume", 0);
    expect(await optoutsWith(old)).toEqual([false, false]);
    const { contacts, messages } = textFrom("", "Hello");
    const [message] = messages;
    await deliver(
      channel,
      whatsappBody(channel, {
        contacts: [{ ...contacts[0], wa_id: undefined, user_id: user }],
        messages: [{ ...message, from: undefined, from_user_id: user }],
      }),
    );
    const [found] = await rowsOf<{ id: number }>(
      "select lead_id as id from lead_identities where workspace_id = ? and value = ?",
      client.workspaceId,
      user,
    );
    expect(await optoutsOf(found?.id ?? 0)).toEqual([false, true]);
  });
});

describe("suppressions", () => {
  it("are added and listed without their values, and unsubscribe the lead that there is", async () => {
    const own = await newWorkspace({ default_country: "FR" });
    const lead = await newLead(own, { email: "here@example.com", phone: null });
    const add = (input: object) => own.post("/suppressions", input);
    const [phone, email] = [
      await add({ phone: "06 39 98 02 01" }),
      await add({ email: "HERE@example.com" }),
    ];
    expect([phone.status, email.status]).toEqual([201, 201]);
    const again = await add({ phone: "+33 6 39 98 02 01" });
    expect([again.status, again.body]).toEqual([200, phone.body]);
    expect((await own.get(`/leads/${lead.id}`)).body.data.is_optout).toBe(true);
    expect((await newLead(own, { phone: "+33639980201" })).is_optout).toBe(true);
    const { data } = (await own.get("/suppressions")).body;
    expect(data).toEqual([email.body.data, phone.body.data]);
    const one = await own.get("/suppressions?phone=0639980201");
    expect(one.body.data).toEqual([phone.body.data]);
    expect((await own.get("/suppressions?email=gone@example.com")).body.data).toEqual([]);
    expect((await newLead(client, { phone: "+33639980201" })).is_optout).toBe(false);
    for (const [input, field] of [
      [{ phone: "n/a" }, "phone"],
      [{ email: "nobody" }, "email"],
      [{}, "phone"],
    ] as const) {
      const { status, body } = await add(input);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });

  it("are hashes of the workspace's own key, which is sealed again for another APP_KEY", async () => {
    await lose({ phone: "0639980301", email: "hashed@example.com" });
    const stored = JSON.stringify(await rowsOf("select * from suppressions"));
    expect(stored).not.toContain("639980301");
    expect(stored).not.toContain("hashed@example");
    const [OLD, NEW] = [testEnv.APP_KEY ?? "", "another-key-0123456789abcdef0123456789"];
    const keyWith = async (appKey: string) => {
      const [row] = await rowsOf<{ sealed: string }>(
        "select suppression_key as sealed from workspaces where id = ?",
        client.workspaceId,
      );
      const place = { as: "suppression key", id: client.workspaceId } as const;
      return openJson([appKey], place, row?.sealed ?? "");
    };
    const cron = (keys: object) =>
      worker.scheduled(createScheduledController(), { ...testEnv, ...keys });
    const key = await keyWith(OLD);
    await cron({ APP_KEY: NEW, APP_KEY_BEFORE: OLD });
    expect(await keyWith(NEW)).toBe(key);
    await cron({ APP_KEY: OLD, APP_KEY_BEFORE: NEW });
    expect((await newLead(client, { email: "hashed@example.com" })).is_optout).toBe(true);
  });
});
