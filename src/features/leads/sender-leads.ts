import { sql } from "drizzle-orm";
import { type IdentityKind, identityKinds, isPhone } from "#domain/platforms";
import type { Scope } from "#env";
import { isSomebodyElse } from "./strangers";

/** A candidate for a sender's lead: its id, the key of its phone, or a platform id. */
export type Candidate = [kind: "lead" | "phone" | IdentityKind, value: string];

/** A sender: the candidates in their order, its number in digits, and its other ids. */
export type Lookup = {
  candidates: Candidate[];
  accounts: { kind: IdentityKind; value: string }[];
  number: string | null;
};

/**
 * As JSON, the leads of the candidates in their order, and those of them that have the sender's
 * number and are somebody else.
 */
type Found = { leads: string; others: string };

const NUMBERS = JSON.stringify(["phone", ...identityKinds.filter(isPhone)]);

/** The lead of a candidate, or null. */
const LEAD = sql`
  case candidate.value ->> 0
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
        and value = candidate.value ->> 1) end`;

/**
 * Selects the leads of each sender's candidates, for `leadsIn`. Only where candidates differ, or an
 * account is nobody's, it asks whether a lead with the number is somebody else.
 */
export function selectLeadsOf({ workspaceId }: Scope, channelId: number, senders: Lookup[]) {
  const lists = senders.map(({ candidates, accounts, number }) => ({
    candidates,
    ids: accounts.map(({ kind, value }) => [kind, value]),
    number,
  }));
  const isElse = isSomebodyElse(sql`candidate.value`, {
    workspaceId: sql`found.workspace_id`,
    channelId: sql`${channelId}`,
    ids: sql`(found.sender -> 'ids')`,
    number: sql`(found.sender ->> 'number')`,
  });
  const differ = sql`(
    select count(distinct value) > 1
      or count(*) > count(value) and json_array_length(found.sender, '$.ids') > 0
    from json_each(found.leads))`;
  return sql<Found>`
    with found as materialized (
      select workspace.id as workspace_id, sender.key as rank, sender.value as sender, (
        select json_group_array(${LEAD}) from json_each(sender.value, '$.candidates') as candidate
      ) as leads
      from (select cast(${workspaceId} as integer) as id) as workspace
      cross join json_each(${JSON.stringify(lists)}) as sender)
    select leads, iif(${differ}, (
      select json_group_array(candidate.value) from json_each(found.leads) as candidate
      where candidate.value is not null
        and found.sender ->> ('$.candidates[' || candidate.key || '][0]') in (
          select value from json_each(${NUMBERS}))
        and ${isElse}), '[]') as others
    from found order by rank`;
}

/**
 * The leads that a sender is, of what `selectLeadsOf` has found, the likeliest first.
 * `isNextHolder`: another lead has the sender's number, and is somebody else.
 */
export function leadsIn(found: Found | undefined) {
  const leads: (number | null)[] = JSON.parse(found?.leads ?? "[]");
  const others: number[] = JSON.parse(found?.others ?? "[]");
  const leadIds = leads.flatMap((id) => (id === null || others.includes(id) ? [] : [id]));
  return { leadIds: [...new Set(leadIds)], isNextHolder: others.length > 0 };
}
