import { type SQL, sql } from "drizzle-orm";
import { shortLinks } from "../../../../db/schema/links";
import { within } from "../../../../db/scope";
import { isCommitted, listOf } from "../../../../db/statements/runs";
import type { Scope } from "../../../../env";
import type { SentMessage } from "./outgoing";

const conversation = sql`
  (select id from conversations
   where lead_id = item.value ->> 'lead' and channel_id = item.value ->> 'channel')`;

/** The statements that queue the messages of committed runs, with their link sends. */
export function messageStatements(
  scope: Scope,
  token: string,
  messages: SentMessage[],
  now: number,
): SQL[] {
  if (messages.length === 0) return [];
  const list = listOf(messages.map(({ links, ...message }) => message));
  const links = messages.flatMap(({ run, visit, links }) =>
    links.map((link) => ({ run, visit, ...link })),
  );
  return [
    insertConversations(scope, token, list, now),
    insertMessages(scope, token, list, now),
    ...(links.length > 0 ? [insertLinkSends(scope, token, links, now)] : []),
  ];
}

const insertConversations = (scope: Scope, token: string, list: SQL, now: number) => sql`
  insert into conversations (workspace_id, lead_id, platform, channel_id, created_at, updated_at)
  select ${scope.workspaceId}, item.value ->> 'lead', item.value ->> 'platform',
         item.value ->> 'channel', ${now}, ${now}
  from ${list} where ${isCommitted(token)} and ${conversation} is null
  on conflict do nothing`;

/** A visit makes one message at most: a second one conflicts with it and is left out. */
const insertMessages = (scope: Scope, token: string, list: SQL, now: number) => sql`
  insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, payload,
                        status, run_id, visit, scenario_id, next_attempt_at, created_at)
  select ${scope.workspaceId}, ${conversation}, item.value ->> 'channel', 'outbound',
         item.value ->> 'type', item.value ->> 'text', item.value -> 'payload',
         'queued', item.value ->> 'run', item.value ->> 'visit',
         (select scenario_id from runs where id = item.value ->> 'run'), ${now}, ${now}
  from ${list} where ${isCommitted(token)} order by item.key
  on conflict do nothing`;

const insertLinkSends = (scope: Scope, token: string, links: object[], now: number) => {
  const isLink = within(scope, shortLinks, sql`short_links.id = item.value ->> 'linkId'`);
  return sql`
    insert into link_sends (id, workspace_id, short_link_id, lead_id, message_id, scenario_id,
                            created_at)
    select item.value ->> 'sendId', ${scope.workspaceId}, short_links.id, runs.lead_id,
           messages.id, runs.scenario_id, ${now}
    from ${listOf(links)} cross join runs on runs.id = item.value ->> 'run'
      cross join messages on messages.run_id = runs.id
                         and messages.visit = item.value ->> 'visit'
      cross join short_links on ${isLink}
    where ${isCommitted(token)}`;
};
