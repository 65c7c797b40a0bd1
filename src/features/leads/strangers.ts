import { type SQL, sql } from "drizzle-orm";
import { leadIdentities } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { accountKinds } from "#domain/platforms";

/** Somebody who may be a lead's: the ids besides the number, as JSON lists of kind and value. */
type Somebody = { workspaceId: SQL; channelId: SQL; ids: SQL; number: SQL };

const ACCOUNT_KINDS = JSON.stringify(accountKinds);

/** True if the id `own` is known to the channel, or to its portfolio. */
const isKnownTo = (channelId: SQL) => sql`(
  own.channel_id is null or own.channel_id = ${channelId} or exists (
    select 1 from channels as learnt cross join channels as here
      on here.id = ${channelId} and here.portfolio_id = learnt.portfolio_id
    where learnt.id = own.channel_id))`;

/**
 * True if a lead that is known by the number of somebody is not this person: it has an account of
 * its own, and the number comes with another account, or alone is another lead's identity by now.
 * Somebody else has the number: operators give them out again. Ids that moves connect are one
 * lead's (`connected_ids`).
 */
export function isSomebodyElse(leadId: SQL, { workspaceId, channelId, ids, number }: Somebody) {
  const isOf = (value: SQL) => within({ workspaceId }, leadIdentities, value);
  const hasAccount = sql`exists (
    select 1 from lead_identities as own
    where own.lead_id = ${leadId} and own.replaced_at is null and ${isKnownTo(channelId)}
      and iif(json_array_length(${ids}) > 0,
        own.kind in (select value ->> 0 from json_each(${ids})),
        own.kind in (select value from json_each(${ACCOUNT_KINDS}))))`;
  const hasGivenId = sql`exists (
    select 1 from json_each(${ids}) as given cross join lead_identities
      on ${isOf(sql`kind = given.value ->> 0 and lead_identities.value = given.value ->> 1`)}
    where lead_identities.lead_id = ${leadId})`;
  const isAnothers = sql`exists (
    select 1 from lead_identities
    where ${isOf(sql`kind = 'wa_id' and value = ${number} and lead_id <> ${leadId}`)})`;
  return sql`(
    ${hasAccount}
    and iif(json_array_length(${ids}) > 0, not ${hasGivenId}, ${isAnothers}))`;
}
