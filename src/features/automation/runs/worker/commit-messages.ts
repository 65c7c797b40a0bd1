import { type SQL, sql } from "drizzle-orm";
import { openConversations } from "../../../../db/statements/conversations";
import { insertRunLinkSends } from "../../../../db/statements/link-sends";
import { insertRunMessages } from "../../../../db/statements/messages/insert";
import { isCommitted, listOf } from "../../../../db/statements/runs";
import type { Scope } from "../../../../env";
import type { SentMessage } from "./outgoing";

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
    openConversations(missingConversations(scope, token, list), now),
    insertRunMessages(scope, list, isCommitted(scope, token), now),
    ...(links.length > 0 ? [insertRunLinkSends(scope, links, isCommitted(scope, token), now)] : []),
  ];
}

const missingConversations = (scope: Scope, token: string, list: SQL) => sql`
  select ${scope.workspaceId} as workspace_id, item.value ->> 'lead' as lead_id,
         item.value ->> 'platform' as platform, item.value ->> 'channel' as channel_id
  from ${list}
  where ${isCommitted(scope, token)} and not exists (
    select 1 from conversations
    where lead_id = item.value ->> 'lead' and channel_id = item.value ->> 'channel')`;
