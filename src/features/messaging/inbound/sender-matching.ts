import type { Contact } from "#db/statements/contact-hashes";
import { keyOfNumber } from "#domain/addresses";
import {
  type IdentityKind,
  identityKinds,
  isPhone,
  type Platform,
  platformTraits,
} from "#domain/platforms";
import { numberVariants } from "#domain/wa-numbers";
import type { Lookup } from "#features/leads/sender-leads";
import { nameParts } from "./names";
import type { Sender } from "./webhook-events";

/** A candidate for a lead's identity: its id, the key of its phone, or a platform id. */
type Candidate = [kind: "lead" | "phone" | IdentityKind, value: string];

/** An event with its sender. */
export type Sent = { from: Sender };

type Id = { kind: IdentityKind; value: string };

/** The ids of a sender on the platform, as they are stored. */
export const idsOf = (sender: Sender): Id[] =>
  identityKinds.flatMap((kind) => {
    const value = sender[kind];
    return value ? [{ kind, value }] : [];
  });

/** By what suppressions know the senders. */
export const contactsOf = (events: Sent[]): Contact[] => events.flatMap(({ from }) => idsOf(from));

/** A key that distinguishes senders. */
export const keyOf = ({ from }: Sent) =>
  JSON.stringify([from.leadId, ...idsOf(from).map(({ value }) => value)]);

/**
 * The candidates for a sender's lead, the likeliest first: the lead that is named, with any others
 * that have its ids; else the lead with this phone, the lead with one of the ids, the lead that
 * wrote from the number in another form.
 */
export function candidatesOf({ from }: Sent): Candidate[] {
  if (from.leadId !== undefined)
    return [
      ["lead", String(from.leadId)],
      ...idsOf(from).map(({ kind, value }): Candidate => [kind, value]),
    ];
  const [own, ...others] = from.wa_id ? numberVariants(from.wa_id) : [];
  return [
    ...(own ? [["phone", keyOfNumber(own)] satisfies Candidate] : []),
    ...idsOf(from).map(({ kind, value }): Candidate => [kind, value]),
    ...others.map((other): Candidate => ["wa_id", other]),
  ];
}

/** A sender as leads are looked up. */
export const lookupOf = (event: Sent): Lookup => ({
  candidates: candidatesOf(event),
  accounts: idsOf(event.from).filter(({ kind }) => !isPhone(kind)),
  number: event.from.wa_id ?? null,
});

/**
 * The senders to create leads of, by `keyOf`. A sender who may be the same person as an earlier one
 * of the list is left out: once the earlier one is stored, a lookup finds out.
 */
export function newSendersIn(events: (Sent & { leadId: number | null })[]): Map<string, Sender> {
  const firsts = new Map<string, string>();
  const newSenders = new Map<string, Sender>();
  for (const event of events) {
    const [key, candidates] = [keyOf(event), candidatesOf(event).map(String)];
    const isFirst = candidates.every((candidate) => (firsts.get(candidate) ?? key) === key);
    if (event.leadId === null && isFirst) newSenders.set(key, event.from);
    for (const candidate of candidates) if (!firsts.has(candidate)) firsts.set(candidate, key);
  }
  return newSenders;
}

/** The attributes of a new lead. A phone that another lead keeps (`isTaken`) is not its own. */
export const attributesOf = (
  { wa_id: number, name, username }: Sender,
  { platform, externalId }: { platform: Platform; externalId: string | null },
  isTaken: boolean,
) => ({
  ...nameParts(name ?? ""),
  username: username ?? null,
  phone: number && !isTaken ? `+${number}` : null,
  source: platform,
  ...(platformTraits[platform].leadsKeepNumber &&
    externalId && { whatsapp_phone_number_id: phoneNumberId(externalId) }),
});

/** The channel's number; null where it is no safe integer. */
function phoneNumberId(externalId: string) {
  const id = Number(externalId);
  return Number.isSafeInteger(id) && String(id) === externalId && id > 0 ? id : null;
}
