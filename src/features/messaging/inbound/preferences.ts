import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { consentStatements } from "#db/statements/consents";
import type { Hashes } from "#db/statements/contact-hashes";
import { isOptedOutElsewhere, latestFirst, ofPlatform } from "#db/statements/latest-consent";
import type { Scope } from "#env";
import { leadIdOf, listOf, type Matched } from "./matched-leads";
import { suppressByPreference } from "./sender-suppressions";
import type { Preference } from "./webhook-events";

/**
 * Enters the preferences that leads have set on the platform, which are about marketing. Without a
 * time, only a change counts. Those of people who are no leads yet are kept for when they become
 * some.
 */
export function preferenceStatements(
  scope: Scope,
  preferences: Matched<Preference>[],
  hashes: Hashes,
): Statement[] {
  if (preferences.length === 0) return [];
  const list = listOf(preferences);
  const lead = leadIdOf(scope);
  const at = sql`ifnull(item.value ->> 'at', ${Date.now()})`;
  const fromList = sql`from json_each(${list}) as item cross join leads on leads.id = ${lead}`;
  const entries = sql`
    select
      leads.id as lead_id, iif(item.value ->> 'wants', 'opted_in', 'opted_out'), 'preference',
      null, ${at}
    ${fromList}
    where item.value ->> 'at' is not null or is_marketing_optout = (item.value ->> 'wants')`;
  // Before there were scopes, such a setting opted out of all messages.
  const isLatestByPlatform = sql`(
    select latest.kind = 'opted_out' and ${ofPlatform("latest")}
      and latest.at / 1000 <= ${at} / 1000
    from consents as latest where latest.lead_id = leads.id ${latestFirst("latest", "all")})`;
  const liftings = sql`
    select leads.id, 'opted_in', 'preference', null, ${at} ${fromList}
    where item.value ->> 'wants' and is_optout = 1
      and ${isLatestByPlatform} and not ${isOptedOutElsewhere("leads.id")}`;
  const leadIds = sql`select ${lead} from json_each(${list}) as item`;
  const consents = preferences.map(({ from, leadId, wants, at }) => ({
    from,
    leadId,
    kind: wants ? ("opted_in" as const) : ("opted_out" as const),
    at: at ?? Date.now(),
  }));
  const lifts = preferences.some(({ wants }) => wants);
  return [
    ...consentStatements(scope, entries, leadIds, "marketing"),
    ...(lifts ? consentStatements(scope, liftings, leadIds, "all") : []),
    ...suppressByPreference(scope, consents, hashes),
  ];
}
