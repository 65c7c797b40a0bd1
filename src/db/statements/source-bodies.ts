import { type SQL, sql } from "drizzle-orm";
import { KEPT_BODIES, KEPT_BODY_BYTES, KEPT_BODY_DAYS, KEPT_RESULT_DAYS } from "#domain/sources";
import type { Scope } from "#env";
import { DAY_MS } from "#lib/time";
import type { Statement } from "../batch";
import { sources, UNDONE } from "../schema/sources";
import { within } from "../scope/within";

// The bodies of deliveries that are kept: those that are not done with, and the newest.

/** A chunk has no more, and one that was lost is caught up with. */
const BEHIND = 200;

/** The bytes that are left where there were too many, so that they are seldom counted. */
const TRIMMED_BYTES = 0.8 * KEPT_BODY_BYTES;

const ofSource = (scope: Scope, id: number) => within(scope, sources, sql`sources.id = ${id}`);

/**
 * The statements that forget the bodies of a source which are no longer kept, once a chunk up to
 * `newest` is written. `sources.kept_bytes`, to which the chunk has added, is at least what is
 * kept: it is counted again where it is too much.
 */
export const forgetBodies = (scope: Scope, id: number, newest: number): Statement[] => [
  sql`
    update source_deliveries set body = null, bytes = 0
    where source_id = ${id} and bytes > 0 and not ${UNDONE}
      and seq > ${newest - KEPT_BODIES - BEHIND} and seq <= ${newest - KEPT_BODIES}`,
  sql`
    update source_deliveries set body = null, bytes = 0
    where source_id = ${id} and seq in (
      select seq from (
        select kept.seq, sum(kept.bytes) over (order by kept.seq desc) as total
        from sources cross join source_deliveries as kept indexed by source_deliveries_bodies
          on kept.source_id = sources.id and kept.bytes > 0
        where ${ofSource(scope, id)} and sources.kept_bytes > ${KEPT_BODY_BYTES})
      where total > ${TRIMMED_BYTES})`,
  sql`
    update sources set kept_bytes = (
      select ifnull(sum(bytes), 0) from source_deliveries
      where source_id = sources.id and bytes > 0)
    where ${ofSource(scope, id)} and kept_bytes > ${KEPT_BODY_BYTES}`,
];

const KEY = sql`source_id, seq`;

/** Forgets at most `limit` old bodies of deliveries that are still not done with. */
export const pruneBodies = (limit: number): SQL<{ pruned: 1 }> => sql`
  update source_deliveries set body = null, bytes = 0
  where (${KEY}) in (
    select ${KEY} from source_deliveries indexed by source_deliveries_bodies
    where bytes > 0 and received_at < ${Date.now() - KEPT_BODY_DAYS * DAY_MS} and ${UNDONE}
    limit ${limit})
  returning 1 as pruned`;

/** Deletes at most `limit` old deliveries, of all sources. */
export const pruneDeliveries = (limit: number): SQL<{ pruned: 1 }> => sql`
  delete from source_deliveries
  where (${KEY}) in (
    select ${KEY} from source_deliveries
    where received_at < ${Date.now() - KEPT_RESULT_DAYS * DAY_MS} limit ${limit})
  returning 1 as pruned`;
