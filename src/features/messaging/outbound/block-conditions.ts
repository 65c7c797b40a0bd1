import { type SQL, sql } from "drizzle-orm";
import { mayBeMarketing } from "#db/statements/templates";
import type { senderChecks } from "#domain/block-reasons";
import { windowlessTypes } from "#domain/messaging";
import { PRIVATE_REPLY_MS, replyTypes } from "#domain/private-replies";
import { WINDOW_MS } from "#domain/window";
import { isMarketingUnsubscribed, isUnsubscribed } from "#features/leads/consents";

// The block reasons of `blockReason` (route.ts) in SQL. Each combination runs through both in
// test/messaging/block-reasons.test.ts.

/** The conditions on a channel, by its id. */
export const channelConditions: Record<
  (typeof senderChecks.channel)[number],
  (channelId: number) => SQL
> = {
  no_channel: (channelId) => sql`not exists (select 1 from channels where id = ${channelId})`,
  channel_stopped: (channelId) =>
    sql`exists (select 1 from channels where id = ${channelId} and status = 'stopped')`,
};

/** True if the condition holds for the conversation of the row `messages`. */
const ofConversation = (condition: SQL) =>
  sql`(select ${condition} from conversations where conversations.id = conversation_id)`;

/** The same as `isWindowOpen` (domain/window.ts), negated, of the row `conversations`. */
export const isWindowClosed = (now: number, lastInboundAt = sql`last_inbound_at`) =>
  sql`ifnull(${lastInboundAt}, 0) <= ${now - WINDOW_MS}`;

const isClosed = (now: number) => ofConversation(isWindowClosed(now));

/** When the comment was written that the message answers; null where there is none. */
const commentAt = sql`(
  select at from comments
  where comments.id = comment_id and comments.channel_id = messages.channel_id)`;

/** True if there is no comment that the message could answer in private. */
const isUnanswerable = sql`(type not in ${replyTypes} or ${commentAt} is null)`;

/** The conditions on the row `messages`. Confirmations of opt-outs go to unsubscribed leads. */
export const messageConditions: Record<
  (typeof senderChecks.claimed)[number],
  (now: number) => SQL
> = {
  opted_out: () =>
    sql`consent_id is null
      and ${ofConversation(sql`(select ${isUnsubscribed} from leads where id = lead_id)`)}`,
  marketing_opted_out: () => {
    const isOut = sql`(select ${isMarketingUnsubscribed} from leads where id = lead_id)`;
    return sql`${mayBeMarketing} and ${ofConversation(isOut)}`;
  },
  no_comment: () => sql`type = 'comment_reply' and ${commentAt} is null`,
  window_closed: (now) =>
    sql`type not in ${windowlessTypes} and ${isUnanswerable} and ${isClosed(now)}`,
  private_reply_late: (now) =>
    sql`type not in ${windowlessTypes} and not ${isUnanswerable} and ${isClosed(now)}
      and ${commentAt} <= ${now - PRIVATE_REPLY_MS}`,
};

/** True if the row `messages` confirms an opt-out that the lead has since revoked. */
export const isConfirmationOutdated = sql`consent_id is not null
  and ${ofConversation(sql`(select is_optout from leads where id = lead_id) = 0`)}`;
