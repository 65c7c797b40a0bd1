import { type SQL, sql } from "drizzle-orm";
import { events, webhookDeliveries } from "../schema/events";
import { removals } from "../schema/removals";
import { isWorkspaceKept } from "../scope/kept";
import { owned } from "../scope/within";
import { countedFor } from "../statements/erasure-receipts";
import { ofKind, type Removing } from "./behind";

/** The `progress` of a removal that has erased all of the rows that stay. */
const DONE = Number.MAX_SAFE_INTEGER;

/** True if events of a deleted lead are still to be erased. A deleted workspace's just go. */
export const isErasing = sql`(progress < ${DONE} and ${isWorkspaceKept(removals.workspaceId)})`;

/** The members that stay in the data of events that hold something of the person. */
const ERASED = {
  "lead.updated": sql`'{"changes":{}}'`,
  "lead.merged": sql`json_set(data, '$.dropped', json('{}'))`,
  "lead.event_reported": sql`json_set(data, '$.data', json('{}'))`,
};

/**
 * The `ext_id` of who was deleted tells endpoints whom they have to delete. In the second pass of
 * an erasure they have it.
 */
const ERASED_LAST = { "lead.deleted": sql`'{"ext_id":null}'` };

const isLast = (receiptId: number) => sql`exists (
  select 1 from erasure_receipts where id = ${receiptId} and step = 'again')`;

/**
 * Erases what the events of a deleted lead hold of the person, and the answers of endpoints to
 * them. The events stay.
 */
export function eraseEvents(scope: Removing, limit: number): SQL[] {
  const { receiptId } = scope;
  const isOpen = sql`${ofKind(scope, "lead", receiptId)} and ${isErasing}`;
  const lead = sql`(select min(parent_id) from removals where ${isOpen})`;
  const first = sql`
    select id from events
    where ${owned(scope, events)} and lead_id = ${lead}
      and id > (select progress from removals where kind = 'lead' and parent_id = ${lead})
    order by id limit ${limit}`;
  const erase = (type: string, data: SQL, condition = sql`true`) =>
    countedFor(
      scope,
      receiptId,
      "events",
      sql`
        update events set data = ${data}
        where ${owned(scope, events)} and id in (${first}) and type = ${type} and data <> ${data}
          and ${condition}`,
    );
  return [
    ...Object.entries(ERASED).flatMap(([type, data]) => erase(type, data)),
    ...Object.entries(receiptId === 0 ? {} : ERASED_LAST).flatMap(([type, data]) =>
      erase(type, data, isLast(receiptId)),
    ),
    ...countedFor(
      scope,
      receiptId,
      "delivery_answers",
      sql`
        update webhook_deliveries set answer = null
        where ${owned(scope, webhookDeliveries)} and event_id in (${first})
          and answer is not null`,
    ),
    sql`
      update removals set progress = (
        select iif(count(*) < ${limit}, ${DONE}, max(id)) from (${first}))
      where kind = 'lead' and parent_id = ${lead}`,
  ];
}
