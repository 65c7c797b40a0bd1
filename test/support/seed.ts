import { testEnv } from "./env";

/**
 * Inserts many leads straight into D1. `columns` are SQL expressions over `n`, which counts from 1.
 */
export async function seedLeads(
  workspaceId: number,
  count: number,
  columns: Record<string, string> = {},
) {
  const before =
    (await testEnv.DB.prepare("select count(*) as n from leads where workspace_id = ?")
      .bind(workspaceId)
      .first<number>("n")) ?? 0;
  const all: Record<string, string> = {
    workspace_id: String(workspaceId),
    seq: `${before} + n`,
    first_name: "'Lead ' || n",
    first_name_search: "'lead ' || n",
    pipeline_stage: "'new'",
    created_at: "1700000000000 + n * 60000",
    updated_at: "1700000000000 + n * 60000",
    // The service's treatment of a phone that can be an address.
    ...(columns.phone && { phone_key: columns.phone }),
    ...columns,
  };
  for (let from = 1; from <= count; from += 5_000) {
    const to = Math.min(count, from + 4_999);
    await testEnv.DB.prepare(
      `with recursive numbers(n) as (
         select ${from} union all select n + 1 from numbers where n < ${to}
       )
       insert into leads (${Object.keys(all).join(", ")})
       select ${Object.values(all).join(", ")} from numbers`,
    ).run();
  }
}

/**
 * Inserts a conversation on the channel for each of its workspace's first leads. `columns` are SQL
 * expressions over `n`, the lead's number.
 */
export async function seedConversations(
  channelId: number,
  count: number,
  columns: Record<string, string> = {},
) {
  const all: Record<string, string> = {
    workspace_id: "workspace_id",
    lead_id: "id",
    channel_id: String(channelId),
    platform: `(select platform from channels where id = ${channelId})`,
    last_inbound_at: "1700000000000 + n * 60000",
    created_at: "1700000000000 + n * 60000",
    updated_at: "1700000000000 + n * 60000",
    ...columns,
  };
  await testEnv.DB.prepare(
    `insert into conversations (${Object.keys(all).join(", ")})
     select ${Object.values(all).join(", ")}
     from (
       select *, seq as n from leads
       where workspace_id = (select workspace_id from channels where id = ${channelId})
         and seq <= ${count}
     ) order by n`,
  ).run();
}

/**
 * Inserts a message into each of the channel's conversations. `columns` are SQL expressions over
 * `n`, which counts from 1.
 */
export async function seedMessages(channelId: number, columns: Record<string, string> = {}) {
  const all: Record<string, string> = {
    workspace_id: "workspace_id",
    conversation_id: "id",
    channel_id: "channel_id",
    direction: "'outbound'",
    type: "'text'",
    text: "'Message ' || n",
    status: "'sent'",
    created_at: "1700000000000 + n * 60000",
    ...columns,
  };
  await testEnv.DB.prepare(
    `insert into messages (${Object.keys(all).join(", ")})
     select ${Object.values(all).join(", ")}
     from (
       select *, row_number() over (order by id) as n from conversations
       where channel_id = ${channelId}
     ) order by n`,
  ).run();
}

/** Has events that were seeded taken for counted: in use, few wait for that. */
export const countEvents = () =>
  testEnv.DB.prepare(
    `update usage_days set events_to = ifnull((
       select max(id) from events where events.workspace_id = usage_days.workspace_id), 0)`,
  ).run();
