import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { readBatch, type Statement } from "#db/batch";
import { leadIdentities, leads } from "#db/schema/leads";
import { newestId, selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Hashes } from "#db/statements/contact-hashes";
import { replacePhone } from "#db/statements/leads/leads";
import { keyOfNumber, keyOfPhone, normalPhone } from "#domain/addresses";
import { type IdentityKind, type IdentitySource, identityKinds, isPhone } from "#domain/platforms";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import type { Identity } from "./identity-schema";
import type { LeadAttributes } from "./input";
import { areOfOnePortfolio, SCOPED_KINDS } from "./reachable";
import { identityOf } from "./uniqueness";
import { insertStatements } from "./write";

/** A candidate for a lead's identity: its id, the key of its phone, or a platform id. */
type Candidate = [kind: "lead" | "phone" | IdentityKind, value: string];

type PlatformId = { kind: IdentityKind; value: string };

/** Of a person's ids, the one that keeps the username: an account rather than a phone. */
export const namedBy = <Id extends PlatformId>(ids: Id[]): Id | undefined =>
  ids.find(({ kind }) => !isPhone(kind)) ?? ids[0];

/** Selects the leads of each list of candidates, as JSON: that of the first known one is first. */
export const selectLeadsOf = ({ workspaceId }: Scope, lists: Candidate[][]) =>
  sql<{ leadIds: string }>`
    select (
      select json_group_array(lead_id order by rank) from (
        select candidate.key as rank, case candidate.value ->> 0
          when 'lead' then (
            select id from leads
            where workspace_id = workspace.id and id = cast(candidate.value ->> 1 as integer))
          when 'phone' then (
            select id from leads
            where workspace_id = workspace.id and phone_key = candidate.value ->> 1)
          else (
            select lead_id from lead_identities
            where workspace_id = workspace.id
              and kind = candidate.value ->> 0
              and value = candidate.value ->> 1) end as lead_id
        from json_each(list.value) as candidate
      ) where lead_id is not null
    ) as leadIds
    from (select cast(${workspaceId} as integer) as id) as workspace
    cross join json_each(${JSON.stringify(lists)}) as list
    order by list.key`;

const PHONES = sql.raw(
  identityKinds
    .filter(isPhone)
    .map((kind) => `'${kind}'`)
    .join(", "),
);

/** An id on a platform, its lead, and the message that came from it. */
type Used = PlatformId & {
  hash: string | null;
  leadId: number;
  externalId: string;
  source: IdentitySource;
  username?: string | undefined;
};

/**
 * True if the id is known to other channels only. It is a channel's own by a message through it,
 * which writes nothing where that is known.
 */
const isNewToChannel = sql`lead_identities.kind in ${SCOPED_KINDS}
  and lead_identities.channel_id is not excluded.channel_id
  and not ${areOfOnePortfolio(sql`lead_identities.channel_id`, sql`excluded.channel_id`)}`;

/**
 * Stores ids that leads have just used, as reachable, except for those of a message that was known
 * before. A number goes to the lead that has it as its phone. An account stays with its lead: two
 * leads with ids of one sender are one person (db/merging/same-person.ts).
 */
export function storeIdentities(scope: Scope, channelId: number, used: Used[]): Statement {
  const now = Date.now();
  return sql`
    insert into lead_identities (workspace_id, kind, value, hash, lead_id, channel_id, learned_from,
      username, created_at, updated_at)
    select leads.workspace_id, used.value ->> 'kind', used.value ->> 'value', used.value ->> 'hash',
           leads.id, ${channelId}, used.value ->> 'source', used.value ->> 'username',
           ${now}, ${now}
    from json_each(${JSON.stringify(used)}) as used
    cross join leads on ${within(scope, leads, sql`leads.id = used.value ->> 'leadId'`)}
    where not exists (
      select 1 from messages
      where channel_id = ${channelId} and external_id = used.value ->> 'externalId')
    on conflict (workspace_id, kind, value) do update
    set lead_id = excluded.lead_id, hash = excluded.hash, unreachable_at = null,
        channel_id = iif(${isNewToChannel}, excluded.channel_id, channel_id),
        learned_from = excluded.learned_from, updated_at = ${now}
    where lead_identities.lead_id <> excluded.lead_id and lead_identities.kind in (${PHONES})
       or lead_identities.lead_id = excluded.lead_id
         and (lead_identities.hash is not excluded.hash
           or lead_identities.unreachable_at is not null
           or ${isNewToChannel})`;
}

/**
 * Inserts a lead for an unknown sender of a message. Breaks a UNIQUE constraint if one of the ids
 * has become known in the meantime.
 */
export function insertSender(
  scope: Scope,
  input: LeadAttributes,
  ids: PlatformId[],
  hashes: Hashes,
  channelId: number,
): Statement[] {
  const now = Date.now();
  const nameId = namedBy(ids);
  const values = ids.map(({ kind, value }) => ({
    workspaceId: scope.workspaceId,
    kind,
    value,
    hash: hashes(kind, value),
    leadId: newestId(scope, leads),
    channelId,
    learnedFrom: "message" as const,
    username: kind === nameId?.kind ? (input.username ?? null) : null,
    createdAt: now,
    updatedAt: now,
  }));
  return [
    ...insertStatements(scope, input, identityOf(scope, input), hashes),
    scope.db.insert(leadIdentities).values(values),
  ];
}

/**
 * Replaces a lead's WhatsApp number, and its phone if it is that number and no lead has the new
 * one.
 */
export function replaceNumber(
  scope: Scope,
  from: string,
  to: string,
  condition: SQL,
  hashes: Hashes,
): Statement[] {
  const now = Date.now();
  const isFrom = and(eq(leadIdentities.kind, "wa_id"), eq(leadIdentities.value, from));
  const old = within(scope, leadIdentities, isFrom);
  const phone = normalPhone(`+${to}`, null);
  const hash = hashes("wa_id", to);
  return [
    sql`
      insert into lead_identities (workspace_id, kind, value, hash, lead_id, channel_id,
        learned_from, username, created_at, updated_at)
      select workspace_id, 'wa_id', ${to}, ${hash}, lead_id, channel_id, 'notice', username,
        ${now}, ${now}
      from lead_identities
      where ${old} and ${condition}
      on conflict (workspace_id, kind, value) do update
      set lead_id = excluded.lead_id, hash = excluded.hash, unreachable_at = null,
          channel_id = excluded.channel_id, learned_from = excluded.learned_from,
          updated_at = ${now}`,
    replacePhone(
      scope,
      sql`select lead_id from lead_identities where ${old}`,
      keyOfNumber(from),
      { phone, key: keyOfPhone(phone, null), hash },
      condition,
    ),
    sql`delete from lead_identities where ${old} and ${condition}`,
  ];
}

/** Notes that addresses can't be reached. `addresses` selects lead, channel, kind and value. */
export function markUnreachable(_: Pick<Scope, "db">, addresses: SQL): Statement {
  const now = Date.now();
  return sql`
    insert into lead_identities (workspace_id, kind, value, hash, lead_id, channel_id, learned_from,
      unreachable_at, created_at, updated_at)
    with address (lead_id, channel_id, kind, value) as (${addresses})
    select leads.workspace_id, address.kind, address.value,
           iif(address.kind = 'wa_id', leads.phone_hash, null), leads.id, channel_id, 'report',
           ${now}, ${now}, ${now}
    from address cross join leads on leads.id = address.lead_id
    where true
    on conflict (workspace_id, kind, value) do update
    set unreachable_at = ${now}, updated_at = ${now}
    where lead_id = excluded.lead_id`;
}

const { workspaceId, leadId, hash, ...columns } = getTableColumns(leadIdentities);

/** All identities of a lead: there are few. */
export async function listIdentities(scope: Scope, id: number): Promise<Identity[]> {
  const { lead, identities } = await readBatch(scope, {
    lead: selectId(scope, leads, id),
    identities: scope.db
      .select(columns)
      .from(leadIdentities)
      .where(within(scope, leadIdentities, eq(leadIdentities.leadId, id)))
      .orderBy(leadIdentities.kind, leadIdentities.value),
  });
  found(lead[0]);
  return identities.map(
    ({ kind, value, username, unreachableAt, createdAt, updatedAt, ...row }) => ({
      kind,
      value,
      channel_id: row.channelId,
      learned_from: row.learnedFrom,
      username,
      replaced_at: isoOrNull(row.replacedAt),
      unreachable_at: isoOrNull(unreachableAt),
      created_at: iso(createdAt),
      updated_at: iso(updatedAt),
    }),
  );
}
