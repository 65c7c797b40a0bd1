import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { failUnless, hasFailed } from "#db/writes/fail-unless";
import { changedAt } from "#db/writes/revision";
import type { ConsentScope } from "#domain/consents";
import { optoutFields } from "#domain/lead-fields";
import type { ProfileField } from "#domain/leads";
import type { Scope, Writer } from "#env";
import { foldText } from "#lib/text";
import { latestFirst } from "../latest-consent";

// The statements that write the table `leads`.

/** The columns to set. Undefined ones stay as they are. */
export type LeadColumns = SQLiteUpdateSetSource<typeof leads>;

type GivenByStatement =
  | "id"
  | "workspaceId"
  | "seq"
  | "profilePinned"
  | "data"
  | "changedBy"
  | "createdAt"
  | "updatedAt";
type NewLead = Omit<typeof leads.$inferInsert, GivenByStatement> & { data: object };

/**
 * Inserts a lead, which is then the workspace's newest (`newestId`). `overrides` are the fields
 * that no analysis overwrites.
 */
export function insertLead(scope: Scope, { data, ...columns }: NewLead, overrides: ProfileField[]) {
  const now = Date.now();
  const isMoved = columns.pipelineStage === "lost";
  const overridden = new Set<ProfileField>([
    ...overrides,
    ...(isMoved ? ["is_lost" as const] : []),
  ]);
  const lastSeq = sql`
    select seq from leads where ${within(scope, leads)} order by id desc limit 1`;
  return scope.db.insert(leads).values({
    ...columns,
    workspaceId: scope.workspaceId,
    seq: sql`ifnull((${lastSeq}), 0) + 1`,
    isLost: columns.isLost ?? isMoved,
    changedBy: scope.actor,
    profilePinned: Object.fromEntries([...overridden].map((field) => [field, true])),
    data: mergePatch(sql`'{}'`, data),
    createdAt: now,
    updatedAt: now,
  });
}

/** Without columns, only stamps the time of the update. */
export const updateLead = (scope: Scope, id: number, columns: LeadColumns, condition?: SQL) =>
  scope.db
    .update(leads)
    .set({ changedBy: scope.actor, updatedAt: changedAt(leads.updatedAt), ...columns })
    .where(within(scope, leads, eq(leads.id, id), condition));

/** The column by which a batch fails where a lead has changed since it was read. */
export const UNCHANGED_LEAD = "leads.updated_at";

/** Fails the batch (`hasChanged`) if the lead has another ext_id. */
export const refuseOtherExtId = (scope: Scope, id: number, extId: string) =>
  scope.db
    .update(leads)
    .set({ updatedAt: failUnless(UNCHANGED_LEAD, false) })
    .where(within(scope, leads, eq(leads.id, id), sql`${leads.extId} <> ${extId}`));

/** True if a batch has failed because a lead has changed since it was read. */
export const hasChanged = (error: unknown) => hasFailed(error, UNCHANGED_LEAD);

/** Merges a JSON Merge Patch (RFC 7396) into the free data of a lead. */
export const mergeData = (data: object): LeadColumns => ({ data: mergePatch(leads.data, data) });

const mergePatch = (target: SQL | typeof leads.data, patch: object) =>
  sql<string>`json_patch(${target}, ${JSON.stringify(patch)})`;

/** Manual overrides as JSON: the fields set through the API, which no analysis overwrites. */
export const overridesJson = (fields: readonly ProfileField[]) =>
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

/** Lets analyses fill these fields again. */
export const removeOverrides = (fields: ProfileField[]): LeadColumns => {
  const paths = fields.map((field) => sql`${`$.${field}`}`);
  return { profilePinned: sql`json_remove(${leads.profilePinned}, ${sql.join(paths, sql`, `)})` };
};

/**
 * The columns that moving to a pipeline stage sets. Moving to `lost` sets `is_lost`; leaving `lost`
 * clears `is_lost` and `lost_reason` (contract §4). The SQL trigger `leads_pin_lost` (leads.sql)
 * then makes `is_lost` a manual override, and `leads_stage_moved` (bookings.sql) keeps the booking
 * that has moved the lead before from taking it back.
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
    .set({
      ...stageColumns(stage),
      changedBy: scope.actor,
      updatedAt: changedAt(leads.updatedAt),
    })
    .where(within(scope, leads, eq(leads.id, id), sql`${stage} is not null`));

/**
 * Moves leads to stages. `moves` selects `lead_id`, `stage` and the actor `added_by`; null as a
 * stage keeps the lead's.
 */
export const moveLeads = (moves: SQL) => {
  const { pipelineStage, isLost, lostReason } = stageColumns(
    sql`ifnull(moved.stage, leads.pipeline_stage)`,
  );
  return sql`
    update leads
    set pipeline_stage = ${pipelineStage},
        is_lost = ${isLost},
        lost_reason = ${lostReason},
        changed_by = moved.added_by,
        updated_at = ${changedAt(leads.updatedAt)}
    from (${moves}) as moved
    where leads.id = moved.lead_id`;
};

type NewPhone = { phone: string; key: string | null; hash: string | null };

/** Sets a lead's phone, if no other lead has it. */
const setPhone = (scope: Scope, leadId: SQL, { phone, key, hash }: NewPhone, condition: SQL) => sql`
  update leads
  set phone = ${phone}, phone_key = ${key}, phone_hash = ${hash},
      phone_folded = nullif(${phone}, ${key}),
      changed_by = ${scope.actor}, updated_at = ${changedAt(leads.updatedAt)}
  where ${within(scope, leads, sql`id = (${leadId})`)}
    and ${condition}
    and not exists (select 1 from leads where ${within(scope, leads)} and phone_key = ${key})`;

/** Replaces a lead's phone, if `from` is its key and no other lead has the new one. */
export const replacePhone = (
  scope: Scope,
  leadId: SQL,
  from: string,
  phone: NewPhone,
  condition: SQL,
) => setPhone(scope, leadId, phone, sql`phone_key = ${from} and ${condition}`);

/** Gives a lead without a phone one, if no other lead has it. */
export const fillPhone = (scope: Scope, leadId: SQL, phone: NewPhone, condition: SQL) =>
  setPhone(scope, leadId, phone, sql`leads.phone is null and ${condition}`);

/**
 * Gives leads the usernames of `named` (`lead_id`, `former`, `username`, `folded`) where they have
 * none, or the former one.
 */
export const followUsernames = (scope: Scope, named: SQL) => sql`
  update leads
  set username = named.username, username_search = named.folded,
      changed_by = ${scope.actor}, updated_at = ${changedAt(leads.updatedAt)}
  from (${named}) as named
  where leads.id = named.lead_id and leads.id in (select lead_id from (${named}))
    and leads.username is not named.username
    and (leads.username is null or leads.username = named.former)`;

type Names = { first_name: string | null; last_name: string | null };

/** Gives a lead without a name that of its account. `leadId` selects the lead. */
export function fillNames(
  scope: Scope,
  leadId: SQL,
  { first_name: first, last_name: last }: Names,
) {
  const folded = [first, last].map((name) => (name === null ? null : foldText(name)));
  return sql`
    update leads
    set first_name = ${first}, first_name_search = ${folded[0]},
        last_name = ${last}, last_name_search = ${folded[1]},
        changed_by = ${scope.actor}, updated_at = ${changedAt(leads.updatedAt)}
    where ${within(scope, leads, sql`id = (${leadId})`)}
      and first_name is null and last_name is null and ${first} is not null`;
}

/** The flag of leads that have opted out of a scope. */
export const optoutFlag = (about: ConsentScope) => sql.raw(optoutFields[about]);

/** True if a lead's latest entry of a scope of consent is an opt-out; null without entries. */
const latestIsOptout = (about: ConsentScope) => sql`(
  select kind = 'opted_out' from consents
  where consents.lead_id = leads.id ${latestFirst("consents", about)})`;

/** Sets the flag of a scope of consent by the latest entry of leads. */
export function applyLatestConsents({ actor }: Writer, leadIds: SQL, about: ConsentScope) {
  const flag = optoutFlag(about);
  const latest = latestIsOptout(about);
  return sql`
    update leads
    set ${flag} = ${latest}, changed_by = ${actor}, updated_at = ${changedAt(sql`leads.updated_at`)}
    where id in (${leadIds}) and ${flag} <> ${latest}`;
}

/** Sets the time of the latest enrolment of the leads that `which` finds. */
export const dateEnrolment = (which: SQL, enrolledAt: number) => sql`
  update leads set enrolled_at = ${enrolledAt} where ${which}`;
