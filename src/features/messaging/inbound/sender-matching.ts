import type { Contact } from "#db/statements/contact-hashes";
import { keyOfNumber } from "#domain/addresses";
import { type IdentityKind, identityKinds, type Platform, platformTraits } from "#domain/platforms";
import { numberVariants } from "#domain/wa-numbers";
import { nameParts } from "./names";
import type { Sender } from "./webhook-events";

/** A candidate for a lead's identity: its id, the key of its phone, or a platform id. */
type Candidate = [kind: "lead" | "phone" | IdentityKind, value: string];

/** An event with its sender, and the number that the sender has moved to. */
export type Sent = { from: Sender; movesTo?: string };

type Id = { kind: IdentityKind; value: string };

/** The ids of a sender on the platform, as they are stored. */
export const idsOf = (sender: Sender): Id[] =>
  identityKinds.flatMap((kind) => {
    const value = sender[kind];
    return value ? [{ kind, value }] : [];
  });

/** By what suppressions know the senders. */
export const contactsOf = (events: Sent[]): Contact[] =>
  events.flatMap(({ from, movesTo }) => [
    ...idsOf(from),
    ...(movesTo ? [{ kind: "wa_id" as const, value: movesTo }] : []),
  ]);

/** A key that distinguishes senders. */
export const keyOf = ({ from, movesTo }: Sent) =>
  JSON.stringify([from.leadId, movesTo, ...idsOf(from).map(({ value }) => value)]);

/**
 * The candidates for a sender's lead, the likeliest first: the lead that is named, with any others
 * that have its ids; else the lead with this phone, the lead with
 * one of the ids, the lead that wrote from the number in another form, the lead that has the new
 * number already.
 */
export function candidatesOf({ from, movesTo }: Sent): Candidate[] {
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
    ...(movesTo ? candidatesOf({ from: { wa_id: movesTo } }) : []),
  ];
}

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

/** The attributes of a new lead. */
export const attributesOf = (
  { wa_id: number, name, username }: Sender,
  { platform, externalId }: { platform: Platform; externalId: string | null },
) => ({
  ...nameParts(name ?? ""),
  username: username ?? null,
  phone: number ? `+${number}` : null,
  source: platform,
  ...(platformTraits[platform].leadsKeepNumber &&
    externalId && { whatsapp_phone_number_id: phoneNumberId(externalId) }),
});

/** The channel's number; null where it is no safe integer. */
function phoneNumberId(externalId: string) {
  const id = Number(externalId);
  return Number.isSafeInteger(id) && String(id) === externalId && id > 0 ? id : null;
}
