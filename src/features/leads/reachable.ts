import { type SQL, sql } from "drizzle-orm";
import { byPlatform, listed } from "#db/by-platform";
import { kindsOf, phoneKindOf, platforms } from "#domain/platforms";

/**
 * True if the lead `leads` has an address that a channel of a platform, or of any, can send to: an
 * id there, or a phone where that is one.
 */
export const isReachable = (platform?: SQL) => {
  const byPhone = platform && sql`and ${platform} in ${listed(platforms.filter(phoneKindOf))}`;
  const isKind = platform && byPlatform(platform, (name) => sql`kind in ${listed(kindsOf(name))}`);
  return sql`(
    leads.phone_key is not null ${byPhone ?? sql``}
    or exists (
      select 1 from lead_identities
      where lead_id = leads.id ${isKind ? sql`and ${isKind}` : sql``}))`;
};

/** Unreachable leads are among those: each workspace's are together in the index of phones. */
export const mayBeUnreachable = sql`leads.phone_key is null`;
