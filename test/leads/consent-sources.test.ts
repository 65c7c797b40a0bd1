import { sql } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import { readBatch } from "#db/batch";
import { isMarketingUnsubscribed, isUnsubscribed } from "#features/leads/consents";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { signUrl } from "#features/messaging/preferences/token";
import { type Client, call, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { consentInForm } from "../support/form-consents";
import { databaseWith, down, onlyAt, unanswered } from "../support/message-sender-faults";
import {
  deliver,
  newMetaChannel,
  newNumber,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { serveWith } from "../support/meter";
import { optoutsOf } from "../support/received";
import { rowsOf } from "../support/rows";
import { scopeOf } from "../support/scope";

// Each source of consent, by what the lead had said before: what the ledgers say then, and what may
// be sent.

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

type Fetcher = (request: Request) => Promise<Response>;
type Subject = { lead: Lead; number: string };

const now = (ago: number) => String(Math.floor(Date.now() / 1000) - ago);

type Act = (one: Subject, options?: { fetcher?: Fetcher }) => Promise<unknown>;

let serial = 0;

/** The same message of a subject, however often it is sent. */
const send = (message: object, ago = 0): Act => {
  const kind = ++serial;
  return ({ number }, options) => {
    const id = `wamid.${number}.${kind}`;
    const messages = [{ from: number, id, timestamp: now(ago), ...message }];
    return deliver(channel, whatsappBody(channel, { messages }), options);
  };
};
const say = (body: string, ago?: number) => send({ type: "text", text: { body } }, ago);
const tap = (text: string) => send({ type: "button", button: { text, payload: text } });
const times = new Map<string, number>();
/** The same notice of a subject, however often it comes. */
const prefer =
  (value: string): Act =>
  ({ number }, options) => {
    const timestamp = times.get(number + value) ?? Number(now(0));
    times.set(number + value, timestamp);
    const user_preferences = [{ wa_id: number, category: "marketing_messages", value, timestamp }];
    const body = whatsappBody(channel, { user_preferences }, "user_preferences");
    return deliver(channel, body, options);
  };
const ask =
  (path: string, json?: object): Act =>
  ({ lead }, options) =>
    client.post(`/leads/${lead.id}${path}`, json, options);
const suppress =
  (scope?: string): Act =>
  ({ lead }, options) =>
    client.post("/suppressions", { phone: lead.phone, scope }, options);
const lift =
  (scope?: string): Act =>
  ({ lead }, options) =>
    client.delete("/suppressions", { phone: lead.phone, scope }, options);
const page =
  (action: string): Act =>
  async ({ lead }, options) => {
    const person = { workspaceId: client.workspaceId, leadId: lead.id };
    const url = await signUrl("https://sho.rt", testEnv.APP_KEY ?? "", person);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    return call("POST", new URL(url).pathname, { raw: action, headers, ...options });
  };

const form =
  (about: "all" | "marketing"): Act =>
  ({ lead }) =>
    consentInForm(client.workspaceId, lead.id, { about });

/** A report of 131050 on a template that was sent before. */
const refuse: Act = async ({ lead, number }, options) => {
  const external_id = `wamid.template${number}`;
  await rowsOf(
    `insert into messages (id, workspace_id, conversation_id, channel_id, direction, type, status,
       external_id, sent_at, created_at)
     select (select max(id) from messages) + 1, ?1, id, ?2, 'outbound', 'template', 'sent', ?3, 1, 1
     from conversations where lead_id = ?4
     on conflict do nothing`,
    ...[client.workspaceId, channel.id, external_id, lead.id],
  );
  const errors = [{ code: 131050, title: "User stopped marketing" }];
  const report = statusOf({ external_id }, "failed", { errors });
  return deliver(channel, whatsappBody(channel, report), options);
};

/** Somebody who has just written. */
async function newSubject(): Promise<Subject> {
  const number = newNumber();
  await deliver(channel, whatsappBody(channel, textFrom(number, "Hi", { timestamp: now(90) })));
  const [lead] = (await client.get(`/leads?phone=${number}`)).body.data as [Lead];
  return { lead, number };
}

/**
 * The consents of the lead before: none, those of its page, and those that its page does not undo:
 * by a message from its number, which only that takes back, or by the API.
 */
const BEFORE: Record<string, Act[]> = {
  nothing: [],
  "own all": [page("action=unsubscribe")],
  "own marketing": [page("action=no_marketing")],
  "own both": [page("action=no_marketing"), page("action=unsubscribe")],
  "held all": [say("STOP", 60)],
  "held marketing": [ask("/opt-out", { scope: "marketing" })],
  "held both": [ask("/opt-out"), ask("/opt-out", { scope: "marketing" })],
};

type Said = { all: boolean; marketing: boolean; isHeld: boolean };
type Expected = (before: Said) => { all?: boolean; marketing?: boolean };
const out: Record<"all" | "marketing", Expected> = {
  all: () => ({ all: true }),
  marketing: () => ({ marketing: true }),
};
const none: Expected = () => ({});

/** The events, and what they change of each scope; what they leave out stays. */
const EVENTS: [name: string, act: Act, expected: Expected][] = [
  ["STOP", say("STOP"), out.all],
  ["a button with STOP", tap("STOP"), out.all],
  ["Unsubscribe from All", tap("Unsubscribe from All"), out.all],
  ["START", say("START"), () => ({ all: false })],
  ["Stop promotions, tapped", tap("Stop promotions"), out.marketing],
  ["Stop promotions, typed", say("stop promotions"), out.marketing],
  ["stop in WhatsApp", prefer("stop"), out.marketing],
  ["resume in WhatsApp", prefer("resume"), () => ({ marketing: false })],
  ["signup in WhatsApp", prefer("signup"), () => ({ marketing: false })],
  ["131050", refuse, out.marketing],
  ["opt-out", ask("/opt-out"), out.all],
  ["opt-out of marketing", ask("/opt-out", { scope: "marketing" }), out.marketing],
  ["opt-in", ask("/opt-in", {}), () => ({ all: false })],
  ["opt-in to marketing", ask("/opt-in", { scope: "marketing" }), () => ({ marketing: false })],
  ["a suppression", suppress(), out.all],
  ["a suppression from marketing", suppress("marketing"), out.marketing],
  ["the page: nothing", page("action=unsubscribe"), out.all],
  ["one click", page("List-Unsubscribe=One-Click"), out.all],
  [
    "the page: no marketing",
    page("action=no_marketing"),
    ({ all, isHeld }) => ({ all: all && isHeld, marketing: true }),
  ],
  [
    "the page: everything",
    page("action=subscribe"),
    ({ all, marketing, isHeld }) => ({ all: all && isHeld, marketing: marketing && isHeld }),
  ],
  // A form proves a consent, and subscribes nobody again.
  ["a form's consent", form("all"), none],
  ["a form's consent to marketing", form("marketing"), none],
  // Leads stay as they are: the contact alone is forgotten.
  ["the end of a suppression", lift(), none],
  ["the end of one from marketing", lift("marketing"), none],
];

it.each(EVENTS)("%s", async (name, act, expected) => {
  for (const [said, acts] of Object.entries(BEFORE)) {
    const one = await newSubject();
    for (const before of acts) await before(one);
    const all = /all|both/.test(said);
    const marketing = /marketing|both/.test(said);
    const before = { all, marketing };
    expect(await optoutsOf(one.lead.id), said).toEqual([all, marketing]);
    await act(one);
    await act(one);
    const after = { ...before, ...expected({ ...before, isHeld: said.startsWith("held") }) };
    const what = `${said}, then ${name}`;
    expect(await optoutsOf(one.lead.id), what).toEqual([after.all, after.marketing]);
    const { sendable } = await readBatch(scopeOf(client.workspaceId), {
      sendable: sql`
        select not ${isUnsubscribed} as service, not ${isMarketingUnsubscribed} as marketing
        from leads where id = ${one.lead.id} and workspace_id = ${client.workspaceId}`,
    });
    expect(sendable, what).toEqual([
      { service: Number(!after.all), marketing: Number(!after.all && !after.marketing) },
    ]);
    const refusalOf = async (message: object) => {
      const asked = { lead_id: one.lead.id, channel_id: channel.id, ...message };
      return (await client.post("/messages/preview", asked)).body.data.refusal;
    };
    expect(await refusalOf({ text: "Your order has left" }), what).toBe(
      after.all ? "opted_out" : null,
    );
    // No template is known, so it may be marketing.
    const template = { type: "template", template: { name: "revive", language: "en" } };
    const refusal = after.all ? "opted_out" : after.marketing ? "marketing_opted_out" : null;
    expect(await refusalOf(template), what).toBe(refusal);
  }
});

it.each(
  EVENTS.filter(
    ([, , expected]) => expected({ all: false, marketing: false, isHeld: false }).marketing,
  ),
)("%s happens wholly, once, or not at all where D1 is lost before or after it", async (_, act) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  for (const around of [down, unanswered])
    for (const wanted of [1, 2]) {
      const one = await newSubject();
      const fetcher = serveWith(databaseWith(onlyAt(wanted, around)));
      await act(one, { fetcher }).catch(() => {});
      const [entry] = await rowsOf<{ entered: number; remembered: number }>(
        `select
             (select count(*) from consents where lead_id = leads.id) as entered,
             (select count(*) from suppressions where hash = phone_hash) as remembered
           from leads where id = ?`,
        one.lead.id,
      );
      const [all, marketing] = await optoutsOf(one.lead.id);
      expect([all, entry?.entered, entry?.remembered]).toEqual([
        false,
        Number(marketing),
        Number(marketing),
      ]);
      await act(one);
      expect(await optoutsOf(one.lead.id)).toEqual([false, true]);
      const { body } = await client.get(`/leads/${one.lead.id}/consents`);
      expect(body.data).toHaveLength(1);
    }
  vi.restoreAllMocks();
});
