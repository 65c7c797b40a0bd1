import { beforeAll, describe, expect, it } from "vitest";
import { signUrl } from "#features/messaging/preferences/token";
import { type Client, call, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";

let client: Client;
let serial = 10;

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const HELD = "write START to the sender";

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

async function newPerson(fields: object = {}) {
  const lead = await newLead(client, { phone: `+3363998${serial++}33`, ...fields });
  return { ...lead, path: await pathOf(lead.id) };
}
const pathOf = async (leadId: number) => {
  const person = { workspaceId: client.workspaceId, leadId };
  return new URL(await signUrl("https://sho.rt", testEnv.APP_KEY ?? "", person)).pathname;
};
const open = async (path: string) => (await call("GET", path)).text;
const send = (form: string, path: string) => call("POST", path, { raw: form, headers: FORM });
const isOptout = async (id: number) => (await client.get(`/leads/${id}`)).body.data.is_optout;
const isSuppressed = async (phone: string) => {
  const { body } = await client.get(`/suppressions?phone=${encodeURIComponent(phone)}`);
  return body.data.length > 0;
};

/** Tries to subscribe again; whether the page has offered it, and whether it has done it. */
async function subscribe({ id, path }: { id: number; path: string }) {
  const before = await open(path);
  const isOffered = before.includes('value="subscribe"');
  expect(before.includes(HELD)).toBe(!isOffered);
  const { headers } = await send("action=subscribe", path);
  const after = await open(headers.get("Location") ?? "");
  expect(after.includes("Your choice is saved")).toBe(isOffered);
  expect(after.includes("You are subscribed")).toBe(isOffered);
  return [isOffered, !(await isOptout(id))];
}

describe("subscribing again on one's page", () => {
  it("undoes what the lead has chosen itself, by whatever way", async () => {
    const channel = await newChannel(client);
    const [byPage, byMessage] = [await newPerson(), await newPerson()];
    await send("action=unsubscribe", byPage.path);
    await newInbound(client, channel.id, byMessage.id, { text: "STOP" });
    for (const person of [byPage, byMessage]) {
      expect(await isSuppressed(person.phone ?? "")).toBe(true);
      expect(await subscribe(person)).toEqual([true, true]);
      expect(await isSuppressed(person.phone ?? "")).toBe(false);
    }
  });

  it("undoes it also for an id that the lead has written from since", async () => {
    const channel = await newChannel(client);
    const person = await newPerson();
    await send("action=unsubscribe", person.path);
    await rowsOf(`insert into lead_identities
      (workspace_id, kind, value, hash, lead_id, created_at, updated_at)
      values (${client.workspaceId}, 'bsuid', 'FR.77', 'hash of FR.77', ${person.id}, 1, 1)`);
    await newInbound(client, channel.id, person.id, { text: "Hello?" });
    expect(await subscribe(person)).toEqual([true, true]);
    expect(await rowsOf("select id from suppressions where hash = 'hash of FR.77'")).toEqual([]);
  });

  it("undoes it also for a number that the lead has written from on WhatsApp", async () => {
    const channel = await newChannel(client);
    const person = await newPerson();
    const json = { from: person.phone, text: "Hello" };
    expect((await client.post(`/channels/${channel.id}/inbound`, json)).status).toBe(201);
    await send("action=unsubscribe", person.path);
    expect(await subscribe(person)).toEqual([true, true]);
  });

  it("does not undo the word of a number or an account, which that undoes by START", async () => {
    const channel = await newChannel(client);
    const person = await newPerson();
    const say = (text: string) =>
      client.post(`/channels/${channel.id}/inbound`, { from: person.phone, text });
    await say("STOP");
    expect(await subscribe(person)).toEqual([false, false]);
    await say("START");
    expect(await open(person.path)).toContain("You are subscribed");
  });

  it("does not undo what the workspace has set, which its opt-in does", async () => {
    const [byApi, byList, first, bare] = [
      await newPerson(),
      await newPerson(),
      await newPerson(),
      await newPerson({ phone: null, email: "bare@example.com" }),
    ];
    for (const { id } of [byApi, bare]) await client.post(`/leads/${id}/opt-out`);
    await client.post("/suppressions", { phone: byList.phone });
    await send("action=unsubscribe", first.path);
    await client.post("/suppressions", { phone: first.phone });
    for (const person of [byApi, byList, first, bare]) {
      expect(await subscribe(person)).toEqual([false, false]);
      if (person.phone) expect(await isSuppressed(person.phone)).toBe(true);
      await client.post(`/leads/${person.id}/opt-in`);
      expect(await open(person.path)).toContain("You are subscribed");
    }
  });

  it("does not undo the opt-out of somebody else, whose contact the lead was given", async () => {
    const theirs = `+3363998${serial++}33`;
    await client.post("/suppressions", { phone: theirs });
    const person = await newPerson();
    await client.patch(`/leads/${person.id}`, { phone: theirs });
    expect(await subscribe(person)).toEqual([false, false]);
    expect(await isSuppressed(theirs)).toBe(true);

    const [mine, other] = [await newPerson(), await newPerson()];
    await rowsOf(`insert into lead_identities
      (workspace_id, kind, value, lead_id, created_at, updated_at)
      values (${client.workspaceId}, 'wa_id', '${other.phone?.slice(1)}', ${mine.id}, 1, 1)`);
    await send("action=unsubscribe", other.path);
    await send("action=unsubscribe", mine.path);
    expect((await subscribe(mine))[0]).toBe(false);
    expect(await subscribe(other)).toEqual([false, false]);
  });

  it("follows a lead through merges, and brings back nobody who is gone", async () => {
    const [first, second, kept] = [await newPerson(), await newPerson(), await newPerson()];
    await send("action=unsubscribe", first.path);
    await client.post("/leads/merge", { keep: second.id, merge: first.id });
    await client.post("/leads/merge", { keep: kept.id, merge: second.id });
    expect(await isOptout(kept.id)).toBe(true);
    for (const { path } of [first, second])
      expect(await open(path)).toContain("You are unsubscribed");
    expect(await subscribe({ id: kept.id, path: first.path })).toEqual([true, true]);
    await send("action=unsubscribe", first.path);
    await client.post(`/leads/${kept.id}/erase`, {});
    for (const { path } of [first, kept])
      expect((await send("action=subscribe", path)).status).toBe(404);
    expect(await isSuppressed(kept.phone ?? "")).toBe(true);
  });
});

describe("a page for recipients", () => {
  it("keeps a name in another direction, or a very long one, to itself", async () => {
    const own = await newWorkspace();
    const lead = await newLead(own);
    const name = `\u202E${"ש".repeat(90)} 🦜<b>`;
    await own.patch("/settings", { public_name: name, contact: `${"\u202E"}call us` });
    const person = { workspaceId: own.workspaceId, leadId: lead.id };
    const url = await signUrl("https://sho.rt", testEnv.APP_KEY ?? "", person);
    const html = await open(new URL(url).pathname);
    expect(html).toContain(`<p class="from" dir="auto">${name.replace("<b>", "&lt;b&gt;")}</p>`);
    expect(html).toContain('<footer><p dir="auto">');
  });

  it("sends the browser nowhere but to the page, whatever the workspace has set", async () => {
    const urls = ["javascript:alert(1)", "data:text/html,x", "//example.com", "http://localhost/"];
    for (const fallback_url of [...urls, "https://a@example.com/", "https://sho.rt/abc"])
      expect((await client.patch("/settings", { fallback_url })).status, fallback_url).toBe(422);
  });
});
