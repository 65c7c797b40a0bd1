import { numberVariants } from "#domain/wa-numbers";
import { digitsOf, itemsOf, lineOf, type Members, membersOf } from "./untrusted";
import type { Sender, SenderIds } from "./webhook-events";

const BSUID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]+$/;

/** The business-scoped id of a user, who may have no number: `US.1234` or `US.ENT.1234`. */
export const bsuidOf = (value: unknown) =>
  typeof value === "string" && value.length <= 255 && BSUID.test(value) ? value : undefined;

export const waIdOf = (value: unknown) => digitsOf(value, 5, 20);

/** A number in any spelling, or a business-scoped id. */
export function whatsappIds(address: string): SenderIds | undefined {
  const bsuid = bsuidOf(address);
  if (bsuid) return { bsuid };
  const digits = address.replace(/[\s().-]/g, "").replace(/^(\+|00)/, "");
  return /^[1-9]\d{4,19}$/.test(digits) ? { wa_id: digits } : undefined;
}

type Contact = Pick<Sender, "wa_id" | "bsuid" | "name" | "username">;

/** The contacts of a webhook, in no particular order. */
export const contactsIn = (value: unknown) =>
  itemsOf(value).flatMap((item) => {
    const { wa_id, user_id, profile } = membersOf(item) ?? {};
    const { name, username } = membersOf(profile) ?? {};
    const contact = {
      wa_id: waIdOf(wa_id),
      bsuid: bsuidOf(user_id),
      name: lineOf(name),
      username: lineOf(username),
    };
    return contact.wa_id || contact.bsuid ? [contact as Contact] : [];
  });

/** The sender with this number and id, either of which may be missing or in the other's place. */
export function senderOf(
  number: unknown,
  userId: unknown,
  contacts: Contact[],
): Sender | undefined {
  const waId = waIdOf(number);
  const bsuid = bsuidOf(userId) ?? bsuidOf(number);
  const isUnnamed = number == null && userId == null;
  const contact = isUnnamed ? onlyOne(contacts) : matching(contacts, waId, bsuid);
  const sender = { ...contact, wa_id: contact?.wa_id ?? waId, bsuid: bsuid ?? contact?.bsuid };
  return sender.wa_id || sender.bsuid ? withoutGaps(sender) : undefined;
}

const onlyOne = (contacts: Contact[]) => (contacts.length === 1 ? contacts[0] : undefined);

/** The contact with the id, else with the number in either form of its country. */
function matching(contacts: Contact[], waId: string | undefined, bsuid: string | undefined) {
  const numbers = waId ? numberVariants(waId) : [];
  const byNumber = numbers.flatMap(
    (number) => contacts.find((contact) => contact.wa_id === number) ?? [],
  );
  return (bsuid && contacts.find((contact) => contact.bsuid === bsuid)) || byNumber[0];
}

const withoutGaps = (sender: Members) =>
  Object.fromEntries(Object.entries(sender).filter(([, value]) => value !== undefined)) as Sender;
