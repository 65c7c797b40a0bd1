import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { leadIdentities } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import { fillNames } from "#db/statements/leads/leads";
import { apisWith, type IdentityKind, type Login, type ProviderName } from "#domain/platforms";
import type { Scope } from "#env";
import { DAY_MS } from "#lib/time";
import { storeUsernames } from "./learning";

// The profiles of people's accounts on a platform. They are asked for once, after the first message
// of an account, and once more a day after a failure.

const MOST_TRIES = 2;
const RETRY_MS = DAY_MS;

type Account = { kind: IdentityKind; value: string };

const HAVING = JSON.stringify(apisWith("hasProfiles"));

const isAccount = (scope: Scope, { kind, value }: Account) =>
  within(scope, leadIdentities, sql`kind = ${kind} and lead_identities.value = ${value}`);

/**
 * Has the profiles of accounts that have just written to a channel asked for, those of which this
 * never was. Writes nothing of the others.
 */
export const queueProfiles = (scope: Scope, channelId: number, accounts: Account[], now: number) =>
  // They are all known. An UPDATE might read the workspace's ids to find those of the list.
  sql<{ leadId: number }>`
    insert into lead_identities (workspace_id, kind, value, lead_id, profile_due_at, created_at,
      updated_at)
    select workspace_id, lead_identities.kind, lead_identities.value, lead_id, ${now}, created_at,
      updated_at
    from (select distinct value ->> 'kind' as kind, value ->> 'value' as value
          from json_each(${JSON.stringify(accounts)})) as used
      cross join lead_identities on ${within(
        scope,
        leadIdentities,
        sql`lead_identities.kind = used.kind and lead_identities.value = used.value`,
      )}
    where profile_tries = 0 and profile_due_at is null and channel_id = ${channelId}
      and exists (
        select 1 from channels
        where channels.id = ${channelId}
          and provider in (select value from json_each(${HAVING})))
    on conflict (workspace_id, kind, value) do update set profile_due_at = excluded.profile_due_at
    returning lead_id as leadId`;

/** An account whose profile is asked for. `channel` is JSON of a `ProfileChannel`, or null. */
export type ClaimedProfile = Account & {
  leadId: number;
  attempt: number;
  channelId: number | null;
  channel: string | null;
};

/** The channel that asks, with sealed credentials. */
export type ProfileChannel = {
  provider: ProviderName;
  login: Login | null;
  credentials: string | null;
};

/** Claims the profile that has been due for longest, until a time. */
export const claimProfile = (scope: Scope, now: number, until: number) => sql<ClaimedProfile>`
  update lead_identities set profile_tries = profile_tries + 1, profile_due_at = ${until}
  where (workspace_id, kind, value) = (
    select workspace_id, kind, value from lead_identities
    where ${within(scope, leadIdentities)} and profile_due_at <= ${now}
      and not ${isSuspended(scope.workspaceId)}
    order by profile_due_at limit 1)
  returning kind, value, lead_id as leadId, profile_tries as attempt, channel_id as channelId, (
    select json_object('provider', provider, 'login', login, 'credentials', credentials)
    from channels
    where channels.id = lead_identities.channel_id
      and channels.workspace_id = lead_identities.workspace_id) as channel`;

/** Selects when the next profile is due. */
export const nextProfile = (scope: Scope) => sql<{ at: number | null }>`
  select min(profile_due_at) as at from lead_identities
  where ${within(scope, leadIdentities)} and profile_due_at is not null
    and not ${isSuspended(scope.workspaceId)}`;

/** The facts that are kept of an account. Its picture is not. */
export type AccountProfile = {
  follower_count: number | null;
  is_verified_user: boolean | null;
  is_user_follow_business: boolean | null;
  is_business_follow_user: boolean | null;
};

type Names = { first_name: string | null; last_name: string | null };

/** The outcome of an attempt: null for one that has failed. */
export type ProfileOutcome = {
  claimed: ClaimedProfile;
  found: { profile: AccountProfile; names: Names; username: string | undefined } | null;
};

/** Writes the outcome of an attempt, unless it was given up or the lead was erased meanwhile. */
export function commitProfile(
  scope: Scope,
  { claimed, found }: ProfileOutcome,
  now: number,
): Statement[] {
  const { attempt, kind, value } = claimed;
  const isOpen = sql`${isAccount(scope, claimed)} and profile_tries = ${attempt}
    and profile_due_at is not null`;
  if (!found) {
    const nextAt = attempt < MOST_TRIES ? now + RETRY_MS : null;
    return [sql`update lead_identities set profile_due_at = ${nextAt} where ${isOpen}`];
  }
  const { names, username, profile } = found;
  const owner: SQL = sql`select lead_id from lead_identities where ${isOpen}`;
  return [
    fillNames(scope, owner, names),
    ...(username ? storeUsernames(scope, [{ kind, value, username, at: now }]) : []),
    sql`
      update lead_identities
      set profile = ${JSON.stringify(profile)}, profile_at = ${now}, profile_due_at = null
      where ${isOpen}`,
  ];
}
