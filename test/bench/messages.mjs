import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { ask, meterWarm } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { saturate, target } from "./load.mjs";
import { measure } from "./measure.mjs";
import { seedLeads, seedMessages } from "./seed.mjs";
import { serve } from "./serve.mjs";

const LEADS = 10_000;
const CONNECTIONS = 16;
const LOAD_MS = 5_000;
const QUEUED = 1_000;
/** The messages that are searched. */
const SEARCHED = 100_000;
const SEARCH_BARS = { trips: { exactly: 1 }, "rows read": { atMost: 15_000 } };
const SECRET = "app-secret-of-the-bench";
const ACCOUNT = "106540352242922";
/** A number at Meta. */
export const meta = {
  platform: "whatsapp",
  provider: "whatsapp_cloud",
  name: "Meta",
  external_id: ACCOUNT,
  credentials: { access_token: "EAAG-token", app_secret: SECRET, verify_token: "verify-me" },
};
/** The bar: a known lead's message, and queuing one, in three round trips. */
const TRIPS = { trips: { atMost: 3 } };

/**
 * Receiving from WhatsApp, queuing, and sending through the sandbox, in a workspace of 10,000
 * leads.
 */
export async function messages() {
  await using bench = await serve("messages");
  const [{ service, db }] = bench.services;
  const { workspace, idOf } = await seedLeads(bench.services[0], LEADS);
  const number = await workspace.create("/v1/channels", meta);
  const sandbox = await workspace.create("/v1/channels", {
    platform: "whatsapp",
    name: "Sandbox",
    is_default: true,
  });
  const { template_variable_url: url } = await workspace.create("/v1/short-links", {
    destination_url: "https://example.com/guide",
  });

  let asked = 0;
  const talk = async (leadId) =>
    workspace.create(`/v1/channels/${sandbox.id}/inbound`, { lead_id: leadId, text: "Hello" });
  const { conversation_id: open } = await talk(idOf(0));
  const path = `/webhooks/whatsapp/${number.id}`;
  const text = () => webhook({ contacts: [SHEENA], messages: [message(`wamid.${asked++}`)] });
  const report = () =>
    webhook({
      statuses: [{ id: `wamid.out.${asked++}`, status: "delivered", timestamp: "1749416383" }],
    });
  const kinds = {
    "webhook: a known lead's text": [200, () => ["POST", path, ...text()]],
    "webhook: a report": [200, () => ["POST", path, ...report()]],
    "queue a text": [
      201,
      () => ["POST", `/v1/conversations/${open}/messages`, { text: "Hello {{first_name}}" }],
    ],
    "queue a text with a short link": [
      201,
      () => ["POST", `/v1/conversations/${open}/messages`, { text: `See ${url}` }],
    ],
  };
  const rows = [];
  for (const [write, [status, make]] of Object.entries(kinds))
    rows.push({ write, ...(await measure(bench, status, make, workspace.headers)) });

  const load = target(service, 200, () => {
    const [body, headers] = text();
    return { method: "POST", path, headers, body };
  });
  const before = await countOf(db, number.id);
  const { perSecond } = await saturate(load, { connections: CONNECTIONS, ms: LOAD_MS });
  const stored = (await countOf(db, number.id)) - before;
  const searches = await searchRows(bench.services[0], workspace);
  return {
    tables: [
      { title: `A search over ${SEARCHED} messages`, rows: searches },
      { title: "Messages", rows: rows.map((row) => withVerdict(row, TRIPS)) },
      {
        title: "Under load",
        rows: [
          withVerdict(
            {
              what: `webhooks, ${CONNECTIONS} connections`,
              "per second": perSecond,
              answered: load.answered,
              stored,
            },
            { stored: { exactly: load.answered } },
          ),
          await sandboxSpeed(db, workspace, sandbox.id, idOf, talk),
        ],
      },
    ],
    notes: [
      "ms: p50 on one connection; trips and rows: what one request asks of D1. stored: messages in D1 of the webhooks that were answered.",
    ],
  };
}

/** The cost in D1 of a page of a search, once all but the newest messages are in the index. */
async function searchRows({ db, service, metered, scheduler }, workspace) {
  await seedMessages(db, workspace.id, { leads: LEADS, messages: SEARCHED });
  const behind = `select (select max(id) from messages)
    - ifnull((select position from clean_ups where name = 'message_search'), 0) as n`;
  await ask(scheduler, { path: "/cron", method: "POST" });
  while ((await db.prepare(behind).first("n")) >= 200) await wait(250);
  const rows = [];
  for (const [search, query] of Object.entries({
    "many found": "text=details",
    "none found": "text=absent",
    "a long text, many found": "text=could%20you%20send%20me%20the%20details",
    "many found, all of them filtered out": "text=details&direction=outbound",
  })) {
    const next = () => ({ path: `/v1/messages?${query}`, headers: workspace.headers });
    const { trips, rowsRead } = await meterWarm(metered, next);
    const { data } = (await ask(service, next())).json;
    const figures = { search, items: data.length, trips, "rows read": rowsRead };
    rows.push(withVerdict(figures, SEARCH_BARS));
  }
  return rows;
}

/**
 * Sends a thousand messages to a thousand leads and waits until all are delivered, or refused for
 * the few who have opted out.
 */
async function sandboxSpeed(db, workspace, channelId, idOf, talk) {
  for (let n = 1; n <= QUEUED; n++) await talk(idOf(n));
  const start = performance.now();
  const ofLead = (n) =>
    workspace.create(`/v1/leads/${idOf(n)}/messages`, { channel_id: channelId, text: "Hello" });
  for (let from = 1; from <= QUEUED; from += CONNECTIONS) {
    await Promise.all(
      Array.from({ length: Math.min(CONNECTIONS, QUEUED - from + 1) }, (_, n) => ofLead(from + n)),
    );
  }
  const left = () =>
    db.prepare("select count(*) as n from messages where next_attempt_at is not null").first("n");
  while ((await left()) > 0) await wait(10);
  const took = performance.now() - start;
  const { n: stored } = await db
    .prepare(
      "select count(distinct conversation_id) as n from messages where status in ('delivered', 'failed')",
    )
    .first();
  return withVerdict(
    {
      what: "queue and send by the sandbox",
      "per second": (QUEUED * 1000) / took,
      answered: QUEUED + 1,
      stored,
    },
    { stored: { exactly: QUEUED + 1 } },
  );
}

const countOf = (db, channelId) =>
  db
    .prepare("select count(*) as n from messages where channel_id = ? and direction = 'inbound'")
    .bind(channelId)
    .first("n");

const SHEENA = { profile: { name: "Sheena Nelson" }, wa_id: "16505551234" };

let received = 0;
/** A platform webhook with a text of a known lead, or of another person. */
export const textWebhook = (account, person = SHEENA, body = "Hello") =>
  webhook(
    { contacts: [person], messages: [message(`wamid.in.${received++}`, person, body)] },
    account,
  );

const message = (id, { wa_id: from } = SHEENA, body = "Hello") => ({
  from,
  id,
  timestamp: String(Math.floor(Date.now() / 1000)),
  type: "text",
  text: { body },
});

/** The body and headers of a platform webhook, signed as Meta does. */
function webhook(value, account = ACCOUNT) {
  const change = {
    field: "messages",
    value: { messaging_product: "whatsapp", metadata: { phone_number_id: account }, ...value },
  };
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [change] }],
  });
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  return [
    body,
    { "Content-Type": "application/json", "X-Hub-Signature-256": `sha256=${signature}` },
  ];
}
