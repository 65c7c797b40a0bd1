import { cut } from "#lib/text";
import { noUpdates } from "./account-updates";
import { commentIn } from "./instagram-comments";
import { contentOf } from "./instagram-content";
import { echoIn } from "./instagram-echoes";
import type { InboundPlatform } from "./platform";
import {
  accountIdOf,
  idOf,
  itemsOf,
  type Members,
  membersOf,
  momentOf,
  pastMoment,
  textOf,
} from "./untrusted";
import {
  type Content,
  deletedMessage,
  joinParts,
  type ParsedPart,
  type ParsedWebhook,
  type PartEvents,
  type SenderIds,
  toContent,
} from "./webhook-events";

const MAX_ID_LENGTH = 255;

export function instagramIds(address: string): SenderIds | undefined {
  const id = accountIdOf(address);
  return id ? { instagram_id: id } : undefined;
}

/** An account, and when an entry about it was sent. */
type Entry = { accountId: string; time: unknown; now: number };
/** `timestamp` tells events without an id of their own apart. */
type Origin = { id: string; at: number; timestamp: number };

/** Parses a webhook of Instagram's, whatever its body is. Never throws. */
export const readInstagram = (body: unknown, now: number): ParsedWebhook =>
  joinParts(itemsOf(membersOf(body)?.entry).flatMap((entry) => partsOf(membersOf(entry), now)));

/** Ignores conversations that another app is in charge of (`standby`). */
function partsOf(entry: Members | undefined, now: number): (ParsedPart | undefined)[] {
  if (!entry) return [undefined];
  const events = itemsOf(entry.messaging);
  // Meta's examples for Instagram's own login have the one change as the entry itself.
  const changes = [
    ...itemsOf(entry.changes).map(membersOf),
    ...(entry.field === undefined ? [] : [entry]),
  ];
  const accountId = accountIdOf(entry.id);
  const isRead = (change: Members | undefined) => !change || READERS.has(change.field);
  if (!accountId) return events.length > 0 || changes.some(isRead) ? [undefined] : [];
  const own = { accountId, time: entry.time, now };
  const parts = [
    ...events.map((event) => eventIn(membersOf(event), own)),
    ...changes.filter(isRead).map((change) => changeIn(change, own)),
  ];
  return parts.map((part) => part && { accountId, ...part });
}

type Reader = (value: Members | undefined, entry: Entry) => PartEvents | undefined;

/** The readers of a change, by its field. Other fields are ignored. */
const READERS = new Map<unknown, Reader>([
  ["messages", eventIn],
  ["messaging_postbacks", eventIn],
  ["messaging_referral", eventIn],
  ["messaging_seen", eventIn],
  ["message_reactions", eventIn],
  ["message_edit", eventIn],
  ["comments", commentIn(false)],
  ["live_comments", commentIn(true)],
]);

const changeIn = (change: Members | undefined, entry: Entry) =>
  READERS.get(change?.field)?.(membersOf(change?.value), entry);

/** An event of the messaging, which may be the value of a change. */
function eventIn(
  event: Members | undefined,
  { accountId, time, now }: Entry,
): PartEvents | undefined {
  const id = accountIdOf(membersOf(event?.sender)?.id);
  const message = membersOf(event?.message);
  if (event && message?.is_echo === true)
    return echoIn(event, message, { accountId, at: pastMoment(event.timestamp, now) });
  if (id === accountId) return ownEditIn(event, pastMoment(event?.timestamp, now)) ?? {};
  if (event && isWithheld(event)) return { withheld: 1 };
  if (!event || !id) return undefined;
  const origin = {
    id,
    at: pastMoment(event.timestamp, now),
    timestamp: momentOf(event.timestamp) ?? momentOf(time) ?? 0,
  };
  if (message)
    return message.is_deleted === true ? deletionIn(message, origin) : messageIn(message, origin);
  return (
    tapIn(membersOf(event.postback), origin) ??
    referralIn(membersOf(event.referral), origin) ??
    editIn(membersOf(event.message_edit), origin) ??
    reactionIn(membersOf(event.reaction), origin) ??
    reportIn(membersOf(event.read), origin)
  );
}

/** True for a notice of a message that an app without access to messages gets in its place. */
const isWithheld = ({ sender, message_edit }: Members) => {
  const edit = membersOf(message_edit);
  return sender == null && edit?.num_edit === 0 && edit.text == null;
};

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

/** The lead has come by a link or an ad, and has written nothing. That has no id either. */
function referralIn(referral: Members | undefined, origin: Origin) {
  if (!referral) return undefined;
  const externalId = idFor("referral", origin, idOf(referral.ref) ?? "");
  return inbound(externalId, origin, toContent("referral", null, { referral }));
}

/** The edit of a text. One that is no edit yet (`num_edit: 0`) changes nothing. */
function editIn(
  edit: Members | undefined,
  { id, at }: Omit<Origin, "timestamp">,
  list: "edits" | "echoEdits" = "edits",
): PartEvents | undefined {
  if (edit?.num_edit === 0) return {};
  const [externalId, text] = [idOf(edit?.mid), textOf(edit?.text)];
  return externalId === undefined || text === undefined
    ? undefined
    : { [list]: [{ externalId, at, from: { instagram_id: id }, type: "text", text }] };
}

/** The edit of a text that the team has written in the app. Meta does not say whether it comes. */
function ownEditIn(event: Members | undefined, at: number) {
  const id = accountIdOf(membersOf(event?.recipient)?.id);
  return id ? editIn(membersOf(event?.message_edit), { id, at }, "echoEdits") : undefined;
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

export const inboundInstagram: InboundPlatform = {
  read: readInstagram,
  readUpdates: noUpdates,
  idsIn: instagramIds,
  webhook: {
    about:
      "As Instagram sends it. The service reads each entry's `messaging`, such events in its " +
      "`changes`, and comments there. It accepts and ignores everything else.",
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
