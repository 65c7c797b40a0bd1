import type { MessageType } from "../../../domain/messaging";
import {
  accountIdOf,
  idOf,
  itemsOf,
  type Members,
  membersOf,
  momentOf,
  pastMoment,
  pick,
  textOf,
  urlOf,
} from "./untrusted";
import {
  type Content,
  deletedMessage,
  joinParts,
  type ParsedPart,
  type ParsedWebhook,
  type PartEvents,
  toContent,
  withFile,
} from "./webhook-events";

const MAX_ID_LENGTH = 255;

/** The types of attachments. Others, such as shares, reels and story mentions, are unsupported. */
const TYPES = new Map<unknown, MessageType>([
  ["image", "image"],
  ["video", "video"],
  ["audio", "audio"],
  ["file", "document"],
]);

type Origin = { id: string; at: number; timestamp: number };

/** Parses a webhook of Instagram's messaging API, whatever its body is. Never throws. */
export const readInstagram = (body: unknown, now: number): ParsedWebhook =>
  joinParts(itemsOf(membersOf(body)?.entry).flatMap((entry) => partsOf(membersOf(entry), now)));

/** Ignores comments (`changes`) and conversations that another app is in charge of (`standby`). */
function partsOf(entry: Members | undefined, now: number): (ParsedPart | undefined)[] {
  if (!entry) return [undefined];
  const events = itemsOf(entry.messaging);
  const accountId = accountIdOf(entry.id);
  if (!accountId) return events.length > 0 ? [undefined] : [];
  return events.map((event) => {
    const parsed = eventIn(membersOf(event), accountId, now);
    return parsed && { accountId, ...parsed };
  });
}

function eventIn(
  event: Members | undefined,
  accountId: string,
  now: number,
): PartEvents | undefined {
  const id = accountIdOf(membersOf(event?.sender)?.id);
  const message = membersOf(event?.message);
  if (id === accountId || message?.is_echo === true) return {};
  if (!event || !id) return undefined;
  const origin = {
    id,
    at: pastMoment(event.timestamp, now),
    timestamp: momentOf(event.timestamp) ?? 0,
  };
  if (message)
    return message.is_deleted === true ? deletionIn(message, origin) : messageIn(message, origin);
  return (
    tapIn(membersOf(event.postback), origin) ??
    reactionIn(membersOf(event.reaction), origin) ??
    reportIn(membersOf(event.read), origin)
  );
}

function deletionIn(message: Members, { id, at }: Origin): PartEvents | undefined {
  const externalId = idOf(message.mid);
  return externalId === undefined
    ? undefined
    : { messages: [deletedMessage(externalId, at, { instagramId: id })] };
}

const messageIn = (message: Members, origin: Origin) =>
  inbound(idOf(message.mid), origin, contentOf(message));

function tapIn(postback: Members | undefined, origin: Origin) {
  return (
    postback &&
    inbound(
      idOf(postback.mid),
      origin,
      toContent("button", postback.title, postback, postback.payload),
    )
  );
}

/** A reaction has no id: sender, time and message stand for one. Its removal is not stored. */
function reactionIn(reaction: Members | undefined, origin: Origin) {
  const mid = idOf(reaction?.mid);
  if (!reaction || !mid || reaction.action !== "react") return undefined;
  const externalId = `reaction:${origin.id}:${origin.timestamp}:${mid}`.slice(0, MAX_ID_LENGTH);
  return inbound(externalId, origin, toContent("reaction", reaction.emoji, reaction));
}

function reportIn(read: Members | undefined, { at }: Origin): PartEvents | undefined {
  const externalId = idOf(read?.mid);
  return externalId === undefined ? undefined : { reports: [{ externalId, status: "read", at }] };
}

function inbound(
  externalId: string | undefined,
  { id, at }: Origin,
  content: Content,
): PartEvents | undefined {
  return externalId === undefined
    ? undefined
    : { messages: [{ externalId, at, from: { instagramId: id }, ...content }] };
}

function contentOf(message: Members): Content {
  const attachments = itemsOf(message.attachments).filter(membersOf);
  const beside = pick(message, ["reply_to", "referral"]);
  const reply = membersOf(message.quick_reply);
  if (message.is_unsupported === true) return toContent("unsupported", message.text, message);
  if (reply)
    return toContent("button", message.text, { quick_reply: reply, ...beside }, reply.payload);
  if (attachments.length > 0) {
    const [first] = attachments.map(membersOf);
    const type = TYPES.get(first?.type) ?? "unsupported";
    const content = toContent(type, message.text, { attachments, ...beside });
    const url = type === "unsupported" ? undefined : urlOf(membersOf(first?.payload)?.url);
    return withFile(content, url === undefined ? undefined : { url });
  }
  return textOf(message.text) === undefined
    ? toContent("unsupported", null, message)
    : toContent("text", message.text, beside);
}
