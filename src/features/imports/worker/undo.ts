import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { importedLeads } from "#db/schema/imports";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { BY_SERVICE, byImport } from "#domain/actors";
import { CHUNK_LEADS } from "#domain/imports";
import { deletionsWhere } from "#features/leads/store";
import { pauseAfter } from "#lib/chunks";
import { CHUNKS } from "./chunks";
import type { Claimed } from "./claim";
import { advance } from "./commit";

/** The number of leads that are deleted at a time. */
const LEADS = 50;

const has = (table: SQL) => sql`exists (select 1 from ${table} where lead_id = leads.id)`;

/**
 * True if nobody but the import has done anything with a lead. The service itself unsubscribes one
 * that is suppressed.
 */
function isUntouched({ row }: Claimed): SQL {
  const actors = [byImport(row.id, false), byImport(row.id, true)];
  const isOwn = (actor: SQL) => sql`ifnull(${actor}, '') in (${actors[0]}, ${actors[1]})`;
  return sql`(
    (${isOwn(sql`leads.changed_by`)} or leads.changed_by = ${BY_SERVICE})
    and not exists (
      select 1 from events
      where lead_id = leads.id and not ${isOwn(sql`actor`)} and actor is not ${BY_SERVICE})
    and not ${has(sql`conversations`)} and not ${has(sql`runs`)} and not ${has(sql`link_sends`)}
    and not exists (
      select 1 from lead_tags where lead_id = leads.id and not ${isOwn(sql`added_by`)}))`;
}

/** No suppression remembers somebody who had no address. */
const isForgotten = sql`
  (is_optout = 1 or is_marketing_optout = 1) and phone_hash is null and email_hash is null`;

/**
 * The next leads that the import has created, behind those that are done; null after the last. Each
 * range is of one chunk.
 */
async function nextIds({ scope, row }: Claimed) {
  const isOf = within(scope, importedLeads, sql`import_id = ${row.id}`);
  const { found } = await readBatch(scope, {
    found: sql<{ first: number; last: number }>`
      select first_id as first, first_id + count - 1 as last from imported_leads
      where ${isOf} and first_id > ${row.undoneTo - CHUNK_LEADS}
        and first_id + count - 1 > ${row.undoneTo}
      order by first_id limit 1`,
  });
  const [range] = found;
  if (!range) return null;
  const first = Math.max(range.first, row.undoneTo + 1);
  return { first, last: Math.min(range.last, first + LEADS - 1) };
}

/** Deletes the next of the leads that nobody has touched; null once there are no more. */
async function undoChunk(claimed: Claimed): Promise<Claimed | null> {
  const { scope, row } = claimed;
  const ids = await nextIds(claimed);
  if (!ids) {
    await batch(scope, { ended: advance(claimed, { state: "undone" }) });
    return null;
  }
  const isNext = sql`leads.id between ${ids.first} and ${ids.last}`;
  const which = sql`${isNext} and ${isUntouched(claimed)}`;
  const count = (condition: SQL) =>
    sql`(select count(*) from leads where ${within(scope, leads, condition)})`;
  await batch(scope, {
    advanced: advance(claimed, {
      undoneTo: ids.last,
      undone: sql`undone + ${count(which)}`,
      optedOut: sql`opted_out - ${count(sql`${which} and ${isForgotten}`)}`,
      kept: sql`kept + ${count(sql`${isNext} and not ${isUntouched(claimed)}`)}`,
    }),
    deleted: deletionsWhere(scope, which),
  });
  scope.sink.wake({ chunks: true });
  return { ...claimed, row: { ...row, undoneTo: ids.last } };
}

/** Goes on with undoing an import. */
export async function undoLeads(claimed: Claimed) {
  let current: Claimed | null = claimed;
  for (let left = CHUNKS; current && left > 0; left--) {
    const before: Claimed = current;
    current = await pauseAfter(() => undoChunk(before));
  }
}
