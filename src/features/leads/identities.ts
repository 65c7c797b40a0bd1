import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { newestId, selectId } from "../../db/rows";
import { leadIdentities, leads } from "../../db/schema/leads";
import { readAll, rows, type Statement, within } from "../../db/scope";
import type { IdentityKind } from "../../domain/messaging";
import { phonesOf } from "../../domain/wa-numbers";
import type { Scope } from "../../env";
import { normalPhone } from "../../lib/phone";
import { found } from "../../lib/problem";
import { iso, isoOrNull } from "../../lib/time";
import type { LeadAttributes } from "./input";
import type { Identity } from "./schema";
import { identityOf } from "./uniqueness";
import { insertStatements } from "./write";

/** A way to know a lead: its id, its phone as it may be stored, or an id of a platform's. */
type Candidate = [kind: "lead" | "phone" | IdentityKind, value: string];

type PlatformId = { kind: IdentityKind; value: string };

/** The statement that finds a lead for each list of candidates, the first that is anybody's; `leadId` is null where none is. */
export const selectLeadsOf = ({ db, workspaceId }: Scope, lists: Candidate[][]) =>
  rows<{ leadId: number | null }>(
    { db },
    sql`select (
        select lead_id from (
          select candidate.key as rank, case candidate.value ->> 0
            when 'lead' then (select id from leads where workspace_id = workspace.id and id = cast(candidate.value ->> 1 as integer))
            when 'phone' then (select id from leads where workspace_id = workspace.id and phone = candidate.value ->> 1)
            else (select lead_id from lead_identities where workspace_id = workspace.id and kind = candidate.value ->> 0 and value = candidate.value ->> 1) end as lead_id
          from json_each(list.value) as candidate
        ) where lead_id is not null order by rank limit 1
      ) as leadId
      from (select cast(${workspaceId} as integer) as id) as workspace cross join json_each(${JSON.stringify(lists)}) as list order by list.key`,
  );

/** An id, whose it is, and the message that came from it. */
type Used = PlatformId & { leadId: number; externalId: string };

/** The statement that keeps ids for their leads, which are there to be written to again; unless the message was there before. */
export function keepIdentities(
  { db, workspaceId }: Scope,
  channelId: number,
  used: Used[],
): Statement {
  const now = Date.now();
  const list = JSON.stringify(
    used.map(({ kind, value, leadId, externalId }) => [kind, value, leadId, externalId]),
  );
  const isNew = sql`not exists (select 1 from messages where channel_id = ${channelId} and external_id = value ->> 3)`;
  return db
    .insert(leadIdentities)
    .select(
      sql`select leads.workspace_id, value ->> 0, value ->> 1, leads.id, null, ${now}, ${now} from json_each(${list})
        cross join leads on leads.id = value ->> 2 and leads.workspace_id = ${workspaceId} where ${isNew}`,
    )
    .onConflictDoUpdate({
      target: [leadIdentities.workspaceId, leadIdentities.kind, leadIdentities.value],
      set: { leadId: sql`excluded.lead_id`, unreachableAt: null, updatedAt: now },
      setWhere: sql`lead_identities.lead_id <> excluded.lead_id or lead_identities.unreachable_at is not null`,
    });
}

/**
 * The statements that make a lead of somebody who wrote. They fail as a broken UNIQUE constraint where one of the ids has become known
 * in the meantime.
 */
export function insertWriter(scope: Scope, input: LeadAttributes, ids: PlatformId[]): Statement[] {
  const now = Date.now();
  const values = ids.map(({ kind, value }) => ({
    workspaceId: scope.workspaceId,
    kind,
    value,
    leadId: newestId(scope, leads),
    createdAt: now,
    updatedAt: now,
  }));
  return [
    ...insertStatements(scope, input, identityOf(scope, input)),
    scope.db.insert(leadIdentities).values(values),
  ];
}

/** Moves a WhatsApp number, and the phone that it is, to another of the same lead; unless that is another lead's already. */
export function moveNumber(
  { db, workspaceId }: Scope,
  from: string,
  to: string,
  condition: SQL,
): Statement[] {
  const now = Date.now();
  const own = sql`workspace_id = ${workspaceId}`;
  const old = sql`${own} and kind = 'wa_id' and value = ${from}`;
  const phones = JSON.stringify(phonesOf(from));
  const phone = normalPhone(`+${to}`, null);
  return [
    rows(
      { db },
      sql`insert into lead_identities (workspace_id, kind, value, lead_id, created_at, updated_at)
        select workspace_id, 'wa_id', ${to}, lead_id, ${now}, ${now} from lead_identities where ${old} and ${condition}
        on conflict (workspace_id, kind, value) do update set lead_id = excluded.lead_id, unreachable_at = null, updated_at = ${now}`,
    ),
    rows(
      { db },
      sql`update leads set phone = ${phone}, phone_search = ${phone}, updated_at = ${now}
        where id = (select lead_id from lead_identities where ${old}) and phone in (select value from json_each(${phones})) and ${condition}
          and not exists (select 1 from leads where ${own} and phone = ${phone})`,
    ),
    rows({ db }, sql`delete from lead_identities where ${old} and ${condition}`),
  ];
}

/** The statement that notes that nobody is at the address. `which` selects lead id, kind and value. */
export function markUnreachable({ db }: Pick<Scope, "db">, which: SQL): Statement {
  const now = Date.now();
  return db
    .insert(leadIdentities)
    .select(
      sql`select leads.workspace_id, at.kind, at.value, leads.id, ${now}, ${now}, ${now} from (${which}) as at cross join leads on leads.id = at.lead_id where true`,
    )
    .onConflictDoUpdate({
      target: [leadIdentities.workspaceId, leadIdentities.kind, leadIdentities.value],
      set: { unreachableAt: now, updatedAt: now },
    });
}

/** The ids of the lead `leads` as JSON, the ones to write to first. */
export const identitiesJson = sql`(
  select json_group_array(json_array(kind, value) order by unreachable_at is not null, updated_at desc, created_at desc)
  from lead_identities where lead_id = leads.id)`;

const { workspaceId, leadId, ...columns } = getTableColumns(leadIdentities);

/** All of them: a lead has few. */
export async function listIdentities(scope: Scope, id: number): Promise<Identity[]> {
  const [lead, identities] = await readAll(scope, [
    selectId(scope, leads, id),
    scope.db
      .select(columns)
      .from(leadIdentities)
      .where(within(scope, leadIdentities, eq(leadIdentities.leadId, id)))
      .orderBy(leadIdentities.kind, leadIdentities.value),
  ]);
  found(lead[0]);
  return identities.map(({ kind, value, unreachableAt, createdAt, updatedAt }) => ({
    kind,
    value,
    unreachable_at: isoOrNull(unreachableAt),
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
  }));
}
