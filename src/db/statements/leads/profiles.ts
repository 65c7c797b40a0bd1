import { type SQL, sql } from "drizzle-orm";
import { changedAt } from "#db/writes/revision";
import type { ProfileField } from "#domain/leads";
import type { Scope } from "#env";

/** The least confidence of a claim that fills a field. Less certain claims are only shown. */
const SURE_ENOUGH = 0.5;

const claims = (field: ProfileField) =>
  sql.raw(
    `from profile_claims
     where lead_id = leads.id and field = '${field}' and confidence >= ${SURE_ENOUGH}`,
  );

/** The claim on the newest message. */
const latest = (field: ProfileField) =>
  sql`(select value ->> '$' ${claims(field)} order by message_id desc, id desc limit 1)`;

/** The newest twenty claims, oldest first. */
const list = (field: ProfileField) => sql`(
  select json_group_array(item) from (
    select * from (
      select value ->> '$' as item, max(message_id) as message, max(id) as nth
      ${claims(field)} group by item
      order by message desc, nth desc limit 20)
    order by message, nth))`;

/** Keeps the value of a field with a manual override. */
const unlessOverridden = (field: ProfileField, current: string, claimed: SQL) =>
  sql`iif(${sql.raw(`profile_pinned ->> '$.${field}'`)}, ${sql.raw(current)}, ${claimed})`;

/** Only lost leads have a lost reason. */
const ifLost = (claimed: SQL) => sql`iif(lost_now, ${claimed}, null)`;

const inProfile = (field: ProfileField, claimed: SQL) =>
  unlessOverridden(field, `profile ->> '$.${field}'`, claimed);
const listInProfile = (field: ProfileField) =>
  sql`json(${unlessOverridden(field, `ifnull(profile -> '$.${field}', '[]')`, list(field))})`;

const EMPTY = JSON.stringify({
  professional_situation: null,
  primary_objective: null,
  blockers: [],
  levers: [],
  verbatim: null,
  lost_reason_detail: null,
});

const columns = ["age", "occupation_status", "maturity_level", "engagement_level"] as const;
const written = [...columns, "is_lost", "lost_reason", "profile"];

const isLost = unlessOverridden("is_lost", "is_lost", latest("is_lost"));
const lostReason = unlessOverridden("lost_reason", "lost_reason", ifLost(latest("lost_reason")));
const claimedColumns = sql.join(
  columns.map((column) => {
    const value = unlessOverridden(column, column, latest(column));
    return sql`${value} as ${sql.raw(column)}`;
  }),
  sql`, `,
);

/** Profiles computed from claims and manual overrides. An empty profile is null. */
const fresh = (leadIds: SQL) => sql`
  select id, ${claimedColumns},
    lost_now as is_lost,
    ${lostReason} as lost_reason,
    nullif(json_object(
      'professional_situation',
      ${inProfile("professional_situation", latest("professional_situation"))},
      'primary_objective', ${inProfile("primary_objective", latest("primary_objective"))},
      'blockers', ${listInProfile("blockers")},
      'levers', ${listInProfile("levers")},
      'verbatim', ${inProfile("verbatim", latest("verbatim"))},
      'lost_reason_detail',
      ${inProfile("lost_reason_detail", ifLost(latest("lost_reason_detail")))}
    ), ${EMPTY}) as profile
  from (
    select *, ifnull(${isLost}, 0) as lost_now
    from leads where id in (${leadIds})) as leads`;

/**
 * Updates the profiles of leads from their claims: claims on newer messages win, and manual
 * overrides stay. `leadIds` selects the leads. `isStamped` also sets the time of the analysis;
 * otherwise the statement writes only profiles that change.
 */
export function applyClaims(
  { actor }: Pick<Scope, "actor">,
  leadIds: SQL,
  isStamped: boolean,
  now: number,
): SQL {
  const names = (table: string) =>
    sql.raw(written.map((column) => `${table}.${column}`).join(", "));
  const setting = sql.raw(written.map((column) => `${column} = fresh.${column}`).join(", "));
  const changed = isStamped ? sql`` : sql` and (${names("leads")}) is not (${names("fresh")})`;
  // The time always changes: an event reports every change of it.
  const stamp = isStamped
    ? sql`, profile_extracted_at = max(${now}, ifnull(leads.profile_extracted_at, 0) + 1)`
    : sql``;
  return sql`
    update leads set ${setting}${stamp}, changed_by = ${actor},
      updated_at = ${changedAt(sql`leads.updated_at`, now)}
    from (${fresh(leadIds)}) as fresh
    where leads.id = fresh.id${changed}`;
}
