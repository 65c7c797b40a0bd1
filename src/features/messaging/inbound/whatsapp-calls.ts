import { idOf, itemsOf, type Members, membersOf, pastMoment } from "./untrusted";
import { type PartEvents, toContent } from "./webhook-events";
import { contactsIn, senderOf } from "./whatsapp-sender";

/**
 * The calls of people, each a message of its own: that somebody rings. What follows in a call, and
 * calls of the business, are ignored. Descriptions of sessions hold addresses of networks: they are
 * not stored.
 */
export function callsIn(value: Members, now: number): (PartEvents | undefined)[] {
  const contacts = contactsIn(value.contacts);
  return itemsOf(value.calls).map((item) => {
    const call = membersOf(item);
    if (!call || typeof call.event !== "string") return undefined;
    if (call.event !== "connect" || call.direction === "BUSINESS_INITIATED") return {};
    const externalId = idOf(call.id);
    const from = senderOf(call.from, call.from_user_id, call.from_parent_user_id, contacts);
    if (!externalId || !from || call.direction !== "USER_INITIATED") return undefined;
    const at = pastMoment(call.timestamp, now);
    return { messages: [{ externalId, at, from, ...toContent("call", null, {}) }] };
  });
}
