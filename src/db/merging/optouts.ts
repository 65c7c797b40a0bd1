import { sql } from "drizzle-orm";
import { type ConsentScope, consentScopes } from "#domain/consents";
import type { Scope } from "#env";
import type { Statement } from "../batch";
import { leads } from "../schema/leads";
import { within } from "../scope/within";
import { consentStatements } from "../statements/consents";
import { latestFirst } from "../statements/latest-consent";
import { optoutFlag } from "../statements/leads/leads";
import { isMerge, type Merge, moving } from "./merge";

// The consent of two leads of which one is made: an opt-out of either holds, in its scope.

/** Whoever has opted out of a scope as one of the two leads has opted out of it. */
export function holdOptouts(
  scope: Scope,
  merge: Merge,
  now: number,
  about: ConsentScope,
): Statement[] {
  const flag = optoutFlag(about);
  const latest = (column: string) => sql`(
    select ${sql.raw(column)} from consents
    where consents.lead_id = leads.id ${latestFirst("consents", about)})`;
  const entries = sql`
    select leads.id, 'opted_out', 'merge', null, max(${now}, ifnull(${latest("at")}, 0))
    from lead_merges cross join leads on leads.id = keep_id
    where ${isMerge(scope, merge)} and is_joining = 1
      and (${flag} = 1 or fields ->> '${flag}' = 1)
      and ${latest("kind")} is not 'opted_out'`;
  return consentStatements(scope, entries, keptOf(scope, merge), about);
}

/** Selects the kept lead while the two are being joined. */
export const keptOf = (scope: Scope, merge: Merge) => sql`
  select keep_id from lead_merges where ${isMerge(scope, merge)} and is_joining = 1`;

/** While a long merge goes on, nothing is sent to either lead if one has opted out. */
export function stopBoth(scope: Scope, merge: Merge, now: number): Statement[] {
  const both = sql`
    select id from leads
    where ${within(scope, leads, sql`id in (${merge.leadId}, ${merge.keepId})`)}
      and ${moving(scope, merge, "open")} is not null`;
  return consentScopes.flatMap((about) => {
    const flag = optoutFlag(about);
    const entries = sql`
      select id, 'opted_out', 'merge', null, ${now} from leads
      where id in (${both}) and ${flag} = 0
        and exists (select 1 from leads where id in (${both}) and ${flag} = 1)`;
    return consentStatements(scope, entries, both, about);
  });
}
