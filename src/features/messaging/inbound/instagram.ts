import type { MediaKind } from "#domain/media";
import type { ReceivedOn } from "#domain/platforms";
import { cut } from "#lib/text";
import { noUpdates } from "./account-updates";
import type { InboundPlatform } from "./platform";
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
  type ReceivedFile,
  type SenderIds,
  toContent,
  withFiles,
} from "./webhook-events";

const MAX_ID_LENGTH = 255;

/** The types of attachments. Others, such as shares, reels and story mentions, are unsupported. */
const KINDS = new Map<unknown, MediaKind & ReceivedOn<"instagram">>([
  ["image", "image"],
  ["video", "video"],
  ["audio", "audio"],
  ["file", "document"],
]);

export function instagramIds(address: string): SenderIds | undefined {
  const id = accountIdOf(address);
  return id ? { instagram_id: id } : undefined;
}

/** `timestamp` tells events without an id of their own apart. */
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
    const parsed = eventIn(membersOf(event), accountId, entry.time, now);
    return parsed && { accountId, ...parsed };
  });
}

function eventIn(
  event: Members | undefined,
  accountId: string,
  entryTime: unknown,
  now: number,
): PartEvents | undefined {
  const id = accountIdOf(membersOf(event?.sender)?.id);
  const message = membersOf(event?.message);
  if (id === accountId || message?.is_echo === true) return {};
  if (!event || !id) return undefined;
  const origin = {
    id,
    at: pastMoment(event.timestamp, now),
    timestamp: momentOf(event.timestamp) ?? momentOf(entryTime) ?? 0,
  };
  if (message)
    return message.is_deleted === true ? deletionIn(message, origin) : messageIn(message, origin);
  return (
    tapIn(membersOf(event.postback), origin) ??
    editIn(membersOf(event.message_edit), origin) ??
    reactionIn(membersOf(event.reaction), origin) ??
    reportIn(membersOf(event.read), origin)
  );
}

function deletionIn(message: Members, { id, at }: Origin): PartEvents | undefined {
  const externalId = idOf(message.mid);
  return externalId === undefined
    ? undefined
    : { messages: [deletedMessage(externalId, at, { instagram_id: id })] };
}

const messageIn = (message: Members, origin: Origin) =>
  inbound(idOf(message.mid), origin, contentOf(message));

/** A postback of an ice breaker has no id: sender, time and payload stand for one. */
function tapIn(postback: Members | undefined, origin: Origin) {
  if (!postback) return undefined;
  const content = toContent("button", postback.title, postback, postback.payload);
  const what = content.tapped ?? content.text ?? "";
  return inbound(idOf(postback.mid) ?? idFor("postback", origin, what), origin, content);
}

function editIn(edit: Members | undefined, { id, at }: Origin): PartEvents | undefined {
  const [externalId, text] = [idOf(edit?.mid), textOf(edit?.text)];
  return externalId === undefined || text === undefined
    ? undefined
    : { edits: [{ externalId, at, from: { instagram_id: id }, type: "text", text }] };
}

const idFor = (kind: string, { id, timestamp }: Origin, what: string) =>
  cut(`${kind}:${id}:${timestamp}:${what}`, MAX_ID_LENGTH);

/** A reaction has no id: sender, time and message stand for one. Its removal is not stored. */
function reactionIn(reaction: Members | undefined, origin: Origin) {
  const mid = idOf(reaction?.mid);
  if (!reaction || !mid || reaction.action !== "react") return undefined;
  const content = toContent("reaction", reaction.emoji, reaction);
  return inbound(idFor("reaction", origin, mid), origin, content);
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
    : { messages: [{ externalId, at, from: { instagram_id: id }, ...content }] };
}

function fileIn(attachment: unknown): ReceivedFile[] {
  const { type, payload } = membersOf(attachment) ?? {};
  const [kind, url] = [KINDS.get(type), urlOf(membersOf(payload)?.url)];
  return kind && url !== undefined ? [{ kind, source: { url } }] : [];
}

function contentOf(message: Members): Content {
  const attachments = itemsOf(message.attachments).filter(membersOf);
  const beside = pick(message, ["reply_to", "referral"]);
  const reply = membersOf(message.quick_reply);
  if (message.is_unsupported === true) return toContent("unsupported", message.text, message);
  if (reply)
    return toContent("button", message.text, { quick_reply: reply, ...beside }, reply.payload);
  if (attachments.length > 0) {
    const kinds = attachments.flatMap((one) => KINDS.get(membersOf(one)?.type) ?? []);
    const content = toContent(kinds[0] ?? "unsupported", message.text, { attachments, ...beside });
    return withFiles(content, attachments.flatMap(fileIn));
  }
  return textOf(message.text) === undefined
    ? toContent("unsupported", null, message)
    : toContent("text", message.text, beside);
}

export const inboundInstagram: InboundPlatform = {
  read: readInstagram,
  readUpdates: noUpdates,
  idsIn: instagramIds,
  webhook: {
    about:
      "As Instagram's messaging sends it. The service reads each entry's `messaging`. It " +
      "accepts and ignores everything else.",
    example: {
      object: "instagram",
      entry: [
        {
          id: "17841405309211844",
          time: 1795169730456,
          messaging: [
            {
              sender: { id: "1254459154682919" },
              recipient: { id: "17841405309211844" },
              timestamp: 1795169730123,
              message: {
                mid: "aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlE",
                text: "Hello, is there a place left?",
              },
            },
          ],
        },
      ],
    },
  },
};
