import type { IdentityKind, Platform, ProviderName } from "../../../domain/messaging";
import { numberVariants } from "../../../domain/wa-numbers";

/** A lead's id on a platform: exactly one, except in Instagram's sandbox, which needs none. */
export type Address = Partial<Record<IdentityKind, string>>;

/** A lead's ids on the platforms, the preferred ones first. */
export type Identities = [kind: IdentityKind, value: string][];

const digitsOf = (phone: string | null) => /^\+?(\d{7,15})$/.exec(phone ?? "")?.[1];

/**
 * The lead's address on a platform; undefined where it is not known. On WhatsApp the lead's phone,
 * in WhatsApp's own spelling where that is known, else the id that the lead wrote from.
 */
export function addressOf(
  platform: Platform,
  phone: string | null,
  identities: Identities,
): Address | undefined {
  const idsOf = (wanted: IdentityKind) =>
    identities.filter(([kind]) => kind === wanted).map(([, value]) => value);
  if (platform === "instagram") {
    const [instagramId] = idsOf("instagram_id");
    return instagramId ? { instagram_id: instagramId } : undefined;
  }
  const [digits, waIds, [bsuid]] = [digitsOf(phone), idsOf("wa_id"), idsOf("bsuid")];
  const spellings = digits ? numberVariants(digits) : waIds;
  const waId = waIds.find((id) => spellings.includes(id)) ?? digits;
  if (waId) return { wa_id: waId };
  return bsuid ? { bsuid } : undefined;
}

/**
 * Where a message to a lead goes; undefined where it can go nowhere. Instagram's ids are those of
 * people who have written to a real account, so its sandbox needs none.
 */
export const destinationOf = (
  { platform, provider }: { platform: Platform; provider: ProviderName },
  phone: string | null,
  identities: Identities,
): Address | undefined =>
  addressOf(platform, phone, identities) ??
  (platform === "instagram" && provider === "sandbox" ? {} : undefined);
