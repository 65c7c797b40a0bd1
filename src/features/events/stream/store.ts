import { eq, sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "#db/batch";
import { tokens, workspaces } from "#db/schema/access";
import { eventStreams, events } from "#db/schema/events";
import { isWorkspaceKept } from "#db/scope/kept";
import { inDirectory, within } from "#db/scope/scope";
import type { Scope } from "#env";
import { type EventRow, eventColumns, toEvent } from "../event-row";
import type { Outgoing } from "./listener";

/** An event has at most 20,000 bytes. */
const EVENTS_PER_PAGE = 100;
/** More events than these are looked up in the feed. */
const MAX_EVENTS_BEHIND = 10_000;

/**
 * Has triggers mark the events of the workspace from now on. Returns the newest before, and whether
 * there are too many after another.
 */
export async function register(scope: Scope, after: number) {
  const { workspaceId } = scope;
  const own = within(scope, events);
  const { place } = await unscopedBatch(scope, {
    registered: sql`
      insert into event_streams (workspace_id)
      select id from workspaces where id = ${workspaceId} and ${isWorkspaceKept(workspaceId)}
      on conflict do nothing`,
    place: sql<{ newest: number; isFar: 0 | 1 }>`
      select ifnull((select max(id) from events where ${own}), 0) as newest,
        exists (
          select 1 from events where ${own} and id > ${after}
          order by id limit 1 offset ${MAX_EVENTS_BEHIND}) as isFar`,
  });
  return { newest: place[0]?.newest ?? 0, isFar: place[0]?.isFar === 1 };
}

/** Has triggers mark no more events of a workspace without listeners. */
export const forget = (scope: Scope) =>
  unscopedBatch(scope, {
    forgotten: sql`delete from event_streams where ${within(scope, eventStreams)}`,
  });

/**
 * A page of the events after one. Those after its last one are unsent, if it `isNewest`: if no
 * listener has been sent a later one.
 */
export async function readPage(scope: Scope, after: number, isNewest: boolean) {
  const own = within(scope, events);
  const following = sql`
    select id from events where ${own} and id > ${after} order by id limit ${EVENTS_PER_PAGE}`;
  const { page } = await unscopedBatch(scope, {
    marked: isNewest
      ? sql`
          update event_streams
          set next_event_id = (
            select id from events where ${own} and id > ${after}
            order by id limit 1 offset ${EVENTS_PER_PAGE})
          where ${within(scope, eventStreams)} and next_event_id is not null`
      : undefined,
    page: sql<EventRow>`
      select ${eventColumns} from (${following}) as page
      cross join events on ${own} and events.id = page.id
      order by events.id`,
  });
  return {
    events: page.map(toOutgoing),
    last: page.at(-1)?.id ?? after,
    isFull: page.length === EVENTS_PER_PAGE,
  };
}

function toOutgoing(row: EventRow): Outgoing {
  const text = JSON.stringify(toEvent(row));
  return { id: row.id, type: row.type, text, bytes: new TextEncoder().encode(text).length };
}

export { scopeOf } from "#db/scope/scope";

type TokenRow = { id: number; expiresAt: number | null; isSuspended: 0 | 1 };

/**
 * The tokens of the workspace among these that are valid, and when they expire; none while it is
 * suspended. The directory knows.
 */
export async function readTokens(scope: Scope, ids: readonly number[]) {
  const { rows } = await readBatch(inDirectory(scope), {
    rows: sql<TokenRow>`
      select tokens.id, expires_at as expiresAt, suspended_at is not null as isSuspended
      from tokens cross join workspaces on ${eq(workspaces.id, tokens.workspaceId)}
      where ${within(scope, tokens)}
        and tokens.id in (select value from json_each(${JSON.stringify(ids)}))
        and (expires_at is null or expires_at > ${Date.now()})`,
  });
  return {
    isSuspended: rows.some(({ isSuspended }) => isSuspended),
    expiries: new Map(rows.map(({ id, expiresAt }) => [id, expiresAt])),
  };
}
