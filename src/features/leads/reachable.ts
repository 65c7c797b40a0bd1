import { type SQL, sql } from "drizzle-orm";

/**
 * True if the lead `leads` has an address that a channel of a platform, or of any, can send to: on
 * WhatsApp a phone that can be one, or an id there, on Instagram an id there.
 */
export const isReachable = (platform?: SQL) => {
  const ofPlatform = platform && sql`and (kind = 'instagram_id') = (${platform} = 'instagram')`;
  return sql`(
    leads.phone_key is not null ${platform ? sql`and ${platform} = 'whatsapp'` : sql``}
    or exists (
      select 1 from lead_identities where lead_id = leads.id ${ofPlatform ?? sql``}))`;
};

/** Unreachable leads are among those: each workspace's are together in the index of phones. */
export const mayBeUnreachable = sql`leads.phone_key is null`;
