import { numberVariants } from "#domain/wa-numbers";
import { digitsOf, itemsOf, lineOf, type Members, membersOf } from "./untrusted";
import type { Sender, SenderIds } from "./webhook-events";

/** The id of a user within a business portfolio, who may have no number. */
export const BSUID = /^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/;
/** The id of a user within linked portfolios. */
export const PARENT_BSUID = /^[A-Z]{2}\.ENT\.[A-Za-z0-9]{1,128}$/;

const firstOf = (values: unknown[], form: RegExp) =>
  values.find((value): value is string => typeof value === "string" && form.test(value));

export const WA_ID = /^\d{5,20}$/;

export const waIdOf = (value: unknown) => digitsOf(value, 5, 20);

/** A number in any spelling, or an id of a user. */
export function whatsappIds(address: string): SenderIds | undefined {
  if (BSUID.test(address)) return { bsuid: address };
  if (PARENT_BSUID.test(address)) return { parent_bsuid: address };
  const digits = address.replace(/[\s().-]/g, "").replace(/^(\+|00)/, "");
  return /^[1-9]\d{4,19}$/.test(digits) ? { wa_id: digits } : undefined;
}

/**
 * The ids of one person. A user id may stand in the place of the number, and an id of linked
 * portfolios in either: its form says what it is.
 */
export const idsOf = (number: unknown, userId: unknown, ...parentIds: unknown[]): SenderIds =>
  withoutGaps({
    wa_id: waIdOf(number),
    bsuid: firstOf([userId, number], BSUID),
    parent_bsuid: firstOf([...parentIds, userId, number], PARENT_BSUID),
  });

export const hasId = (ids: SenderIds) =>
  Boolean(ids.wa_id ?? ids.bsuid ?? ids.parent_bsuid ?? ids.instagram_id);

/** The contacts of a webhook by each of their ids, of several with one id the first. */
export type Contacts = { byId: Map<string, Sender>; only: Sender | undefined };

/** The contacts of a webhook, in no particular order. */
export function contactsIn(value: unknown): Contacts {
  const contacts = itemsOf(value).flatMap(contactIn);
  const ids = contacts.flatMap((contact) =>
    [contact.wa_id, contact.bsuid, contact.parent_bsuid].flatMap((id): [string, Sender][] =>
      id ? [[id, contact]] : [],
    ),
  );
  return {
    byId: new Map(ids.reverse()),
    only: contacts.length === 1 ? contacts[0] : undefined,
  };
}

function contactIn(item: unknown): Sender[] {
  const { wa_id, user_id, parent_user_id, profile } = membersOf(item) ?? {};
  const ids = idsOf(wa_id, user_id, parent_user_id);
  const { name, username } = membersOf(profile) ?? {};
  return hasId(ids)
    ? [withoutGaps({ ...ids, name: lineOf(name), username: lineOf(username) })]
    : [];
}

/** The sender with these ids; the only contact if the message names none. */
export function senderOf(
  number: unknown,
  userId: unknown,
  parentId: unknown,
  contacts: Contacts,
): Sender | undefined {
  const ids = idsOf(number, userId, parentId);
  if (hasId(ids)) return withContact(ids, contacts);
  return number == null ? contacts.only : undefined;
}

/** A person, with what else a contact says. */
export function withContact(ids: SenderIds, contacts: Contacts): Sender {
  const contact = contactOf(ids, contacts);
  return withoutGaps({ ...contact, ...ids, wa_id: contact?.wa_id ?? ids.wa_id });
}

/** The contact with the id, else with the number in either form of its country. */
function contactOf({ wa_id, bsuid, parent_bsuid }: SenderIds, { byId }: Contacts) {
  if (byId.size === 0) return undefined;
  const numbers = wa_id ? numberVariants(wa_id) : [];
  const [contact] = [bsuid, ...numbers, parent_bsuid].flatMap((id) => byId.get(id ?? "") ?? []);
  const isAnother = bsuid && contact?.bsuid && contact.bsuid !== bsuid;
  return isAnother ? undefined : contact;
}

const withoutGaps = (sender: Members): Sender =>
  Object.fromEntries(Object.entries(sender).filter(([, value]) => value !== undefined));
