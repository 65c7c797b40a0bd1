import { type SQL, sql } from "drizzle-orm";
import { byPlatform, listed } from "#db/by-platform";
import {
  identityKinds,
  idTraits,
  isPhone,
  kindsOf,
  phoneKindOf,
  platforms,
} from "#domain/platforms";

const PHONE_KINDS = listed(identityKinds.filter(isPhone));
/** Ids that are known to some channels alone. */
export const SCOPED_KINDS = listed(
  identityKinds.filter((kind) => idTraits[kind].knownTo !== "all"),
);

/** True if two channels, by their ids, belong to one business portfolio that is known. */
export const areOfOnePortfolio = (one: SQL, other: SQL) => sql`exists (
  select 1 from channels as first cross join channels as second
    on second.id = ${other} and second.portfolio_id = first.portfolio_id
  where first.id = ${one})`;

/**
 * Selects numbers of the lead `leads` that are another's by now. Nobody has proved to hold a number
 * that is known from our own messages to it alone.
 */
const selectLostNumbers = sql`
  select kind, value from lead_identities as other
  where other.workspace_id = leads.workspace_id and kind in ${PHONE_KINDS}
    and value in (ltrim(leads.phone_key, '+'), ltrim(leads.phone, '+'))
    and other.lead_id <> leads.id and ifnull(learned_from, '') not in ('answer', 'report')`;

/** The address of `outbound/address.ts` in SQL, of any channel that may be. */
const isAddress = sql`replaced_at is null and case
  when kind in ${PHONE_KINDS} then leads.phone_key is null or hash = leads.phone_hash
  when kind in ${SCOPED_KINDS} then channel_id is null
    or exists (select 1 from channels where channels.id = channel_id)
  else true end`;

/**
 * True if the lead `leads` has an address that a channel of a platform, or of any, can send to: an
 * id there, or a phone where that is one.
 */
export const isReachable = (platform?: SQL) => {
  const byPhone = platform && sql`and ${platform} in ${listed(platforms.filter(phoneKindOf))}`;
  const isKind = platform && byPlatform(platform, (name) => sql`kind in ${listed(kindsOf(name))}`);
  return sql`(
    leads.phone_key is not null ${byPhone ?? sql``} and not exists (${selectLostNumbers})
    or exists (
      select 1 from lead_identities
      where lead_id = leads.id ${isKind ? sql`and ${isKind}` : sql``} and ${isAddress}))`;
};

/** The most rows that D1 counts for it: a number of another lead, an id, and its channel. */
export const REACHABLE_ROWS = 4;

/**
 * The ids that a message to the lead `leads` may go to, as JSON, in the order in which to try them,
 * and those that forbid its phone (`outbound/address.ts`).
 */
export const identitiesJson = sql`(
  select json_group_array(json_object(
    'kind', kind, 'value', value, 'channelId', channel_id, 'portfolioId', portfolio_id,
    'isUnreachable', json(iif(unreachable_at is null, 'false', 'true')),
    'isAnothers', json(iif(is_anothers, 'true', 'false')))
    order by unreachable_at is not null, updated_at desc, created_at desc)
  from (
    select kind, value, channel_id, iif(
        kind in ${SCOPED_KINDS},
        (select portfolio_id from channels where channels.id = lead_identities.channel_id),
        null) as portfolio_id,
      unreachable_at, updated_at, created_at, 0 as is_anothers
    from lead_identities where lead_id = leads.id and replaced_at is null
    union all
    select kind, value, null, null, null, null, null, 1 from (${selectLostNumbers})))`;
