import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { ProfileField } from "../../../domain/leads";
import type { Scope } from "../../../env";
import { leads } from "../../schema/leads";
import { within } from "../../scope";

// The statements that write the table `leads`.

/** The columns to set. Undefined ones stay as they are. */
export type LeadColumns = SQLiteUpdateSetSource<typeof leads>;

type GivenByStatement =
  | "id"
  | "workspaceId"
  | "seq"
  | "isLost"
  | "profilePinned"
  | "data"
  | "createdAt"
  | "updatedAt";
type NewLead = Omit<typeof leads.$inferInsert, GivenByStatement> & { data: object };

/** Inserts a lead, which is then the workspace's newest (`newestId`). */
export function insertLead(scope: Scope, { data, ...columns }: NewLead) {
  const now = Date.now();
  const isLost = columns.pipelineStage === "lost";
  const lastSeq = sql`
    select seq from leads where ${within(scope, leads)} order by id desc limit 1`;
  return scope.db.insert(leads).values({
    ...columns,
    workspaceId: scope.workspaceId,
    seq: sql`ifnull((${lastSeq}), 0) + 1`,
    isLost,
    profilePinned: isLost ? { is_lost: true } : {},
    data: mergePatch(sql`'{}'`, data),
    createdAt: now,
    updatedAt: now,
  });
}

/** Without columns, only stamps the time of the update. */
export const updateLead = (scope: Scope, id: number, columns: LeadColumns, condition?: SQL) =>
  scope.db
    .update(leads)
    .set({ updatedAt: Date.now(), ...columns })
    .where(within(scope, leads, eq(leads.id, id), condition));

/** Merges a JSON Merge Patch (RFC 7396) into the free data of a lead. */
export const mergeData = (data: object): LeadColumns => ({ data: mergePatch(leads.data, data) });

const mergePatch = (target: SQL | typeof leads.data, patch: object) =>
  sql<string>`json_patch(${target}, ${JSON.stringify(patch)})`;

/**
 * Manual overrides as JSON: the fields that were set through the API, which no analysis overwrites.
 */
const overridesJson = (fields: readonly ProfileField[]) =>
  JSON.stringify(Object.fromEntries(fields.map((field) => [field, true])));

/** Marks more fields as manual overrides. */
export const addOverrides = (fields: ProfileField[]): LeadColumns =>
  fields.length > 0
    ? { profilePinned: sql`json_patch(${leads.profilePinned}, ${overridesJson(fields)})` }
    : {};

/** Makes `fields` the manual overrides, and keeps those of `kept` that are overrides already. */
export const replaceOverrides = (fields: ProfileField[], kept: ProfileField[]): LeadColumns => ({
  profilePinned: sql`(
    select json_group_object(key, json('true')) from (
      select key from json_each(${leads.profilePinned})
      where key in (select value from json_each(${JSON.stringify(kept)}))
      union
      select value from json_each(${JSON.stringify(fields)})
    ))`,
});

/**
 * The columns that moving to a pipeline stage sets. Moving to `lost` sets `is_lost`; leaving `lost`
 * clears `is_lost` and `lost_reason` (contract §4).
 */
export const stageColumns = (stage: string | null | SQL) => ({
  pipelineStage: sql<string | null>`${stage}`,
  isLost: sql<boolean>`
    case when (${stage} is 'lost') = (${leads.pipelineStage} is 'lost') then ${leads.isLost}
         else ${stage} is 'lost' end`,
  lostReason: sql<string | null>`
    case when ${leads.pipelineStage} is 'lost' and ${stage} is not 'lost' then null
         else ${leads.lostReason} end`,
});

/** Moves a lead to the stage that `stage` selects, unless that is null. */
export const moveLead = (scope: Scope, id: number | SQL, stage: SQL) =>
  scope.db
    .update(leads)
    .set(stageColumns(stage))
    .where(within(scope, leads, eq(leads.id, id), sql`${stage} is not null`));

/** Moves leads to stages. `moves` selects `lead_id` and `stage`; null keeps the lead's stage. */
export const moveLeads = (moves: SQL) => {
  const { pipelineStage, isLost, lostReason } = stageColumns(
    sql`ifnull(moved.stage, leads.pipeline_stage)`,
  );
  return sql`
    update leads
    set pipeline_stage = ${pipelineStage},
        is_lost = ${isLost},
        lost_reason = ${lostReason},
        updated_at = ${Date.now()}
    from (${moves}) as moved
    where leads.id = moved.lead_id`;
};

/** Replaces a lead's phone, if it is one of `from` and no other lead has the phone `to`. */
export const replacePhone = (
  scope: Scope,
  leadId: SQL,
  from: string[],
  to: string,
  condition: SQL,
) => sql`
  update leads
  set phone = ${to}, phone_search = ${to}, updated_at = ${Date.now()}
  where ${within(scope, leads, sql`id = (${leadId})`)}
    and phone in (select value from json_each(${JSON.stringify(from)}))
    and ${condition}
    and not exists (select 1 from leads where ${within(scope, leads)} and phone = ${to})`;

/** Whether the latest entry in a lead's ledger of consents is an opt-out; null without entries. */
const latestIsOptout = sql`(
  select kind = 'opted_out' from consents
  where lead_id = leads.id
  order by at / 1000 desc, id desc
  limit 1)`;

/** Sets `is_optout` of leads by the latest entry of their consents. */
export const applyLatestConsents = (db: Scope["db"], leadIds: SQL) =>
  db
    .update(leads)
    .set({ isOptout: latestIsOptout, updatedAt: Date.now() })
    .where(sql`${leads.id} in (${leadIds}) and ${leads.isOptout} <> ${latestIsOptout}`);

const MAX_VARIABLES_CHARACTERS = 65_536;

const plainColumns = [
  "first_name",
  "first_name_search",
  "last_name",
  "last_name_search",
  "username",
  "username_search",
  "source",
  "warmth",
];
const lostColumns = ["is_lost", "lost_reason"] as const;
const emailColumns = ["email", "email_key", "email_search"] as const;
const phoneColumns = ["phone", "phone_search"] as const;

const isGiven = (column: string) => sql`json_type(change.value, ${`$.set.${column}`}) is not null`;
const given = (column: string) => sql`change.value ->> ${`$.set.${column}`}`;
const givenOr = (column: string, otherwise: SQL) =>
  sql`iif(${isGiven(column)}, ${given(column)}, ${otherwise})`;
const setting = (column: string) => sql`${sql.raw(column)} = ${givenOr(column, sql.raw(column))}`;
const list = (settings: SQL[]) => sql.join(settings, sql`, `);

/**
 * Applies changes to leads, one change to each. `changes` is a FROM that has each as
 * `change.value`, an object of `lead` (an id), `set` (values by column) and `variables` (null
 * removes one). `named` holds the columns that any change sets: a column in an UPDATE costs the
 * writing of its indexes. An e-mail address or phone that another lead has is left as it was.
 */
export function changeLeads(changes: SQL, named: Set<string>): SQL[] {
  const isNamed = (column: string) => named.has(column);
  const settings = [
    ...plainColumns.filter(isNamed).map(setting),
    ...(["pipeline_stage", ...lostColumns].some(isNamed) ? stageSettings() : []),
    ...overrideSettings(lostColumns.filter(isNamed)),
    variablesSetting,
    sql`updated_at = ${Date.now()}`,
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
  set ${list(columns.map(setting))}, updated_at = ${Date.now()}
  from ${changes}
  where leads.id = change.value ->> 'lead' and ${isGiven(columns[0])}`;

/** Sets the time of the latest enrolment of the leads that `which` finds. */
export const dateEnrolment = (which: SQL, enrolledAt: number) => sql`
  update leads set enrolled_at = ${enrolledAt} where ${which}`;
