import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { newWorkspace } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { serveWith } from "./serve.mjs";

const QUEUED = 10_000;
const SECRET = "app-secret-of-the-bench";
/** The sender may look a second time at once. */
const SETTLED_MS = 3_000;
const UNPAID = { error: { code: 131042, message: "Business eligibility payment issue" } };

/** An account at Meta that answers 131042 until it `isPaid`, and counts what it is asked for. */
async function startMeta() {
  const asked = { isPaid: false, refused: 0, taken: [] };
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join(""));
    if (asked.isPaid) asked.taken.push(body.biz_opaque_callback_data);
    else asked.refused++;
    response.writeHead(asked.isPaid ? 200 : 400, { "Content-Type": "application/json" });
    response.end(
      JSON.stringify(asked.isPaid ? { messages: [{ id: `wamid.${asked.taken.length}` }] } : UNPAID),
    );
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => new Promise((done) => server.close(done).closeAllConnections());
  const url = `http://127.0.0.1:${server.address().port}/v26.0`;
  return { url, asked, [Symbol.asyncDispose]: stop };
}

/** Inserts leads who have just written on the channel, as one that is there, and a text to each. */
async function seedQueue(db, workspaceId, channelId, leadId, count) {
  const now = Date.now();
  const numbers = `with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < ${count})`;
  const phone = "'+336' || (10000000 + n)";
  await db.batch([
    db.prepare(`${numbers}
      insert into leads (workspace_id, seq, phone, phone_key, created_at, updated_at)
      select ${workspaceId}, n + 1, ${phone}, ${phone}, ${now}, ${now} from numbers`),
    db.prepare(`
      insert into conversations
        (workspace_id, lead_id, platform, channel_id, last_inbound_at, created_at, updated_at)
      select workspace_id, id, 'whatsapp', ${channelId}, ${now}, ${now}, ${now} from leads
      where workspace_id = ${workspaceId}`),
    db.prepare(`
      insert into messages
        (workspace_id, conversation_id, channel_id, direction, type, text, status, next_attempt_at,
         created_at)
      select workspace_id, id, channel_id, 'outbound', 'text', 'Hello', 'queued', ${now}, ${now}
      from conversations where channel_id = ${channelId} and lead_id <> ${leadId}`),
  ]);
}

/** A queue of 10,000 messages whose account does not pay, and pays later. */
export async function pauses() {
  await using meta = await startMeta();
  await using bench = await serveWith({ GRAPH_URL: meta.url }, "pauses");
  const [{ service, db }] = bench.services;
  const { asked } = meta;
  const workspace = await newWorkspace(service);
  const channel = await workspace.create("/v1/channels", {
    platform: "whatsapp",
    provider: "whatsapp_cloud",
    name: "Meta",
    external_id: "106540352242922",
    credentials: { access_token: "EAAG-token", app_secret: SECRET, verify_token: "verify-me" },
  });
  const lead = await workspace.create("/v1/leads", { phone: "+33700000001" });
  await seedQueue(db, workspace.id, channel.id, lead.id, QUEUED - 1);
  const count = (status) =>
    db
      .prepare("select count(*) as n from messages where channel_id = ? and status = ?")
      .bind(channel.id, status)
      .first("n");
  const queued = { channel_id: channel.id, text: "Hello" };
  await workspace.create(`/v1/leads/${lead.id}/messages`, queued);
  while (asked.refused === 0) await wait(10);
  await wait(SETTLED_MS);
  const [kept, tried] = [await count("queued"), asked.refused];
  asked.isPaid = true;
  const start = performance.now();
  await workspace.call("POST", `/v1/channels/${channel.id}/resume`);
  while ((await count("queued")) + (await count("sending")) > 0) await wait(50);
  const seconds = (performance.now() - start) / 1_000;
  const once = new Set(asked.taken).size === asked.taken.length ? asked.taken.length : 0;
  const row = { tried, kept, "sent once": once, "per second": QUEUED / seconds };
  const bars = {
    tried: { exactly: 1 },
    kept: { exactly: QUEUED },
    "sent once": { exactly: QUEUED },
  };
  return {
    tables: [
      { title: `${QUEUED} queued messages of an unpaid account`, rows: [withVerdict(row, bars)] },
    ],
    notes: ["tried: refused with 131042, before the account pays and the pause is ended."],
  };
}
