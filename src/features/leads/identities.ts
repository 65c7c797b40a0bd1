import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { readBatch, type Statement } from "#db/batch";
import { leadIdentities, leads } from "#db/schema/leads";
import { newestId, selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Hashes } from "#db/statements/contact-hashes";
import { type IdentityKind, type IdentitySource, identityKinds, isPhone } from "#domain/platforms";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import type { Identity } from "./identity-schema";
import type { LeadAttributes } from "./input";
import { areOfOnePortfolio, SCOPED_KINDS } from "./reachable";
import { identityOf } from "./uniqueness";
import { insertStatements } from "./write";

type PlatformId = { kind: IdentityKind; value: string };

/** Of a person's ids, the one that keeps the username: an account rather than a phone. */
export const namedBy = <Id extends PlatformId>(ids: Id[]): Id | undefined =>
  ids.find(({ kind }) => !isPhone(kind)) ?? ids[0];

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
 * Makes ids of leads known to the channel on which they have just commented, as a message would:
 * whoever has taken another channel's place can answer them. `fresh` selects their values.
 */
export const followCommenters = (
  scope: Scope,
  channelId: number,
  kind: IdentityKind,
  fresh: SQL,
) => sql`
  update lead_identities set channel_id = ${channelId}, updated_at = ${Date.now()}
  where ${within(scope, leadIdentities)} and kind = ${kind} and value in (${fresh})
    and channel_id <> ${channelId} and kind in ${SCOPED_KINDS}`;

/**
 * Inserts a lead for an unknown sender of a message. Breaks a UNIQUE constraint if one of the ids
 * has become known in the meantime. A sender who has another lead's number by now
 * (`isNextHolder`) gets that lead's identity.
 */
export function insertSender(
  scope: Scope,
  input: LeadAttributes,
  ids: PlatformId[],
  hashes: Hashes,
  channelId: number,
  isNextHolder: boolean,
): Statement[] {
  const now = Date.now();
  const nameId = namedBy(ids);
  // The same moment tells a lead that a channel has made (db/merging/same-person.ts).
  const createdAt = sql`(select created_at from leads where id = ${newestId(scope, leads)})`;
  const values = ids.map(({ kind, value }) => ({
    workspaceId: scope.workspaceId,
    kind,
    value,
    hash: hashes(kind, value),
    leadId: newestId(scope, leads),
    channelId,
    learnedFrom: "message" as const,
    username: kind === nameId?.kind ? (input.username ?? null) : null,
    createdAt,
    updatedAt: now,
  }));
  return [
    ...insertStatements(scope, input, identityOf(scope, input), hashes),
    ...(isNextHolder ? ids.filter(({ kind }) => isPhone(kind)) : []).map((id) =>
      releaseId(scope, id),
    ),
    scope.db.insert(leadIdentities).values(values),
  ];
}

const releaseId = (scope: Scope, { kind, value }: PlatformId) =>
  scope.db
    .delete(leadIdentities)
    .where(
      within(scope, leadIdentities, eq(leadIdentities.kind, kind), eq(leadIdentities.value, value)),
    );

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
      profile: row.profile === null ? null : JSON.parse(row.profile),
      profile_at: isoOrNull(row.profileAt),
      replaced_at: isoOrNull(row.replacedAt),
      unreachable_at: isoOrNull(unreachableAt),
      created_at: iso(createdAt),
      updated_at: iso(updatedAt),
    }),
  );
}
