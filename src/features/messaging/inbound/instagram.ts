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
} from "./untrusted";
import { type Content, deleted, type Finding, gather, type Reading, said } from "./webhook-events";

const MAX_ID_LENGTH = 255;

/** What becomes of an attachment; shares, reels, mentions in stories and whatever comes to be are not supported. */
const TYPES = new Map<unknown, MessageType>([
  ["image", "image"],
  ["video", "video"],
  ["audio", "audio"],
  ["file", "document"],
]);

type Told = Omit<Finding, "accountId">;
type Origin = { id: string; at: number; timestamp: number };

/** The facts of a webhook of Instagram's messaging, by account. Takes any body, and throws at none. */
export const readInstagram = (body: unknown, now: number): Reading =>
  gather(itemsOf(membersOf(body)?.entry).flatMap((entry) => findingsOf(membersOf(entry), now)));

/** Comments (`changes`) and what another app is in charge of (`standby`) are not looked at. */
function findingsOf(entry: Members | undefined, now: number): (Finding | undefined)[] {
  if (!entry) return [undefined];
  const events = itemsOf(entry.messaging);
  const accountId = accountIdOf(entry.id);
  if (!accountId) return events.length > 0 ? [undefined] : [];
  return events.map((event) => {
    const told = eventIn(membersOf(event), accountId, now);
    return told && { accountId, ...told };
  });
}

function eventIn(event: Members | undefined, accountId: string, now: number): Told | undefined {
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

function deletionIn(message: Members, { id, at }: Origin): Told | undefined {
  const externalId = idOf(message.mid);
  return externalId === undefined
    ? undefined
    : { messages: [deleted(externalId, at, { instagramId: id })] };
}

const messageIn = (message: Members, origin: Origin) =>
  inbound(idOf(message.mid), origin, contentOf(message));

function tapIn(postback: Members | undefined, origin: Origin) {
  return (
    postback &&
    inbound(idOf(postback.mid), origin, said("button", postback.title, postback, postback.payload))
  );
}

/** A reaction has no id of its own: it is one person's at one moment. What takes it back is passed over. */
function reactionIn(reaction: Members | undefined, origin: Origin) {
  const mid = idOf(reaction?.mid);
  if (!reaction || !mid || reaction.action !== "react") return undefined;
  const externalId = `reaction:${origin.id}:${origin.timestamp}:${mid}`.slice(0, MAX_ID_LENGTH);
  return inbound(externalId, origin, said("reaction", reaction.emoji, reaction));
}

function reportIn(read: Members | undefined, { at }: Origin): Told | undefined {
  const externalId = idOf(read?.mid);
  return externalId === undefined ? undefined : { reports: [{ externalId, status: "read", at }] };
}

function inbound(
  externalId: string | undefined,
  { id, at }: Origin,
  content: Content,
): Told | undefined {
  return externalId === undefined
    ? undefined
    : { messages: [{ externalId, at, from: { instagramId: id }, ...content }] };
}

function contentOf(message: Members): Content {
  const attachments = itemsOf(message.attachments).filter(membersOf);
  const beside = pick(message, ["reply_to", "referral"]);
  const reply = membersOf(message.quick_reply);
  if (message.is_unsupported === true) return said("unsupported", message.text, message);
  if (reply) return said("button", message.text, { quick_reply: reply, ...beside }, reply.payload);
  if (attachments.length > 0) {
    const type = TYPES.get(membersOf(attachments[0])?.type) ?? "unsupported";
    return said(type, message.text, { attachments, ...beside });
  }
  return textOf(message.text) === undefined
    ? said("unsupported", null, message)
    : said("text", message.text, beside);
}
