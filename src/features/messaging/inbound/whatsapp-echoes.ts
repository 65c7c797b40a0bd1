import { numberVariants } from "#domain/wa-numbers";
import { unverified } from "./claimed-answers";
import { idOf, itemsOf, type Members, membersOf, pastMoment } from "./untrusted";
import {
  type Content,
  deletedMessage,
  type Edit,
  type PartEvents,
  type PastMessage,
  type Sender,
} from "./webhook-events";
import { contentOf } from "./whatsapp-content";
import { type Contacts, contactsIn, hasId, idsOf, senderOf, withContact } from "./whatsapp-sender";

/** The messages that were written in the app of a number, which shares it with the Cloud API. */
export function echoesIn(value: Members, now: number): (PartEvents | undefined)[] {
  const contacts = contactsIn(value.contacts);
  return itemsOf(value.message_echoes).map((item) => echoIn(membersOf(item), contacts, now));
}

function echoIn(message: Members | undefined, contacts: Contacts, now: number) {
  // Groups are not conversations with a lead.
  if (!message || message.group_id != null) return undefined;
  const { to, to_user_id, to_parent_user_id } = message;
  const from = senderOf(to, to_user_id, to_parent_user_id, contacts);
  if (!from) return undefined;
  const at = pastMoment(message.timestamp, now);
  if (message.type === "revoke") {
    const revoked = idOf(membersOf(message.revoke)?.original_message_id);
    return revoked ? { echoes: [deletedMessage(revoked, at, from)] } : undefined;
  }
  if (message.type === "edit") {
    const edited = editOf(membersOf(message.edit), at, from);
    return edited && { echoEdits: [edited] };
  }
  const externalId = idOf(message.id);
  const content = writtenIn(message);
  return externalId && content ? { echoes: [{ externalId, at, from, ...content }] } : undefined;
}

/** The new text, or the new caption of a file, which may be empty. */
export function editOf(edit: Members | undefined, at: number, from: Sender): Edit | undefined {
  const externalId = idOf(edit?.original_message_id);
  const content = contentOf(membersOf(edit?.message) ?? {});
  if (!externalId || !content || content.type === "unsupported") return undefined;
  const { type, text } = content;
  return type === "text" && text === null ? undefined : { externalId, at, from, type, text };
}

/** The content that somebody has written; undefined for notices and withdrawn reactions. */
function writtenIn(message: Members): Content | undefined {
  const content = contentOf(message);
  if (!content || content.type === "system" || isWithdrawal(content)) return undefined;
  return content;
}

/** The removal of a reaction comes as a reaction without an emoji. */
export const isWithdrawal = (content: { type: string; text: string | null }) =>
  content.type === "reaction" && content.text === null;

/**
 * The messages that a number had with people before it was connected. They are only read where they
 * are wanted: there may be thousands.
 */
export const pastIn = (value: Members): (PartEvents | undefined)[] =>
  itemsOf(value.history)
    .flatMap((chunk) => itemsOf(membersOf(chunk)?.threads))
    .map((thread) => {
      const past = threadIn(membersOf(thread));
      return past && { past };
    });

function threadIn(thread: Members | undefined): PastMessage[] | undefined {
  const { wa_id, user_id, parent_user_id } = membersOf(thread?.context) ?? {};
  const ids = idsOf(wa_id ?? thread?.id, user_id, parent_user_id);
  if (!thread || !hasId(ids)) return undefined;
  const from = withContact(ids, contactsIn(thread.context));
  return itemsOf(thread.messages).flatMap((item) => {
    const message = membersOf(item);
    return message ? [{ from, isInbound: isOf(message, from), message }] : [];
  });
}

/** True if the person of a thread has written the message, rather than the number. */
function isOf({ from, from_user_id }: Members, person: Sender) {
  const ids = idsOf(from, from_user_id);
  const isNumber = ids.wa_id && person.wa_id && numberVariants(ids.wa_id).includes(person.wa_id);
  return Boolean(isNumber || (ids.bsuid && ids.bsuid === person.bsuid));
}

/** The statuses of messages that have not reached anybody. */
const UNSENT: unknown[] = ["ERROR", "PENDING"];

/** A message of the past as it is stored; undefined for one that nobody has received. */
export function pastMessage({ from, isInbound, message }: PastMessage, now: number) {
  const externalId = idOf(message.id);
  const content = writtenIn(message);
  const { status } = membersOf(message.history_context) ?? {};
  if (!externalId || !content || (!isInbound && UNSENT.includes(status))) return undefined;
  const { files, tapped, ...kept } = unverified(content);
  return { externalId, at: pastMoment(message.timestamp, now), from, isInbound, ...kept };
}
