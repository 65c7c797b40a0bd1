import { type SQL, sql } from "drizzle-orm";
import type { ConsentMethod } from "#domain/messaging";
import type { Writer } from "#env";
import type { Statement } from "../batch";
import { isOptedOutElsewhere } from "./latest-consent";
import { applyLatestConsents } from "./leads/leads";
import { failQueuedOfOptedOut } from "./messages/queued";
import { endRunsOfOptedOut } from "./runs";

// The statements that write the table `consents`: a ledger of opt-outs and opt-ins.

/**
 * Enters changes of consent into the ledger, and sets `is_optout` of the leads by their latest
 * entry: an entry that arrives late does not undo a later one. Ends the runs and fails the queued
 * messages of leads that are opted out by then. `entries` selects lead id, kind, method, message id
 * and time; an entry that is in the ledger already is left out. Where `is_optout` changes, the SQL
 * trigger `leads_suppress` (leads.sql) remembers the hashes of the lead, or forgets its own.
 */
export const consentStatements = (writer: Writer, entries: SQL, leadIds: SQL): Statement[] => [
  sql`
    insert into consents (workspace_id, lead_id, kind, method, message_id, at, created_at)
    with entry (lead_id, kind, method, message_id, at) as (${entries})
    select leads.workspace_id, entry.lead_id, entry.kind, entry.method,
           entry.message_id, entry.at, ${Date.now()}
    from entry cross join leads on leads.id = entry.lead_id
    where true
    order by entry.message_id
    on conflict do nothing`,
  applyLatestConsents(writer, leadIds),
  ...stopOptedOut(writer, leadIds),
];

/** Ends the runs and fails the queued messages of those of the leads that have opted out. */
export const stopOptedOut = (writer: Writer, leadIds: SQL): Statement[] => [
  endRunsOfOptedOut(writer, leadIds),
  failQueuedOfOptedOut(writer, leadIds),
];

/**
 * Opts leads out or in. A lead that already has the consent gets no entry, unless it has opted out
 * by the platform alone, whose settings would take that back.
 */
export function changeConsent(
  writer: Writer,
  leadIds: SQL,
  isOptout: boolean,
  method: ConsentMethod,
  at: number,
): Statement[] {
  const kind = isOptout ? "opted_out" : "opted_in";
  const isWider = isOptout
    ? sql`is_optout = 1 and exists (select 1 from consents where lead_id = leads.id)
          and not ${isOptedOutElsewhere("leads.id")}`
    : sql`false`;
  const changing = sql`
    select id as lead_id, ${kind}, ${method}, null, ${at} from leads
    where id in (${leadIds}) and (is_optout <> ${Number(isOptout)} or ${isWider})`;
  return consentStatements(writer, changing, leadIds);
}
