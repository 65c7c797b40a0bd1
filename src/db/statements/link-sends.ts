import { eq, type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { leads } from "../schema/leads";
import { linkSends, shortLinks } from "../schema/links";
import { within } from "../scope/scope";

// All statements that write `link_sends`. Triggers add the clicks.

/** Creates a link send for a lead, unless the workspace lacks the link or the lead. */
export function insertLinkSend(scope: Scope, linkId: number, leadId: number) {
  const link = within(scope, shortLinks, eq(shortLinks.id, linkId));
  const lead = within(scope, leads, eq(leads.id, leadId));
  return sql<{ id: number }>`
    insert into link_sends (workspace_id, short_link_id, lead_id, changed_by, created_at)
    select ${leads.workspaceId}, ${shortLinks.id}, ${leads.id}, ${scope.actor}, ${Date.now()}
    from ${shortLinks} cross join ${leads}
    where ${link} and ${lead}
    returning id`;
}

/**
 * Creates the link sends of a message under ids that were reserved for them, except for links that
 * are gone. `messageId` is an id in SQL.
 */
export function insertMessageLinkSends(
  scope: Scope,
  leadId: number,
  messageId: SQL,
  links: { id: number; sendId: number }[],
) {
  const list = JSON.stringify(links.map(({ id, sendId }) => [sendId, id]));
  return sql`
    insert into link_sends (id, workspace_id, short_link_id, lead_id, message_id, created_at)
    select value ->> 0, ${scope.workspaceId}, short_links.id, ${leadId}, ${messageId}, ${Date.now()}
    from json_each(${list})
      cross join short_links on short_links.id = value ->> 1
    where ${within(scope, shortLinks)}`;
}

/**
 * Creates the link sends of messages of runs under ids that were reserved for them, where
 * `condition` holds, except for links or messages that are gone. The condition may use
 * `item.value`, a link of the list.
 */
export function insertRunLinkSends(
  scope: Scope,
  links: { run: number; visit: number; linkId: number; sendId: number }[],
  condition: SQL,
  now: number,
) {
  const isLink = within(scope, shortLinks, sql`short_links.id = item.value ->> 'linkId'`);
  return sql`
    insert into link_sends (id, workspace_id, short_link_id, lead_id, message_id, scenario_id,
      created_at)
    select item.value ->> 'sendId', ${scope.workspaceId}, short_links.id, runs.lead_id, messages.id,
      runs.scenario_id, ${now}
    from json_each(${JSON.stringify(links)}) as item
      cross join runs on runs.id = item.value ->> 'run'
      cross join messages on messages.run_id = runs.id and messages.visit = item.value ->> 'visit'
      cross join short_links on ${isLink}
    where ${condition}`;
}

/** Sets when a link send was sent or read. */
export const setLinkSendTimes = (
  scope: Scope,
  id: number,
  times: { sentAt?: number | null; readAt?: number | null },
) =>
  scope.db
    .update(linkSends)
    .set({ ...times, changedBy: scope.actor })
    .where(within(scope, linkSends, eq(linkSends.id, id)));

/** The column that records that the link's tag for the moment was applied to the recipient. */
const taggedColumns = { sent: "sentTagged", read: "readTagged", clicked: "clickedTagged" } as const;

/** Marks link sends whose recipients have been tagged for a moment. */
export const markTagged = (db: Scope["db"], moment: keyof typeof taggedColumns, sends: SQL) =>
  db
    .update(linkSends)
    .set({ [taggedColumns[moment]]: true })
    .where(sends);
