import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { leadIdentities, leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { fillPhone } from "#db/statements/leads/leads";
import { keyOfNumber, keyOfPhone, normalPhone } from "#domain/addresses";
import { numberVariants } from "#domain/wa-numbers";
import type { Scope } from "#env";

/** A number in digits that a lead has shared as its own. */
type Shared = { number: string; hash: string | null; channelId: number };

/**
 * Makes a number an id of the lead that `leadId` selects, and its phone if it has none. A number of
 * another lead stays there: the two are one person (db/merging/same-person.ts).
 */
export function learnNumber(
  scope: Scope,
  leadId: SQL,
  { number, hash, channelId }: Shared,
  condition: SQL,
): Statement[] {
  const now = Date.now();
  const variants = JSON.stringify(numberVariants(number));
  const isKnown = within(
    scope,
    leadIdentities,
    sql`kind = 'wa_id' and value in (select value from json_each(${variants}))
      and lead_id <> (${leadId})`,
  );
  const [own = number] = numberVariants(number);
  const isOfAnother = within(
    scope,
    leads,
    sql`phone_key = ${keyOfNumber(own)} and id <> (${leadId})`,
  );
  const isFree = sql`${condition}
    and not exists (select 1 from lead_identities where ${isKnown})
    and not exists (select 1 from leads where ${isOfAnother})`;
  const phone = normalPhone(`+${number}`, null);
  return [
    fillPhone(scope, leadId, { phone, key: keyOfPhone(phone, null), hash }, isFree),
    sql`
      insert into lead_identities (workspace_id, kind, value, hash, lead_id, channel_id,
        learned_from, created_at, updated_at)
      select workspace_id, 'wa_id', ${number}, ${hash}, id, ${channelId}, 'contact_request',
             ${now}, ${now}
      from leads where ${within(scope, leads, sql`id = (${leadId})`)} and ${isFree}
      on conflict do nothing`,
  ];
}
