import { identityKinds } from "#domain/platforms";
import { idOf, type Members, pastMoment } from "./untrusted";
import { type PartEvents, type SenderIds, type Unusable, WITHOUT_IDS } from "./webhook-events";
import { contentOf } from "./whatsapp-content";
import { type Contacts, hasId, idsOf, senderOf } from "./whatsapp-sender";

/** The notices that ids of a person have changed. */
const MOVES: unknown[] = ["user_changed_number", "user_changed_user_id"];

export const isMove = (system: Members) => MOVES.includes(system.type);

/**
 * The move of a notice, from the ids that it calls previous, and from those of its sender where it
 * does not. Its text may name ids, too: they are the person's words as much as WhatsApp's, and are
 * not read.
 */
export function moveIn(
  message: Members,
  system: Members,
  contacts: Contacts,
  now: number,
): PartEvents | Unusable {
  const [externalId, content] = [idOf(message.id), contentOf(message)];
  if (!externalId || !content) return undefined;
  const { from_user_id, from_parent_user_id } = message;
  const number = message.from ?? system.customer;
  const { name, username, ...sender } =
    senderOf(number, from_user_id, from_parent_user_id, contacts) ?? {};
  const previous = idsOf(undefined, system.previous_user_id, system.previous_parent_user_id);
  const from = { ...sender, ...previous };
  const to = idsOf(system.wa_id, system.user_id, system.parent_user_id);
  if (!hasId(from) || !hasId(to) || isSame(from, to)) return WITHOUT_IDS;
  const { text, payload } = content;
  const at = pastMoment(message.timestamp, now);
  return { moves: [{ externalId, at, from, to, text, payload }] };
}

const isSame = (from: SenderIds, to: SenderIds) =>
  identityKinds.every((kind) => from[kind] === to[kind]);
