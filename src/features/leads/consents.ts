import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { paged } from "../../db/page";
import { selectId } from "../../db/rows";
import { endedRun } from "../../db/runs";
import { runs } from "../../db/schema/automation";
import { leads } from "../../db/schema/leads";
import { consents, messages } from "../../db/schema/messaging";
import { readAll, type Statement } from "../../db/scope";
import { refused } from "../../domain/block-reasons";
import type { ConsentMethod } from "../../domain/messaging";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { found } from "../../lib/problem";
import { iso } from "../../lib/time";
import type { Consent } from "./schema";

/** The order of a lead's entries. WhatsApp's times are whole seconds: within one, it is the order in which they came. */
export const entryOrder = (table: string) => sql.raw(`${table}.at / 1000, ${table}.id`);

/** What the latest entry of a lead says; null where there is none. */
const latest = sql`(select kind = 'opted_out' from consents where lead_id = leads.id order by at / 1000 desc, id desc limit 1)`;

/**
 * Whether the lead `leads` gets nothing: it has opted out, or its WhatsApp number is that of another lead who has. Who said STOP is the
 * person behind the number, whichever lead has it now.
 */
export const isUnsubscribed = sql`(leads.is_optout = 1
  or exists (select 1 from lead_identities as known cross join leads as other on other.id = known.lead_id
    where known.workspace_id = leads.workspace_id and known.kind = 'wa_id' and known.value = ltrim(leads.phone, '+') and other.is_optout = 1)
  or exists (select 1 from lead_identities as known cross join leads as other on other.workspace_id = leads.workspace_id and other.phone = '+' || known.value
    where known.lead_id = leads.id and known.kind = 'wa_id' and other.is_optout = 1))`;

const optedOut = (leadId: SQL) =>
  sql`exists (select 1 from leads where id = ${leadId} and is_optout = 1)`;

/**
 * The statements that enter changes of consent into the ledger, and make `is_optout` of the leads what its latest entry says: an entry
 * that comes late does not undo a later one. The runs and the queued messages of who is then opted out end. `entries` selects lead id,
 * kind, method, message id and time; an entry that is there already is left out.
 */
export function consentStatements(db: Scope["db"], entries: SQL, leadIds: SQL): Statement[] {
  const now = Date.now();
  return [
    db
      .insert(consents)
      .select(
        // In the order of the table's columns; by message, as they came.
        sql`select null, leads.workspace_id, entry.* , ${now} from (${entries}) as entry cross join leads on leads.id = entry.lead_id where true order by 6`,
      )
      .onConflictDoNothing(),
    db
      .update(leads)
      .set({ isOptout: sql`${latest}`, updatedAt: now })
      .where(sql`${leads.id} in (${leadIds}) and ${leads.isOptout} <> ${latest}`),
    db
      .update(runs)
      .set(endedRun("exited", "opted_out"))
      .where(
        and(
          sql`${runs.leadId} in (${leadIds})`,
          isNull(runs.endedAt),
          optedOut(sql`${runs.leadId}`),
        ),
      ),
    db
      .update(messages)
      .set({ status: "failed", error: refused("opted_out"), nextAttemptAt: null })
      .where(
        sql`${messages.conversationId} in (select id from conversations where lead_id in (${leadIds}) and ${optedOut(sql`lead_id`)})
          and ${messages.nextAttemptAt} is not null and ${messages.status} = 'queued' and ${messages.consentId} is null`,
      ),
  ];
}

/** A change that has no message of its own: entered only where it is one. */
export function changeConsent(
  db: Scope["db"],
  leadIds: SQL,
  isOptout: boolean,
  method: ConsentMethod,
  at: number,
): Statement[] {
  const kind = isOptout ? "opted_out" : "opted_in";
  const changing = sql`select id as lead_id, ${kind}, ${method}, null, ${at} from leads
    where id in (${leadIds}) and is_optout <> ${Number(isOptout)}`;
  return consentStatements(db, changing, leadIds);
}

const { workspaceId, leadId, ...columns } = getTableColumns(consents);

export async function listConsents(
  scope: Scope,
  id: number,
  page: PageRequest,
): Promise<Page<Consent>> {
  const [lead, rows] = await readAll(scope, [
    selectId(scope, leads, id),
    paged(
      scope.db.select(columns).from(consents).$dynamic(),
      scope,
      consents,
      page,
      eq(consents.leadId, id),
    ),
  ]);
  found(lead[0]);
  return cutPage(rows, page, ({ messageId, at, createdAt, ...row }) => ({
    ...row,
    message_id: messageId,
    at: iso(at),
    created_at: iso(createdAt),
  }));
}
