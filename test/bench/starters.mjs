// Scenarios that triggers start, and what they react to.

export const newSandbox = (workspace) =>
  workspace.create("/v1/channels", { platform: "whatsapp", name: "Sandbox", is_default: true });

/** A scenario whose runs wait for a day. */
export const newStarter = (workspace, triggers) =>
  workspace.create("/v1/scenarios", {
    name: "Starter",
    platform: "whatsapp",
    is_active: true,
    triggers,
    nodes: [{ id: "pause", type: "delay", data: { seconds: 86_400 } }],
    edges: [],
  });

/** Inserts a message of each lead of a workspace, all now. */
export const seedSpeech = (db, workspaceId, channelId, text, count) =>
  db
    .prepare(
      `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, status, sent_at, created_at)
       select workspace_id, min(id), ?2, 'inbound', 'text', ?3, 'received', ?4, ?4
       from conversations where workspace_id = ?1 and channel_id = ?2 group by lead_id limit ?5`,
    )
    .bind(workspaceId, channelId, text, Date.now(), count)
    .run();

/** Gives a tag to leads of a workspace: a fact of each. */
export const seedFacts = (db, workspaceId, tagId, count) =>
  db
    .prepare(
      `insert into lead_tags (lead_id, tag_id, created_at)
       select id, ?2, ?3 from leads where workspace_id = ?1 order by id limit ?4`,
    )
    .bind(workspaceId, tagId, Date.now(), count)
    .run();

const BARE_AT_ONCE = 50_000;

/** Adds leads of whom nothing is known: in a tenth of the time that others take. */
export async function seedBareLeads(db, workspaceId, count) {
  for (let left = count; left > 0; left -= BARE_AT_ONCE)
    await db
      .prepare(
        `insert into leads (workspace_id, seq, created_at, updated_at)
         with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?2)
         select ?1, (select max(seq) from leads where workspace_id = ?1) + n, ?3, ?3 from numbers`,
      )
      .bind(workspaceId, Math.min(left, BARE_AT_ONCE), Date.now())
      .run();
}
