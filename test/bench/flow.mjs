import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 10;

/** Message, delay, wait for a reply that never comes, condition, tag. With `fails` the message says where to go on if it can't be sent. */
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

/** None of the workspace's leads has opted out, and all of them have just written by the channel. */
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

/** Runs of as many of the workspace's leads, the first due at a time, the others each so much later. */
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

/** Waits until a query finds nothing. */
export async function untilNone(db, query, ...values) {
  const left = db.prepare(`select exists (${query}) as any`).bind(...values);
  while ((await left.first("any")) === 1) await wait(POLL_MS);
}
