import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { isHeld } from "#db/statements/held-echoes";
import type { Scope } from "#env";
import { leadsIn, selectLeadsOf } from "#features/leads/sender-leads";
import type { Receiver } from "./matched-leads";
import { keyOf, lookupOf, type Sent } from "./sender-matching";
import type { Echo } from "./webhook-events";

/** The external ids of those messages that are not stored. Echoes that are held are stored. */
export function selectMissing(scope: Scope, { id }: Receiver, messages: Echo[]) {
  const mayBeHeld = messages.some(({ mayBeOurs }) => mayBeOurs);
  const externalIds = new Set(messages.map(({ externalId }) => externalId));
  return sql<{ id: string }>`
    select value as id from json_each(${JSON.stringify([...externalIds])})
    where not exists (
      select 1 from messages where channel_id = ${id} and external_id = value)
    ${mayBeHeld ? sql`and not ${isHeld(scope, id, sql`value`)}` : sql``}`;
}

/**
 * The leads of senders, those who have another lead's number by now, and those with ids of several
 * leads, by `keyOf`; the external ids of the messages that are not stored.
 */
export async function findKnown(
  scope: Scope,
  receiver: Receiver,
  events: Sent[],
  selectMissing: ReturnType<typeof sql<{ id: string }>>,
) {
  const distinct = [...new Map(events.map((event) => [keyOf(event), event]))];
  const [leads, nextHolders] = [new Map<string, number>(), new Set<string>()];
  const severalLeads: Sent[] = [];
  if (distinct.length === 0)
    return { leads, nextHolders, severalLeads, missing: new Set<string>() };
  const lookups = distinct.map(([, event]) => lookupOf(event));
  const { found, missing } = await readBatch(scope, {
    found: selectLeadsOf(scope, receiver.id, lookups),
    missing: selectMissing,
  });
  for (const [index, [key, event]] of distinct.entries()) {
    const { leadIds, isNextHolder } = leadsIn(found[index]);
    const [leadId] = leadIds;
    if (leadId !== undefined && leadId === (event.from.leadId ?? leadId)) leads.set(key, leadId);
    if (leadIds.length > 1) severalLeads.push(event);
    if (isNextHolder) nextHolders.add(key);
  }
  return { leads, nextHolders, severalLeads, missing: new Set(missing.map(({ id }) => id)) };
}
