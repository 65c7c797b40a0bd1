import { keyOfNumber } from "#domain/addresses";
import {
  type IdentityKind,
  isPhone,
  kindsOf,
  type Platform,
  type ProviderName,
  platformTraits,
} from "#domain/platforms";

/** A lead's id on a platform: exactly one, except in a sandbox that needs none. */
export type Address = Partial<Record<IdentityKind, string>>;

/** A lead's ids on the platforms, the preferred ones first. */
export type Identities = [kind: IdentityKind, value: string][];

/**
 * The lead's address on a platform; undefined where it is not known. Where the address is a phone,
 * it is the lead's own (`phone_key`), in the platform's own spelling where that is known.
 */
export function addressOf(
  platform: Platform,
  number: string | null,
  identities: Identities,
): Address | undefined {
  const isOwn = (id: string) => number === null || keyOfNumber(id) === number;
  for (const kind of kindsOf(platform)) {
    const ids = identities.filter(([known]) => known === kind).map(([, value]) => value);
    const value = isPhone(kind) ? (ids.find(isOwn) ?? number?.slice(1)) : ids[0];
    if (value) return { [kind]: value };
  }
  return undefined;
}

/** Where a message to a lead goes; undefined where it can go nowhere. */
export const destinationOf = (
  { platform, provider }: { platform: Platform; provider: ProviderName },
  number: string | null,
  identities: Identities,
): Address | undefined =>
  addressOf(platform, number, identities) ??
  (provider === "sandbox" && !platformTraits[platform].sandboxNeedsAddress ? {} : undefined);
