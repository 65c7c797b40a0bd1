import { type SQL, sql } from "drizzle-orm";
import { changedAt } from "#db/writes/revision";
import { columnsWhere, isPlain } from "#domain/field-names";
import { type LeadFields, leadFields } from "#domain/lead-fields";
import { MAX_VARIABLES_CHARACTERS } from "#domain/leads";
import { overridesJson, stageColumns } from "./leads";

// The changes of leads that scenarios make.

/** The columns that a change sets as it is given. */
export const plainColumns = (fields: LeadFields) =>
  columnsWhere(fields, (field) => isPlain(field, "scenarios")).flat();

const plain = plainColumns(leadFields);
const lostColumns = ["is_lost", "lost_reason"] as const;
const { email, phone } = leadFields;
const emailColumns = ["email", ...email.columns] as const;
const phoneColumns = ["phone", ...phone.columns] as const;

const isGiven = (column: string) => sql`json_type(change.value, ${`$.set.${column}`}) is not null`;
const given = (column: string) => sql`change.value ->> ${`$.set.${column}`}`;
const givenOr = (column: string, otherwise: SQL) =>
  sql`iif(${isGiven(column)}, ${given(column)}, ${otherwise})`;
const setting = (column: string) => sql`${sql.raw(column)} = ${givenOr(column, sql.raw(column))}`;
const list = (settings: SQL[]) => sql.join(settings, sql`, `);

const byRun = sql`changed_by = 'r' || (change.value ->> 'run')`;

/**
 * Applies changes to leads, one change to each. `changes` is a FROM that has each as
 * `change.value`, an object of `run` and `lead` (ids), `set` (values by column) and `variables`
 * (null removes one). `named` holds the columns that any change sets: a column in an UPDATE costs
 * the writing of its indexes. An e-mail address or phone stays as it was where another lead has the
 * new one, or where the new one is suppressed: a lead may write anybody's.
 */
export function changeLeads(changes: SQL, named: Set<string>): SQL[] {
  const isNamed = (column: string) => named.has(column);
  const settings = [
    ...plain.filter(isNamed).map(setting),
    ...(["pipeline_stage", ...lostColumns].some(isNamed) ? stageSettings() : []),
    ...overrideSettings(lostColumns.filter(isNamed)),
    variablesSetting,
    byRun,
    sql`updated_at = ${changedAt(sql`leads.updated_at`)}`,
  ];
  return [
    sql`
      update leads set ${list(settings)}
      from ${changes}
      where leads.id = change.value ->> 'lead'`,
    ...[emailColumns, phoneColumns]
      .filter(([column]) => isNamed(column))
      .map((columns) => changeUnique(changes, columns)),
  ];
}

function stageSettings() {
  const { pipelineStage, isLost, lostReason } = stageColumns(
    givenOr("pipeline_stage", sql`leads.pipeline_stage`),
  );
  return [
    sql`pipeline_stage = ${pipelineStage}`,
    sql`is_lost = ${givenOr("is_lost", isLost)}`,
    sql`lost_reason = ${givenOr("lost_reason", lostReason)}`,
  ];
}

function overrideSettings(columns: (typeof lostColumns)[number][]) {
  const overrides = columns.map(
    (column) => sql`iif(${isGiven(column)}, ${overridesJson([column])}, '{}')`,
  );
  const merged = overrides.reduce(
    (all, one) => sql`json_patch(${all}, ${one})`,
    sql`profile_pinned`,
  );
  return overrides.length > 0 ? [sql`profile_pinned = ${merged}`] : [];
}

/** Variables that would grow too long stay as they were. */
const variablesSetting = sql`variables = (
  select iif(length(merged) <= ${MAX_VARIABLES_CHARACTERS}, merged, leads.variables) from (
    select json_group_object(key, json(kept)) as merged from (
      select key, variables -> fullkey as kept from json_each(variables)
      where key not in (select key from json_each(change.value, '$.variables'))
      union all
      select key, change.value -> fullkey from json_each(change.value, '$.variables')
      where type <> 'null'
    )
  ))`;

const changeUnique = (changes: SQL, columns: typeof emailColumns | typeof phoneColumns) => sql`
  update or ignore leads
  set ${list(columns.map(setting))}, ${byRun}, updated_at = ${changedAt(sql`leads.updated_at`)}
  from ${changes}
  where leads.id = change.value ->> 'lead' and ${isGiven(columns[0])}
    and not exists (
      select 1 from suppressions
      where suppressions.workspace_id = leads.workspace_id and hash = ${given(columns[2])})`;
