import { until } from "./wait.mjs";

/**
 * A scenario of a message, a delay, a wait for a reply that never comes, a condition and a tag.
 * With `fails` the message has an edge for the case that it can't be sent.
 */
export function newFlow(workspace, tagId, { seconds, fails = false }) {
  const branches = [
    { handle: "warm", all: [{ field: "warmth", op: "in", value: ["hot", "warm"] }] },
  ];
  const nodes = [
    { id: "hello", type: "message", data: { text: "Hello {{first_name}}, shall we talk?" } },
    { id: "pause", type: "delay", data: { seconds } },
    { id: "answer", type: "wait_for_reply", data: { timeout_seconds: seconds } },
    { id: "sort", type: "condition", data: { branches } },
    { id: "tag", type: "add_tag", data: { tag_ids: [tagId] } },
  ];
  const edges = [
    { source: "hello", target: "pause" },
    ...(fails ? [{ source: "hello", source_handle: "failed", target: "sort" }] : []),
    { source: "pause", target: "answer" },
    { source: "answer", source_handle: "timeout", target: "sort" },
    { source: "sort", source_handle: "warm", target: "tag" },
    { source: "sort", source_handle: "else", target: "tag" },
  ];
  return workspace.create("/v1/scenarios", {
    name: "Flow",
    platform: "whatsapp",
    is_active: true,
    nodes,
    edges,
  });
}

/** Lets all leads of the workspace be messaged: none has opted out, and all have just written. */
export const openWindows = (db, workspaceId, channelId) =>
  db.batch([
    db.prepare("update leads set is_optout = 0 where workspace_id = ?").bind(workspaceId),
    db
      .prepare(
        `insert into conversations (workspace_id, lead_id, platform, channel_id, last_inbound_at, created_at, updated_at)
         select workspace_id, id, 'whatsapp', ?2, ?3, ?3, ?3 from leads where workspace_id = ?1`,
      )
      .bind(workspaceId, channelId, Date.now()),
  ]);

/**
 * Inserts runs for this many leads: the first is due at a time, the others at intervals after it.
 */
export const seedRuns = (db, { id: scenarioId }, { count, dueAt, gapMs = 0 }) =>
  db
    .prepare(
      `insert into runs (workspace_id, scenario_id, lead_id, version, state, next_at, enrolled_at, created_at, updated_at)
       select workspace_id, ?1, id, (select version from scenarios where id = ?1), 'pending', due, due, due, due
       from (select id, workspace_id, cast(?3 + ?4 * (row_number() over (order by id) - 1) as integer) as due
         from leads where workspace_id = (select workspace_id from scenarios where id = ?1) limit ?2)`,
    )
    .bind(scenarioId, count, dueAt, gapMs)
    .run();

/** Waits until a query finds no rows. */
export async function untilNone(db, query, ...values) {
  const left = db.prepare(`select exists (${query}) as any`).bind(...values);
  await until(`no rows of ${query}`, async () => (await left.first("any")) === 0);
}
