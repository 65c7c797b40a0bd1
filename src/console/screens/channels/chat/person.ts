import type { Channel, InboundInput, ListIdentitiesResponse } from "#client";

type Platform = Channel["platform"];
type Identity = ListIdentitiesResponse["data"][number];

/** Who is played: a lead, or somebody who becomes one by writing. */
export type Person = { kind: "lead"; id: number } | { kind: "new"; from: string; name: string };

const digits = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 10).join("");

/** An address that belongs to nobody: the French numbers are reserved for fiction. */
export const newAddress = (platform: Platform) =>
  platform === "whatsapp" ? `+336399${80 + Number(digits(1))}${digits(3)}` : `1784${digits(11)}`;

const isOf = (platform: Platform, { kind }: Identity) =>
  (kind === "instagram_id") === (platform === "instagram");

/**
 * The sender of a message, as the API takes it. A lead whose address on the platform is not known
 * gets one, so that it can be answered.
 */
export function senderOf(
  person: Person,
  platform: Platform,
  known: { phone: string | null; identities: readonly Identity[] } | undefined,
): Pick<InboundInput, "from" | "lead_id" | "name"> {
  if (person.kind === "new") return { from: person.from, name: person.name || null };
  const hasAddress =
    !known ||
    known.identities.some((identity) => isOf(platform, identity)) ||
    (platform === "whatsapp" && known.phone !== null);
  if (hasAddress) return { lead_id: person.id };
  const from = platform === "whatsapp" ? `US.${person.id}` : `17840000000${person.id}`;
  return { lead_id: person.id, from };
}
