import { keyOfNumber } from "#domain/addresses";
import type { IdentityKind, Platform, ProviderName } from "#domain/messaging";

/** A lead's id on a platform: exactly one, except in Instagram's sandbox, which needs none. */
export type Address = Partial<Record<IdentityKind, string>>;

/** A lead's ids on the platforms, the preferred ones first. */
export type Identities = [kind: IdentityKind, value: string][];

/**
 * The lead's address on a platform; undefined where it is not known. On WhatsApp the number of its
 * phone (`phone_key`), in WhatsApp's own spelling where that is known, else the id that the lead
 * wrote from.
 */
export function addressOf(
  platform: Platform,
  number: string | null,
  identities: Identities,
): Address | undefined {
  const idsOf = (wanted: IdentityKind) =>
    identities.filter(([kind]) => kind === wanted).map(([, value]) => value);
  if (platform === "instagram") {
    const [instagramId] = idsOf("instagram_id");
    return instagramId ? { instagram_id: instagramId } : undefined;
  }
  const [waIds, [bsuid]] = [idsOf("wa_id"), idsOf("bsuid")];
  const isOwn = (id: string) => number === null || keyOfNumber(id) === number;
  const waId = waIds.find(isOwn) ?? number?.slice(1);
  if (waId) return { wa_id: waId };
  return bsuid ? { bsuid } : undefined;
}

/**
 * Where a message to a lead goes; undefined where it can go nowhere. Instagram's ids are those of
 * people who have written to a real account, so its sandbox needs none.
 */
export const destinationOf = (
  { platform, provider }: { platform: Platform; provider: ProviderName },
  number: string | null,
  identities: Identities,
): Address | undefined =>
  addressOf(platform, number, identities) ??
  (platform === "instagram" && provider === "sandbox" ? {} : undefined);
