import { type SQL, sql } from "drizzle-orm";
import { columnsWhere, namesWhere } from "#domain/field-names";
import { type LeadField, type LeadFields, leadFields } from "#domain/lead-fields";
import { profileMembers } from "#domain/leads";
import type { Scope } from "#env";
import { leads } from "../schema/leads";
import { within } from "../scope/within";
import { changedAt } from "../writes/revision";
import { isMerge, type Merge } from "./merge";

// The fields of two leads as one: those of the kept lead win, and what it lacks comes from the
// other.

const MAX_CHARACTERS = { variables: 65_536, data: 131_072 } as const;

/**
 * Columns that are filled together: the first says whether the kept lead has a value, a key whether
 * that can be an address.
 */
export const filledColumns = (fields: LeadFields) => [
  ...columnsWhere(fields, isFilled),
  ["enrolled_at"],
  ["profile_extracted_at"],
];

const isFilled = ({ merge }: LeadField) => merge !== "own";

const FILLED = filledColumns(leadFields);

/** Fields whose value is lost where both leads have another. */
const LOST = [...namesWhere(leadFields, isFilled), "lost_reason"];

const OTHERS = [
  "variables",
  "data",
  "profile",
  "profile_pinned",
  "is_optout",
  "is_marketing_optout",
  "is_lost",
  "lost_reason",
  "last_inbound_at",
  "last_outbound_at",
  "created_at",
];

/** A function of SQLite takes 32 arguments on D1. A column without a value is left out. */
const columnsJson = (names: readonly string[]): SQL =>
  names.length <= 16
    ? sql`json_object(${sql.join(
        names.map((name) => sql.raw(`'${name}', ${name}`)),
        sql`, `,
      )})`
    : sql`json_patch(${columnsJson(names.slice(0, 16))}, ${columnsJson(names.slice(16))})`;

/** The columns of two leads of which one is made. */
export const joinedColumns = [...FILLED.flat(), ...OTHERS];

/** The columns of a lead as JSON, for `joinFields`. */
export const fieldsJson = columnsJson(joinedColumns);

/** The value of a row of json_each as JSON. */
const valueJson = (row: string) =>
  sql.raw(`iif(${row}.type in ('object', 'array'), ${row}.value,
    iif(${row}.type in ('true', 'false', 'null'), ${row}.type, json_quote(${row}.value)))`);

/** The members of `theirs`, a JSON object, that find room beside `mine`. */
const added = (mine: SQL, theirs: SQL, most: number) => sql`
  select key, json, total + length(${mine}) <= ${most} as fits from (
    select key, json, sum(length(json_quote(key)) + length(json) + 2) over (order by id) as total
    from (
      select id, key, ${valueJson("member")} as json from json_each(${theirs}) as member
      where key not in (select key from json_each(${mine}))))`;

/** Two JSON objects as one. */
const joinedMap = (mine: SQL, theirs: SQL, most: number) => sql`(
  select json_group_object(key, json(json)) from (
    select key, ${valueJson("member")} as json from json_each(${mine}) as member
    union all
    select key, json from (${added(mine, theirs, most)}) where fits))`;

const isEmpty = (value: SQL) => sql`ifnull(${value}, 'null') in ('null', '[]')`;

const joinedProfile = (mine: SQL, theirs: SQL) => {
  const texts = JSON.stringify(profileMembers.map((name) => `$.${name}`));
  const value = sql`iif(
    ${isEmpty(sql`${mine} -> text.value`)}, ${theirs} -> text.value, ${mine} -> text.value)`;
  return sql`iif(${mine} is null, ${theirs}, iif(${theirs} is null, ${mine}, (
    select json_group_object(substr(text.value, 3), json(ifnull(${value}, 'null')))
    from json_each(${texts}) as text)))`;
};

const raw = (name: string) => sql.raw(name);

/**
 * True if `kept` lacks a value of these columns, or has one that can't be an address beside one
 * that can.
 */
const lacks = ([column = "", key]: readonly string[], kept: string, gone: (name: string) => SQL) =>
  key?.endsWith("_key")
    ? sql`(${raw(kept + column)} is null
        or ${raw(kept + key)} is null and ${gone(key)} is not null)`
    : sql`${raw(kept + column)} is null`;
const theirs = (name: string) => sql.raw(`other.fields ->> '${name}'`);

/** A manual override of the other lead goes with its value. */
const joinedOverrides = sql`(
  select json_group_object(key, json('true')) from (
    select key from json_each(profile_pinned)
    union
    select key from json_each(${theirs("profile_pinned")})
    where case key
      ${sql.join(
        namesWhere(leadFields, (field) => isFilled(field) && field.setBy.includes("analyses")).map(
          (name) => sql.raw(`when '${name}' then ${name} is null`),
        ),
        sql` `,
      )}
      when 'is_lost' then 0
      when 'lost_reason' then 0
      else ${isEmpty(sql`profile -> ('$.' || key)`)} end))`;

const isLost = sql`iif(
  pipeline_stage is null, max(is_lost, ${theirs("is_lost")}), is_lost)`;

/** Fills the kept lead from the row of the merge: the other lead is gone by then. */
export const joinFields = (scope: Scope, merge: Merge, now: number) => sql`
  update leads set
    ${sql.join(
      FILLED.flatMap((columns) =>
        columns.map(
          (name) =>
            sql`${raw(name)} = iif(
              ${lacks(columns, "", theirs)}, ${theirs(name)}, ${raw(name)})`,
        ),
      ),
      sql`, `,
    )},
    variables = ${joinedMap(raw("variables"), theirs("variables"), MAX_CHARACTERS.variables)},
    data = ${joinedMap(raw("data"), theirs("data"), MAX_CHARACTERS.data)},
    profile = ${joinedProfile(raw("profile"), sql`(${theirs("profile")})`)},
    profile_pinned = ${joinedOverrides},
    is_lost = ${isLost},
    lost_reason = ifnull(lost_reason, iif(${isLost}, ${theirs("lost_reason")}, null)),
    last_inbound_at = nullif(
      max(ifnull(last_inbound_at, 0), ifnull(${theirs("last_inbound_at")}, 0)), 0),
    last_outbound_at = nullif(
      max(ifnull(last_outbound_at, 0), ifnull(${theirs("last_outbound_at")}, 0)), 0),
    created_at = min(leads.created_at, ${theirs("created_at")}),
    changed_by = ${scope.actor},
    updated_at = ${changedAt(sql`leads.updated_at`, now)}
  from (
    select fields from lead_merges where ${isMerge(scope, merge)} and is_joining = 1) as other
  where ${within(scope, leads, sql`leads.id = ${merge.keepId}`)}`;

/** The most bytes of it that an event may hold. */
const MAX_BYTES = 8_000;

/** The members of a JSON column that differ, or find no room. */
const lostOf = (column: keyof typeof MAX_CHARACTERS) => {
  const [mine, theirs] = [raw(`kept.${column}`), raw(`gone.${column}`)];
  return sql`
    select ${`${column}.`} || theirs.key as name, ${valueJson("theirs")} as value
    from json_each(${theirs}) as theirs
      cross join json_each(${mine}) as mine on mine.key = theirs.key
    where ${valueJson("theirs")} is not ${valueJson("mine")}
    union all
    select ${`${column}.`} || key, json
    from (${added(mine, theirs, MAX_CHARACTERS[column])}) where not fits`;
};

const lostTexts = sql`
  select 'profile.' || theirs.key as name, ${valueJson("theirs")} as value
  from json_each(gone.profile) as theirs
    cross join json_each(kept.profile) as mine on mine.key = theirs.key
  where ${valueJson("theirs")} is not ${valueJson("mine")}
    and not ${isEmpty(valueJson("theirs"))} and not ${isEmpty(valueJson("mine"))}`;

/** A field with the value that is lost, and the one that stays. */
const both = (name: string) => {
  const columns = FILLED.find(([column]) => column === name) ?? [name];
  const [gone, kept] = [raw(`gone.${name}`), raw(`kept.${name}`)];
  const isFilled = lacks(columns, "kept.", (key) => raw(`gone.${key}`));
  return sql`json_array(${sql.raw(`'${name}'`)},
    iif(${isFilled}, ${kept}, ${gone}), iif(${isFilled}, ${gone}, ${kept}))`;
};

const lostColumns = sql`
  select value ->> 0 as name, value -> 1 as value
  from json_each(json_array(${sql.join(LOST.map(both), sql`, `)})) as lost
  where value ->> 1 <> value ->> 2
  union all
  select 'is_lost', 'true' where gone.is_lost > kept.is_lost and kept.pipeline_stage is not null`;

/**
 * The values of the lead `gone` that are lost beside the lead `kept`, as a JSON object of fields.
 * `tags` selects the ids of the tags that find no room, `summaries` the ids of conversations and
 * their lost summaries. The longest values are left out where all are too long: their field is
 * null.
 */
export const droppedJson = (tags: SQL, summaries: SQL) => {
  const others = sql`
    select 'tags' as name, ids as value
    from (select json_group_array(id) as ids from (${tags})) where ids <> '[]'
    union all
    select 'conversations.' || id || '.summary', json_quote(summary) from (${summaries})
    union all
    ${lostTexts}`;
  const entries = sql.join(
    [lostColumns, lostOf("variables"), lostOf("data"), others].map(
      (some) => sql`select name, value from (${some})`,
    ),
    sql` union all `,
  );
  return sql`(
    select json_group_object(name, json(value)) from (
      select
        iif(fits or instr(name, '.') = 0, name, substr(name, 1, instr(name, '.') - 1)) as name,
        max(iif(fits, value, 'null')) as value
      from (
        select name, value,
          sum(octet_length(name) + octet_length(value) + 8) over (
            order by octet_length(name) + octet_length(value), name) <= ${MAX_BYTES} as fits
        from (${entries}))
      group by 1))`;
};
