import { type SQL, sql } from "drizzle-orm";
import type { ConsentMethod, ConsentScope } from "#domain/consents";
import type { Writer } from "#env";
import type { Statement } from "../batch";
import { isOptedOutElsewhere } from "./latest-consent";
import { applyLatestConsents, optoutFlag } from "./leads/leads";
import { failQueuedMarketing, failQueuedOfOptedOut } from "./messages/queued";
import { endRunsOfOptedOut } from "./runs";
import { samePeople } from "./same-people";

// The statements that write the table `consents`: two ledgers of opt-outs and opt-ins, one for each
// scope. No entry of one changes the other.

/**
 * Enters changes of consent into the ledger of a scope, and sets the leads' flag by their latest
 * entry: an entry that arrives late does not undo a later one. Stops what leads that are opted out
 * by then no longer get. `entries` selects lead id, kind, method, message id and time; an entry
 * that is in the ledger already is left out. Where the flag changes, the SQL triggers
 * `leads_suppress` and `leads_suppress_marketing` (leads.sql) remember the hashes of the lead, or
 * forget its own.
 */
export const consentStatements = (
  writer: Writer,
  entries: SQL,
  leadIds: SQL,
  about: ConsentScope = "all",
): Statement[] => [
  sql`
    insert into consents (workspace_id, lead_id, scope, kind, method, message_id, at, created_at)
    with entry (lead_id, kind, method, message_id, at) as (${entries})
    select leads.workspace_id, entry.lead_id, ${about}, entry.kind, entry.method,
           entry.message_id, entry.at, ${Date.now()}
    from entry cross join leads on leads.id = entry.lead_id
    where true
    order by entry.message_id
    on conflict do nothing`,
  applyLatestConsents(writer, leadIds, about),
  ...stopOptedOut(writer, leadIds, about),
];

/**
 * Enters that leads have consented to a scope in a form. It changes nothing else: nobody is
 * subscribed again. `entries` selects lead id, words and time. An entry that is in the ledger
 * already is left out, and so are the same words where the lead's latest entry has them.
 */
export const proveConsents = (entries: SQL, about: ConsentScope): SQL => sql`
  insert into consents (workspace_id, lead_id, scope, kind, method, words, at, created_at)
  with entry (lead_id, words, at) as (${entries})
  select leads.workspace_id, entry.lead_id, ${about}, 'opted_in', 'form', entry.words, entry.at,
         ${Date.now()}
  from entry cross join leads on leads.id = entry.lead_id
  where entry.words is not (
    select iif(method = 'form', words, null) from consents
    where consents.lead_id = leads.id and scope = ${about} order by at / 1000 desc, id desc limit 1)
  on conflict do nothing`;

/**
 * Stops what those of the leads that have opted out of a scope no longer get, and all that are the
 * same person (`leads_same_person` in leads.sql): their runs and queued messages, or of marketing
 * its queued templates alone.
 */
export const stopOptedOut = (
  writer: Writer,
  leadIds: SQL,
  about: ConsentScope = "all",
): Statement[] =>
  about === "marketing"
    ? [failQueuedMarketing(writer, samePeople(leadIds))]
    : [
        endRunsOfOptedOut(writer, samePeople(leadIds)),
        failQueuedOfOptedOut(writer, samePeople(leadIds)),
      ];

/**
 * Opts leads out of a scope or in. A lead that already has the consent gets no entry, unless it has
 * opted out of all by the platform alone, whose settings would take that back.
 */
export function changeConsent(
  writer: Writer,
  leadIds: SQL,
  isOptout: boolean,
  method: ConsentMethod,
  at: number,
  about: ConsentScope = "all",
): Statement[] {
  const kind = isOptout ? "opted_out" : "opted_in";
  const isWider =
    isOptout && about === "all"
      ? sql`is_optout = 1
          and exists (select 1 from consents where lead_id = leads.id and scope = 'all')
          and not ${isOptedOutElsewhere("leads.id")}`
      : sql`false`;
  const changing = sql`
    select id as lead_id, ${kind}, ${method}, null, ${at} from leads
    where id in (${leadIds}) and (${optoutFlag(about)} <> ${Number(isOptout)} or ${isWider})`;
  return consentStatements(writer, changing, leadIds, about);
}
