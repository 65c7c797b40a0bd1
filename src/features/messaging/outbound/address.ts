import { keyOfNumber } from "#domain/addresses";
import {
  type IdentityKind,
  idTraits,
  isPhone,
  kindsOf,
  type Platform,
  type ProviderName,
  platformTraits,
} from "#domain/platforms";

/** A lead's id on a platform: exactly one, except in a sandbox that needs none. */
export type Address = Partial<Record<IdentityKind, string>>;

/**
 * An id of a lead, with the channel that has learnt it and the business portfolio of that channel.
 * With `isAnothers` it is the number that the lead has as its phone, as an id of another lead.
 */
export type KnownId = {
  kind: IdentityKind;
  value: string;
  channelId: number | null;
  portfolioId: string | null;
  isUnreachable: boolean;
  isAnothers: boolean;
};

/** A lead's ids on the platforms, the preferred ones first. */
export type Identities = KnownId[];

/** The facts of a channel that decide to which ids it can send. */
export type AddressingChannel = { id: number; platform: Platform; portfolioId: string | null };

/**
 * The lead's address for a channel; undefined where it has none: its phone, unless nobody is there
 * and an account can be reached. Where the address is a phone, it is the lead's own (`phone_key`),
 * in the platform's own spelling where that is known. In SQL: `isReachable` (leads/reachable.ts).
 */
export function addressOf(
  channel: AddressingChannel,
  number: string | null,
  identities: Identities,
): Address | undefined {
  const known = kindsOf(channel.platform).flatMap((kind) => {
    const ids = identities.filter((id) => id.kind === kind);
    return (isPhone(kind) ? phoneIn(kind, number, ids) : ids.find(fits(channel))) ?? [];
  });
  const direct = known.filter(({ kind }) => !isLastResort(kind));
  const best = direct.find(({ isUnreachable }) => !isUnreachable) ?? direct[0] ?? known[0];
  return best && { [best.kind]: best.value };
}

/** True for an account that is known beyond a portfolio: whether it is an address is not sure. */
const isLastResort = (kind: IdentityKind) => !isPhone(kind) && idTraits[kind].knownTo === "all";

/** The phone in the lead's own spelling, else as it is, unless it is another lead's by now. */
function phoneIn(kind: IdentityKind, number: string | null, ids: KnownId[]) {
  const isOwn = ({ value }: KnownId) => number === null || keyOfNumber(value) === number;
  const isFree = !ids.some(({ isAnothers }) => isAnothers);
  return (
    ids.find((id) => !id.isAnothers && isOwn(id)) ??
    (number !== null && isFree ? { kind, value: number.slice(1), isUnreachable: false } : undefined)
  );
}

/** True if a channel can send to an id. Nobody knows of old ones which channel has learnt them. */
const fits =
  ({ id, portfolioId }: AddressingChannel) =>
  (known: KnownId) => {
    const { knownTo } = idTraits[known.kind];
    if (knownTo === "all" || known.channelId === null || known.channelId === id) return true;
    return knownTo === "portfolio" && portfolioId !== null && known.portfolioId === portfolioId;
  };

/** Where a message goes that needs a phone number, however well an account could be reached. */
export const phoneDestinationOf: typeof destinationOf = (channel, number, identities) =>
  destinationOf(
    channel,
    number,
    identities.filter(({ kind }) => isPhone(kind)),
  );

/** Where a message to a lead goes; undefined where it can go nowhere. */
export const destinationOf = (
  channel: AddressingChannel & { provider: ProviderName },
  number: string | null,
  identities: Identities,
): Address | undefined =>
  addressOf(channel, number, identities) ??
  (channel.provider === "sandbox" && !platformTraits[channel.platform].sandboxNeedsAddress
    ? {}
    : undefined);
