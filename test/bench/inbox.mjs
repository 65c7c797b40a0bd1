import { ask, meterWarm } from "./client.mjs";
import { median, withVerdict } from "./figures.mjs";
import { inTurn, target } from "./load.mjs";
import { seedLeads } from "./seed.mjs";
import { serve } from "./serve.mjs";

const CONVERSATIONS = Number(process.env.CONVERSATIONS ?? 40_000);
const AT_ONCE = 2_000;
const ASSIGNEES = 12;
const MEASURE = { rounds: 60, minRounds: 7, maxMs: 3_000 };
/** The bar of a screen that the index of the inbox finds. */
const SCREEN = { trips: { atMost: 1 }, "rows read": { atMost: 300 } };
/** Conditions that are checked on each conversation end after a bounded walk. */
const WALK = { trips: { atMost: 1 }, "rows read": { atMost: 15_000 } };

const FILTERS = [
  ["all", "", SCREEN],
  ["open", "state=open", SCREEN],
  ["closed", "state=closed", SCREEN],
  ["snoozed", "state=snoozed", SCREEN],
  ["an assignee's", "assignee_id=3", SCREEN],
  ["an assignee's open ones", "state=open&assignee_id=3", SCREEN],
  ["nobody's", "state=open&is_assigned=0", SCREEN],
  ["unread", "state=open&is_unread=1", WALK],
  ["window open", "is_window_open=1", WALK],
  ["unanswered", "state=open&last_message_direction=inbound", WALK],
  ["a channel", "channel_id=1", WALK],
  ["a rare tag", "tag_ids[]=1", WALK],
];

/** Screens of 25 of an inbox, by each filter. */
export async function inbox() {
  await using bench = await serve("inbox");
  const [{ service, metered, db }] = bench.services;
  const { workspace } = await seedLeads(bench.services[0], CONVERSATIONS);
  await db.prepare("delete from conversations").run();
  await talk(db, workspace.id);
  const rows = [];
  for (const [filter, query, bar] of FILTERS) {
    const path = `/v1/conversations?order=activity&${query}`;
    const next = () => ({ path, headers: workspace.headers });
    const { trips, rowsRead } = await meterWarm(metered, next);
    const { data, meta } = (await ask(service, next())).json;
    const [ms] = (await inTurn([target(service, 200, next)], MEASURE)).map(median);
    const items = `${data.length}${meta.next_cursor ? "+" : ""}`;
    rows.push(withVerdict({ filter, items, ms, trips, "rows read": rowsRead }, bar));
  }
  return {
    tables: [{ title: `An inbox of ${CONVERSATIONS} conversations`, rows }],
    notes: ["items: of the page, with a + if another page follows.", "ms: p50 on one connection."],
  };
}

/** A conversation with each lead of the workspace, with a message, by two channels. */
export async function talk(db, workspaceId, conversations = CONVERSATIONS) {
  const leads = `select id, seq from leads where workspace_id = ${workspaceId}`;
  for (let from = 0; from < conversations; from += AT_ONCE) {
    const some = `${leads} and seq > ${from} and seq <= ${from + AT_ONCE}`;
    const now = Date.now();
    await db.batch([
      db.prepare(
        `insert into conversations (workspace_id, lead_id, platform, channel_id, state,
           snoozed_until, assignee_id, assignee_name, created_at, updated_at)
         select ${workspaceId}, id, 'whatsapp', 1 + seq % 2,
           case seq % 20 when 0 then 'snoozed' when 1 then 'open' else 'closed' end,
           iif(seq % 20 = 0, ${now + 86_400_000}, null), seq / 20 % ${ASSIGNEES}, 'Somebody', 1, 1
         from (${some})`,
      ),
      db.prepare(
        `insert into messages (id, workspace_id, conversation_id, channel_id, direction, type, text,
           status, sent_at, created_at)
         select 1000000 + seq, ${workspaceId}, conversations.id, channel_id, 'outbound', 'text',
           'Shall we talk tomorrow?', 'sent', ${now}, ${now}
         from (${some}) as leads join conversations on lead_id = leads.id`,
      ),
      db.prepare(
        `update conversations set unread_count = 1, last_inbound_at = ${now}
         where state = 'open' and id % 3 = 0 and unread_count = 0`,
      ),
    ]);
  }
}
