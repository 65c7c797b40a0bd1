import { type SQL, sql } from "drizzle-orm";
import { leadIdentities, leads } from "#db/schema/leads";
import { conversations } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import type { Hashes } from "#db/statements/contact-hashes";
import {
  gotLater,
  isNewMove,
  leftLater,
  movedIds,
  suppressed,
} from "#db/statements/identity-moves";
import { keyOfNumber } from "#domain/addresses";
import { type IdentityKind, identityKinds, isPhone, type Platform } from "#domain/platforms";
import { numberVariants } from "#domain/wa-numbers";
import type { Scope } from "#env";
import { isSomebodyElse } from "./strangers";

/** The ids of a person by kind, numbers in digits. */
export type Ids = { [kind in IdentityKind]?: string };

/** A notice that the ids of a person have changed at `at`, and the channel that it came to. */
export type Notice = { from: Ids; to: Ids; at: number; channelId: number; platform: Platform };

/** The ids that are no numbers. */
export const accountsOf = (ids: Ids) =>
  identityKinds.flatMap((kind) => {
    const value = ids[kind];
    return value === undefined || isPhone(kind) ? [] : [{ kind, value }];
  });

/** A number by which a lead may be known, and where to look: its own identity counts more. */
function numberOf(number: string | undefined, hashes: Hashes) {
  if (number === undefined) return null;
  const places = [
    ...numberVariants(number).map((variant) => ["wa_id", variant]),
    ["phone", keyOfNumber(number)],
  ];
  return { value: number, hash: hashes("wa_id", number), places };
}

/** A notice as JSON, for `movedLeads`. */
function noticeJson({ from, to, ...notice }: Notice, hashes: Hashes) {
  const [old, later] = [accountsOf(from), accountsOf(to)];
  const moved = movedIds({ from, to }, hashes);
  const ids = [...old, ...later];
  return JSON.stringify({
    ...notice,
    moved,
    number: moved.find(({ kind }) => isPhone(kind)) ?? null,
    kinds: [...new Set(moved.map(({ kind }) => kind))],
    old,
    new: later,
    ids: ids.map(({ kind, value }) => [kind, value]),
    accounts: ids.map(({ kind, value }) => ({ kind, value, hash: hashes(kind, value) })),
    oldNumber: numberOf(from.wa_id, hashes),
    newNumber: numberOf(to.wa_id, hashes),
    before: suppressed(from, hashes),
    after: suppressed(to, hashes),
  });
}

const notice = sql`notice.value`;
const at = sql`(notice.value ->> 'at')`;
const here = { workspaceId: sql`workspace.id` };
const when = { ...here, at };

/** The lead of the first of the accounts that is somebody's. */
const leadOfAccounts = (accounts: "old" | "new") => sql`(
  select lead_identities.lead_id
  from json_each(${notice}, ${sql.raw(`'$.${accounts}'`)}) as account
    cross join lead_identities on ${within(
      here,
      leadIdentities,
      sql`lead_identities.kind = account.value ->> 'kind'
        and lead_identities.value = account.value ->> 'value'`,
    )}
  order by account.key limit 1)`;

/** The lead of a number of which `condition` holds, for the lead `known.lead_id`. */
const leadOfNumber = (number: "oldNumber" | "newNumber", condition: SQL) => sql`(
  select known.lead_id from (
    select place.key as rank, case place.value ->> 0
      when 'phone' then (
        select leads.id from leads
        where ${within(here, leads, sql`phone_key = place.value ->> 1`)})
      else (
        select lead_identities.lead_id from lead_identities
        where ${within(
          here,
          leadIdentities,
          sql`kind = place.value ->> 0 and lead_identities.value = place.value ->> 1`,
        )}) end as lead_id
    from json_each(${notice}, ${sql.raw(`'$.${number}.places'`)}) as place) as known
  where known.lead_id is not null and ${condition}
    and not ${isSomebodyElse(sql`known.lead_id`, {
      ...here,
      channelId: sql`(notice.value ->> 'channelId')`,
      ids: sql`(notice.value -> 'ids')`,
      number: sql`(notice.value ->> ${sql.raw(`'$.${number}.value'`)})`,
    })}
  order by known.rank limit 1)`;

const isNew = sql`exists (
  select 1 from json_each(${notice}, '$.moved') as moved
  where ${isNewMove(when, sql`moved.value`)})`;

const hashOf = (number: "oldNumber" | "newNumber") =>
  sql`(notice.value ->> ${sql.raw(`'$.${number}.hash'`)})`;
const oldNumberIsBack = sql`${gotLater(when, sql`'wa_id'`, hashOf("oldNumber"))} is not null`;
const newNumberLeftAt = leftLater(when, sql`'wa_id'`, hashOf("newNumber"));

/**
 * True if the lead `known` has written after the notice, and is not known by a new id: then it is
 * the next holder of the number.
 */
const isNextHolder = sql`(
  exists (
    select 1 from conversations
    where ${within(
      here,
      conversations,
      sql`conversations.lead_id = known.lead_id
        and conversations.platform = notice.value ->> 'platform'
        and conversations.last_inbound_at > ${at}`,
    )})
  and not exists (
    select 1 from lead_identities
    where lead_identities.lead_id = known.lead_id
      and lead_identities.kind = 'wa_id'
      and lead_identities.value = notice.value ->> '$.newNumber.value'))`;

const formerLead = leadOfNumber(
  "oldNumber",
  sql`${isNew} and not ${oldNumberIsBack} and not ${isNextHolder}`,
);
const lead = sql`coalesce(
  ${leadOfAccounts("old")}, ${formerLead}, ${leadOfAccounts("new")},
  ${leadOfNumber("newNumber", sql`${newNumberLeftAt} is null`)})`;

/**
 * The WITH clause of a notice: `moved` has one row, with the workspace, the notice as JSON, the
 * lead that had an old id, or has a new one, the lead whose number changes, whether the notice says
 * something new, and whether its number does. The notice is to be stored after all statements that
 * ask this.
 */
export const movedLead = ({ workspaceId }: Scope, one: Notice, hashes: Hashes) => sql`
  with moved as materialized (
    select workspace.id as workspace_id, notice.value as notice,
      ${lead} as lead_id, coalesce(${formerLead}, ${lead}) as number_lead_id,
      ${isNew} as is_new,
      case when notice.value -> 'number' ->> 'kind' is null then ${isNew}
        else ${isNewMove(when, sql`(notice.value -> 'number')`)}
          and not ${oldNumberIsBack} end as is_new_number,
      ${newNumberLeftAt} as number_left_at
    from (select cast(${workspaceId} as integer) as id) as workspace
      cross join json_each(json_array(json(${noticeJson(one, hashes)}))) as notice)`;
