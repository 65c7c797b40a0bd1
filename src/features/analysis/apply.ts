import { type SQL, sql } from "drizzle-orm";
import { rows } from "../../db/scope";
import type { ProfileField } from "../../domain/leads";
import type { Scope } from "../../env";

/** A claim that is less sure is shown, and fills no field. */
const SURE_ENOUGH = 0.5;

const claims = (field: ProfileField) =>
  sql.raw(
    `from profile_claims where lead_id = leads.id and field = '${field}' and confidence >= ${SURE_ENOUGH}`,
  );

/** What the newest words say. */
const latest = (field: ProfileField) =>
  sql`(select value ->> '$' ${claims(field)} order by message_id desc, id desc limit 1)`;

/** The newest twenty, in the order in which they were said. */
const list = (field: ProfileField) => sql`(select json_group_array(item) from (
  select * from (select value ->> '$' as item, max(message_id) as said, max(id) as nth ${claims(field)} group by item order by said desc, nth desc limit 20) order by said, nth))`;

/** A field that was set through the API is left as it is. */
const unlessPinned = (field: ProfileField, current: string, claimed: SQL) =>
  sql`iif(${sql.raw(`profile_pinned ->> '$.${field}'`)}, ${sql.raw(current)}, ${claimed})`;

/** Reasons are told of a lead that is lost. */
const ifLost = (claimed: SQL) => sql`iif(lost_now, ${claimed}, null)`;

const inProfile = (field: ProfileField, claimed: SQL) =>
  unlessPinned(field, `profile ->> '$.${field}'`, claimed);
const listInProfile = (field: ProfileField) =>
  sql`json(${unlessPinned(field, `ifnull(profile -> '$.${field}', '[]')`, list(field))})`;

const EMPTY = `{"professional_situation":null,"primary_objective":null,"blockers":[],"levers":[],"verbatim":null,"lost_reason_detail":null}`;

const columns = ["age", "occupation_status", "maturity_level", "engagement_level"] as const;
const written = [...columns, "is_lost", "lost_reason", "profile"];

/** A lead's profile as its claims and what was set through the API make it. A profile of nothing stays null. */
const fresh = (leadIds: SQL) => sql`
  select id, ${sql.join(
    columns.map(
      (column) => sql`${unlessPinned(column, column, latest(column))} as ${sql.raw(column)}`,
    ),
    sql`, `,
  )},
    lost_now as is_lost, ${unlessPinned("lost_reason", "lost_reason", ifLost(latest("lost_reason")))} as lost_reason,
    nullif(json_object(
      'professional_situation', ${inProfile("professional_situation", latest("professional_situation"))},
      'primary_objective', ${inProfile("primary_objective", latest("primary_objective"))},
      'blockers', ${listInProfile("blockers")}, 'levers', ${listInProfile("levers")},
      'verbatim', ${inProfile("verbatim", latest("verbatim"))},
      'lost_reason_detail', ${inProfile("lost_reason_detail", ifLost(latest("lost_reason_detail")))}), ${EMPTY}) as profile
  from (select *, ifnull(${unlessPinned("is_lost", "is_lost", latest("is_lost"))}, 0) as lost_now from leads where id in (${leadIds})) as leads`;

/**
 * The statement that makes the profiles of leads what their claims say: the newest words win, and what was set through the API stays.
 * `leadIds` selects the leads. Stamps the time of the analysis, unless there was none (`isStamped`): then only what has changed is written.
 */
export function applyClaims(
  scope: Pick<Scope, "db">,
  leadIds: SQL,
  isStamped: boolean,
  now: number,
) {
  const names = (table: string) =>
    sql.raw(written.map((column) => `${table}.${column}`).join(", "));
  const setting = sql.raw(written.map((column) => `${column} = fresh.${column}`).join(", "));
  const changed = isStamped ? sql`` : sql` and (${names("leads")}) is not (${names("fresh")})`;
  // Never the same twice, since a change of it is what is told.
  const stamp = isStamped
    ? sql`, profile_extracted_at = max(${now}, ifnull(leads.profile_extracted_at, 0) + 1)`
    : sql``;
  return rows(
    scope,
    sql`update leads set ${setting}${stamp}, updated_at = ${now} from (${fresh(leadIds)}) as fresh where leads.id = fresh.id${changed}`,
  );
}
