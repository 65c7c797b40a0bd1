import { eq, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { stop } from "#db/lists/page";
import { oldRows } from "#db/removal/prune";
import { events } from "#db/schema/events";
import { exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { DAY_MS } from "#lib/time";
import { type EventRow, eventColumns, toEvent } from "./event-row";
import { idRangeOf, inOrder, pageIds } from "./page-ids";
import type { EventQuery } from "./query";
import type { Event } from "./schema";

export async function listEvents(
  scope: Scope,
  query: EventQuery,
  page: PageRequest,
): Promise<Page<Event>> {
  const range = idRangeOf(query, page);
  const { listed } = await readBatch(scope, {
    listed: sql<EventRow>`
      select ${eventColumns}, ${stop} from (${pageIds(scope, query, range, page)}) as page
      cross join events on ${within(scope, events)} and events.id = page.row_id
      ${inOrder(range)}`,
  });
  return cutPage(listed, page, toEvent, query.order === "asc");
}

export const eventExists = exists(events);

export async function getEvent(scope: Scope, id: number): Promise<Event> {
  const { event } = await readBatch(scope, {
    event: sql<EventRow>`
      select ${eventColumns} from events where ${within(scope, events, eq(events.id, id))}`,
  });
  return toEvent(found(event[0]));
}

const EVENT_LIFE_MS = 30 * DAY_MS;

/** Deletes at most `limit` events that are older than 30 days, with their deliveries. */
export const pruneEvents = (limit: number) => sql<{ pruned: 1 }>`
  delete from events where (workspace_id, id) in (
    ${oldRows(events, sql`${Date.now() - EVENT_LIFE_MS}`, limit)})
  returning 1 as pruned`;
