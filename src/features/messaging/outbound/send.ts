import { type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { shareMedia } from "#db/statements/media";
import { insertOutbound } from "#db/statements/messages/insert";
import { refusedFor } from "#db/writes/errors";
import { underQuota } from "#db/writes/quotas";
import { messageTypes } from "#domain/messaging";
import type { Scope } from "#env";
import { type ReservedLinkSend, reserveLinkSends } from "#features/links/recipients/reserve";
import { signToken } from "#features/links/recipients/token";
import { shortUrl } from "#features/links/store";
import { found, notFound } from "#lib/problem";
import type { Message } from "../messages/schema";
import { messageToWire, selectMessage } from "../messages/store";
import { type Draft, draftMessage, finishDraft } from "./draft";
import { conversationOf, insertSends, newestIn, openConversation } from "./insert";
import { pauseRunsOnChannel } from "./pause-runs";
import { signPreferencesUrl } from "./preferences-url";
import type { RouteRequest } from "./route";
import type { LeadMessageInput, MessageInput } from "./schema";
import { uploadsIn } from "./uploads";

export const sendToLead = (
  scope: Scope,
  leadId: number,
  { channel_id, platform, comment_id, ...input }: LeadMessageInput,
) => queueMessage(scope, leadId, { channelId: channel_id, platform, commentId: comment_id }, input);

export const sendToConversation = (scope: Scope, id: number, input: MessageInput) =>
  queueMessage(
    scope,
    sql`(select lead_id from conversations where id = ${id})`,
    { conversationId: id },
    input,
  );

const QUOTAS = ["messages_per_day", "stored_bytes"] as const;

/**
 * Stores a message for the sender of its channel, or as failed where it is blocked. Two round
 * trips, three with short links.
 */
async function queueMessage(
  scope: Scope,
  leadId: number | SQL,
  request: RouteRequest,
  input: MessageInput,
): Promise<Message> {
  const draft = await draftMessage(scope, leadId, request, input);
  const { lead, route, refusal, slugs, comment } = draft;
  const channelId = route.channel?.id ?? null;
  const links = refusal === null && slugs.length > 0 ? await reserveLinkSends(scope, slugs) : [];
  const urls = await Promise.all(
    links.map(async (link) => [link.slugKey, await recipientUrl(scope, link)] as const),
  );
  const composed = await signPreferencesUrl(scope, lead.id, draft.composed);
  const { type, text, content } = finishDraft(scope, { ...draft, composed }, new Map(urls));
  const { isBubble } = messageTypes[type];
  const conversation = conversationOf(scope, lead.id, route);
  const message = {
    ...{ channelId, type, text, payload: content, origin: input.as ?? null },
    commentId: comment?.id ?? null,
  };
  const { stored } = await batch(scope, {
    quota: refusal === null ? QUOTAS.map((name) => underQuota(scope, name)) : undefined,
    conversation: openConversation(scope, lead.id, route),
    created: insertOutbound(scope, conversation, message, refusal),
    shared: shareFiles(scope, draft),
    sends: insertSends(scope, lead.id, route, links),
    paused: refusal === null && isBubble ? pauseRunsOnChannel(scope, lead, route) : undefined,
    stored: selectMessage(scope, newestIn(conversation)),
  }).catch(throwGone);
  if (refusal === null && channelId !== null) scope.sink.wake({ channels: [channelId] });
  return messageToWire(scope, found(stored[0]));
}

/** Cards show what a workspace offers: their files are no single person's. */
function shareFiles(scope: Scope, { composed }: Draft) {
  if (composed.content.cards === undefined) return undefined;
  const ids = uploadsIn(composed).map(({ id }) => id);
  return ids.length > 0 ? shareMedia(scope, ids) : undefined;
}

/** The lead was deleted in the meantime: there is no conversation to write to. */
function throwGone(error: unknown): never {
  throw refusedFor(error, "NOT NULL constraint failed: messages.conversation_id")
    ? notFound()
    : error;
}

const recipientUrl = async (scope: Scope, { id, sendId, slug }: ReservedLinkSend) =>
  `${shortUrl(scope, slug)}/${await signToken(scope.appKey, id, sendId)}`;
