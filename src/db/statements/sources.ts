import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { sources } from "../schema/sources";
import { within } from "../scope/within";

// The statements of `sources` and `source_deliveries` for others than the sources themselves.

/** Has sources add a tag no more, which is deleted. */
export const untagSources = (scope: Scope, tagId: number) => sql`
  update sources
  set settings = json_set(settings, '$.tag_ids', json((
    select json_group_array(value) from json_each(settings, '$.tag_ids') where value <> ${tagId})))
  where ${within(scope, sources)}
    and exists (select 1 from json_each(settings, '$.tag_ids') where value = ${tagId})`;

/** Empties the deliveries whose keys a query selects: nobody can tell whose they were. */
export const emptyDeliveries = (keys: SQL) => sql`
  update source_deliveries
  set lead_id = null, booking_id = null, result = null, body = null, bytes = 0
  where (source_id, seq) in (${keys})`;

/** The deliveries of a workspace of which nobody knows whose they are, and that say something. */
const quoting = (scope: Scope) => sql`
  from sources cross join source_deliveries indexed by source_deliveries_quoting
    on source_deliveries.source_id = sources.id
  where ${within(scope, sources)} and source_deliveries.lead_id is null
    and (source_deliveries.body is not null or source_deliveries.result is not null)`;

/** Empties some deliveries of which nobody knows whose they are. */
export const forgetDeliveries = (scope: Scope, limit: number) =>
  emptyDeliveries(sql`
    select source_deliveries.source_id, source_deliveries.seq ${quoting(scope)} limit ${limit}`);

/** True if such deliveries are left. */
export const hasQuotingDeliveries = (scope: Scope) => sql`exists (select 1 ${quoting(scope)})`;
