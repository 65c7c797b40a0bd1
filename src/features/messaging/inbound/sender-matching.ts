import type { IdentityKind, Platform } from "../../../domain/messaging";
import { numberVariants, phoneSpellings } from "../../../domain/wa-numbers";
import { nameParts } from "./names";
import type { Sender } from "./webhook-events";

/** A way to know a lead: its id, its phone as it may be stored, or an id of a platform's. */
type Candidate = [kind: "lead" | "phone" | IdentityKind, value: string];

/** Who said something, and the number that they said is theirs from now on. */
export type Author = { from: Sender; movesTo?: string };

const phones = (number: string): Candidate[] =>
  phoneSpellings(number).map((phone) => ["phone", phone]);

type Id = { kind: IdentityKind; value: string };

/** What the platform knows somebody by, each as it is kept. */
export const idsOf = ({ waId, bsuid, instagramId }: Sender): Id[] => [
  ...(waId ? [{ kind: "wa_id" as const, value: waId }] : []),
  ...(bsuid ? [{ kind: "bsuid" as const, value: bsuid }] : []),
  ...(instagramId ? [{ kind: "instagram_id" as const, value: instagramId }] : []),
];

/** Tells authors apart. */
export const keyOf = ({ from, movesTo }: Author) =>
  JSON.stringify([from.leadId, movesTo, ...idsOf(from).map(({ value }) => value)]);

/**
 * Whose message it is, the likeliest first: the lead with this phone, else the lead that is known by one of the ids, else the one with
 * the number in its other form, else the one that has the new number already.
 */
export function candidatesOf({ from, movesTo }: Author): Candidate[] {
  if (from.leadId !== undefined) return [["lead", String(from.leadId)]];
  const [own, other] = from.waId ? numberVariants(from.waId) : [];
  return [
    ...(own ? phones(own) : []),
    ...idsOf(from).map(({ kind, value }): Candidate => [kind, value]),
    ...(other ? [...phones(other), ["wa_id", other] satisfies Candidate] : []),
    ...(movesTo ? candidatesOf({ from: { waId: movesTo } }) : []),
  ];
}

/**
 * Of those who are no leads, the ones to make leads of, by `keyOf`. Who may be the same person as somebody before them, lead or not, is
 * left out: once what that one said is stored, it is known whether they are.
 */
export function strangersIn(authors: (Author & { leadId: number | null })[]): Map<string, Sender> {
  const firsts = new Map<string, string>();
  const strangers = new Map<string, Sender>();
  for (const author of authors) {
    const [key, candidates] = [keyOf(author), candidatesOf(author).map(String)];
    const isFirst = candidates.every((candidate) => (firsts.get(candidate) ?? key) === key);
    if (author.leadId === null && isFirst) strangers.set(key, author.from);
    for (const candidate of candidates) if (!firsts.has(candidate)) firsts.set(candidate, key);
  }
  return strangers;
}

/** What is known of somebody who has not been a lead before. */
export const attributesOf = (
  { waId, name, username }: Sender,
  { platform, externalId }: { platform: Platform; externalId: string | null },
) => ({
  ...nameParts(name ?? ""),
  username: username ?? null,
  phone: waId ? `+${waId}` : null,
  source: platform,
  ...(platform === "whatsapp" &&
    externalId && { whatsapp_phone_number_id: phoneNumberId(externalId) }),
});

/** The number that talks to the lead; none that the lead's integer can't hold. */
function phoneNumberId(externalId: string) {
  const id = Number(externalId);
  return Number.isSafeInteger(id) && String(id) === externalId && id > 0 ? id : null;
}
