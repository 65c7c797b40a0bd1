import { type SQL, sql } from "drizzle-orm";
import { batch, type Statement } from "#db/batch";
import { consents } from "#db/schema/consents";
import { leads } from "#db/schema/leads";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { changeConsent } from "#db/statements/consents";
import { latestAtPlatform } from "#db/statements/latest-consent";
import { unsuppressLead } from "#db/statements/suppressions";
import type { ConsentScope } from "#domain/consents";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { selectLead } from "./read";
import { toLead } from "./row";
import { stoppedAtMeta } from "./warnings";

/** Opts a lead out of a scope or in through the API, which ends all suppressions of that scope. */
export const consentByRequest = (
  scope: Scope,
  lead: SQL,
  isOptout: boolean,
  about: ConsentScope,
): Statement[] => [
  ...changeConsent(scope, lead, isOptout, "api", Date.now(), about),
  ...(isOptout ? [] : unsuppressLead(scope, lead, about)),
];

/** True for a lead that could get marketing, but has stopped it on the platform. */
const selectStopped = (scope: Scope, id: number) => sql<{ id: number }>`
  select id from leads
  where ${within(scope, leads, sql`id = ${id} and is_optout = 0 and is_marketing_optout = 0`)}
    and 'opted_out' is ${latestAtPlatform(within(scope, consents, sql`lead_id = ${id}`))}`;

/** Opts a lead out of a scope or in, with a warning where the platform goes on refusing. */
export async function setConsent(scope: Scope, id: number, isOptout: boolean, about: ConsentScope) {
  const { lead, stopped } = await batch(scope, {
    consent: consentByRequest(scope, sql`${selectId(scope, leads, id)}`, isOptout, about),
    lead: selectLead(scope, id),
    stopped: isOptout ? undefined : selectStopped(scope, id),
  });
  return {
    lead: toLead(found(lead[0])),
    warnings: stopped?.length ? [stoppedAtMeta] : [],
  };
}
