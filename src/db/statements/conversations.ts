import { eq, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../env";
import { conversations } from "../schema/messaging";
import { within } from "../within";

// The statements that write `conversations`. Triggers on `messages` maintain their counts and
// times.

/**
 * Opens conversations. `missing` selects `workspace_id`, `lead_id`, `platform` and `channel_id`; a
 * conversation that exists already stays as it is.
 */
export const openConversations = (missing: SQL, now = Date.now()) => sql`
  insert into conversations
    (workspace_id, lead_id, platform, channel_id, created_at, updated_at)
  select workspace_id, lead_id, platform, channel_id, ${now}, ${now}
  from (${missing}) where true
  on conflict do nothing`;

/**
 * Sets until when the messages in `which` use up WhatsApp's rate for their leads. Other providers
 * have no such rate.
 */
export const setPace = (channelId: number, which: SQL, paceAt: SQL) => sql`
  update conversations set pace_at = ${paceAt}
  where id in (select conversation_id from messages where ${which})
    and exists (select 1 from channels where id = ${channelId} and provider = 'whatsapp_cloud')`;

/**
 * Stores the summary of an analysis, if it has one, and the hash of the transcript that it read.
 * Nothing is written unless `condition` holds.
 */
export const writeSummary = (
  scope: Scope,
  conversationId: number,
  { analysedAs, summary }: { analysedAs: string; summary: string | null },
  condition: SQL,
  now: number,
) => sql`
  update conversations set
    analysed_as = ${analysedAs},
    summary = ifnull(${summary}, summary),
    summary_generated_at = iif(${summary} is null, summary_generated_at, ${now}),
    updated_at = ${now}
  where ${within(scope, conversations, eq(conversations.id, conversationId), condition)}`;
