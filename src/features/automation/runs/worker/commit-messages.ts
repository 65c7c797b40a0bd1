import { type SQL, sql } from "drizzle-orm";
import { openConversations, setAutomatic } from "#db/statements/conversations";
import { insertRunLinkSends } from "#db/statements/link-sends";
import { insertRunMessages } from "#db/statements/messages/insert";
import { isCommitted, listOf } from "#db/statements/runs";
import type { Scope } from "#env";
import type { SentMessage } from "./outgoing";

/** The statements that queue the messages of committed runs, with their link sends. */
export function messageStatements(
  scope: Scope,
  token: string,
  messages: SentMessage[],
  now: number,
): SQL[] {
  if (messages.length === 0) return [];
  const list = listOf(messages.map(({ links, automatic, ...message }) => message));
  const counted = countsOf(messages);
  const links = messages.flatMap(({ run, visit, links }) =>
    links.map((link) => ({ run, visit, ...link })),
  );
  return [
    openConversations(missingConversations(scope, token, list), now),
    insertRunMessages(scope, list, isCommitted(scope, token), now),
    ...(counted.length > 0
      ? [setAutomatic(scope, listOf(counted), isCommitted(scope, token))]
      : []),
    ...(links.length > 0 ? [insertRunLinkSends(scope, links, isCommitted(scope, token), now)] : []),
  ];
}

/** The counts of each conversation after the last of its messages. */
function countsOf(messages: SentMessage[]) {
  const counted = messages.flatMap(({ run, lead, channel, automatic }) =>
    automatic ? { run, lead, channel, automatic } : [],
  );
  return [...new Map(counted.map((one) => [`${one.lead} ${one.channel}`, one])).values()];
}

const missingConversations = (scope: Scope, token: string, list: SQL) => sql`
  select ${scope.workspaceId} as workspace_id, item.value ->> 'lead' as lead_id,
         item.value ->> 'platform' as platform, item.value ->> 'channel' as channel_id
  from ${list}
  where ${isCommitted(scope, token)} and not exists (
    select 1 from conversations
    where lead_id = item.value ->> 'lead' and channel_id = item.value ->> 'channel')`;
