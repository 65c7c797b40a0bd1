import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { brokeCheck, brokenUnique } from "../../db/errors";
import { exists, remove } from "../../db/rows";
import { endedRun } from "../../db/runs";
import { leads, leadTags, runs } from "../../db/schema";
import { readAll, type Statement, within, write } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { fieldErrors, messages } from "../../lib/messages";
import { found, invalid } from "../../lib/problem";
import { folded, foldText } from "../../lib/text";
import type { Tag } from "../tags/schema";
import { foreignTags, refuseForeignTags, selectLeadTags, type TagLists, tagToWire } from "../tags/store";
import { bestMatch, type Identity, identityOf, refuseTaken, sharing } from "./identity";
import type { LeadAttributes, LeadPatch, ProfileInput } from "./input";
import { type FullRow, selectLead, toLead } from "./read";
import type { Lead } from "./schema";
import { changeTags, moveTo, type TagChange } from "./tagging";

export const leadExists = exists(leads);
export const deleteLead = remove(leads);

const MAX_DATA_CHARACTERS = 262_144;

/** Runs a batch whose last statement is `selectLead`. */
async function writeLead(scope: Scope, statements: Statement[]) {
  const results: unknown[] = await write(scope, statements as [Statement, ...Statement[]]);
  return { results, lead: toLead(found((results.at(-1) as FullRow[])[0])) };
}

/** Words the constraints that a lead's columns can break; rethrows anything else. */
function refuse(error: unknown, scope: Scope, identity: Identity, ownId?: number): Promise<never> {
  if (brokeCheck(error, "leads_data_size")) throw invalid(fieldErrors(["data"], messages.atMostCharacters(MAX_DATA_CHARACTERS)));
  return refuseTaken(error, scope, identity, ownId);
}

/** The columns that attributes set; those of absent ones are undefined, which Drizzle leaves alone. */
const columnsOf = (input: LeadAttributes, identity: Identity) => ({
  extId: input.ext_id,
  firstName: input.first_name,
  lastName: input.last_name,
  username: input.username,
  image: input.image,
  email: input.email,
  emailKey: identity.email,
  phone: identity.phone,
  firstNameSearch: folded(input.first_name, foldText),
  lastNameSearch: folded(input.last_name, foldText),
  usernameSearch: folded(input.username, foldText),
  emailSearch: folded(input.email, foldText),
  phoneSearch: folded(identity.phone, foldText),
  source: input.source,
  warmth: input.warmth,
  variables: input.variables === null ? {} : input.variables,
  enrolledAt: input.enrolled_at,
  whatsappPhoneNumberId: input.whatsapp_phone_number_id,
});

const tagChangeOf = (input: LeadPatch): TagChange => ({
  replace: input.tag_ids,
  attach: input.attach_tag_ids,
  detach: input.detach_tag_ids,
});

function updateStatements(scope: Scope, id: number, input: LeadPatch, identity: Identity): Statement[] {
  const { pipeline_stage: stage, is_lost: isLost, lost_reason: lostReason, is_optout: isOptout } = input;
  const update = {
    ...columnsOf(input, identity),
    ...(stage !== undefined && moveTo(stage)),
    ...(isLost !== undefined && { isLost }),
    ...(lostReason !== undefined && { lostReason }),
    ...(input.data && { data: sql<string>`json_patch(${leads.data}, ${JSON.stringify(input.data)})` }),
    isOptout,
    updatedAt: Date.now(),
  };
  return [
    ...changeTags(scope, id, tagChangeOf(input), stage !== undefined),
    scope.db
      .update(leads)
      .set(update)
      .where(within(scope, leads, eq(leads.id, id))),
    ...(isOptout ? [endRuns(scope, id, "opted_out")] : []),
  ];
}

function insertStatements(scope: Scope, input: LeadAttributes, identity: Identity): Statement[] {
  const now = Date.now();
  const stage = input.pipeline_stage === undefined ? "new" : input.pipeline_stage;
  const values = {
    ...columnsOf(input, identity),
    workspaceId: scope.workspaceId,
    seq: sql`ifnull((select seq from leads where workspace_id = ${scope.workspaceId} order by id desc limit 1), 0) + 1`,
    source: input.source === undefined ? "api" : input.source,
    pipelineStage: stage,
    isLost: stage === "lost",
    variables: input.variables ?? {},
    data: sql<string>`json_patch('{}', ${JSON.stringify(input.data ?? {})})`,
    createdAt: now,
    updatedAt: now,
  };
  return [
    scope.db.insert(leads).values(values),
    ...changeTags(scope, newest(scope), { replace: input.tag_ids }, input.pipeline_stage !== undefined),
  ];
}

/** The lead that the same batch has inserted. Ids only grow. */
const newest = (scope: Scope) => sql`(select max(id) from leads where workspace_id = ${scope.workspaceId})`;

/** Ends the lead's active runs, in the batch that makes them pointless. */
const endRuns = (scope: Scope, leadId: number, endReason: string) =>
  scope.db
    .update(runs)
    .set(endedRun("exited", endReason))
    .where(within(scope, runs, eq(runs.leadId, leadId), isNull(runs.endedAt)));

type Saving = {
  /** Update the lead that matches, if there is one. */
  upsert: boolean;
  /** A row that must be there, else nothing is written: a `not_found` problem. */
  needs?: Statement;
  /** A statement of the same batch, given the saved lead's id. */
  and?: (leadId: number | SQL) => Statement;
};

type Saved = { lead: Lead; created: boolean; also: unknown[] };

/**
 * Creates a lead, or updates the one that an upsert finds. `also` is the result of `and`. An upsert that was overtaken by another
 * request looks once more: now there may be a lead to update.
 */
export async function saveLead(scope: Scope, input: LeadAttributes, saving: Saving, mayRetry = saving.upsert): Promise<Saved> {
  const { upsert, needs, and: extra } = saving;
  const identity = identityOf(scope, input);
  const match = await checkReferences(scope, { tag_ids: input.tag_ids }, upsert ? identity : {}, needs);
  const id = match ?? newest(scope);
  const saved = match === undefined ? insertStatements(scope, input, identity) : updateStatements(scope, match, input, identity);
  try {
    const { results, lead } = await writeLead(scope, [...saved, ...(extra ? [extra(id)] : []), selectLead(scope, id)]);
    return { lead, created: match === undefined, also: extra ? (results.at(-2) as unknown[]) : [] };
  } catch (error) {
    if (mayRetry && brokenUnique(error).length > 0) return saveLead(scope, input, saving, false);
    return refuse(error, scope, identity, match);
  }
}

/** 422 on tags that are not the workspace's. The id of the lead that has the identity, if any. One round trip, or none. */
async function checkReferences(scope: Scope, lists: TagLists, identity: Identity, needs?: Statement) {
  const asked = needs || Object.values(lists).some((ids) => ids != null) || Object.keys(identity).length > 0;
  if (!asked) return undefined;
  const statements = [foreignTags(scope, lists), sharing(scope, identity), ...(needs ? [needs] : [])] as const;
  const [foreign, shared, needed] = await readAll(scope, statements);
  if (needs) found((needed as unknown[])[0]);
  refuseForeignTags(foreign, lists);
  return bestMatch(shared, identity);
}

export async function updateLead(scope: Scope, id: number, input: LeadPatch): Promise<Lead> {
  const { tag_ids, attach_tag_ids, detach_tag_ids } = input;
  await checkReferences(scope, { tag_ids, attach_tag_ids, detach_tag_ids }, {});
  const identity = identityOf(scope, input);
  const statements = [...updateStatements(scope, id, input, identity), selectLead(scope, id)];
  const { lead } = await writeLead(scope, statements).catch((error) => refuse(error, scope, identity, id));
  return lead;
}

export const setOptout = (scope: Scope, id: number, isOptout: boolean) => updateLead(scope, id, { is_optout: isOptout });

/** Replaces the analysed fields and stamps the time of the analysis. */
export async function replaceProfile(scope: Scope, id: number, input: ProfileInput): Promise<Lead> {
  const now = Date.now();
  const profile = input.profile ?? {};
  const update = scope.db
    .update(leads)
    .set({
      age: input.age ?? null,
      occupationStatus: input.occupation_status ?? null,
      maturityLevel: input.maturity_level ?? null,
      engagementLevel: input.engagement_level ?? null,
      isLost: input.is_lost,
      lostReason: input.lost_reason,
      profile: { ...profile, blockers: profile.blockers ?? [], levers: profile.levers ?? [] },
      profileExtractedAt: now,
      updatedAt: now,
    })
    .where(within(scope, leads, eq(leads.id, id)));
  return (await writeLead(scope, [update, selectLead(scope, id)])).lead;
}

export async function attachTags(scope: Scope, id: number, tagIds: number[]): Promise<Lead> {
  await checkReferences(scope, { tag_ids: tagIds }, {});
  const statements = [...changeTags(scope, id, { attach: tagIds }, false), touch(scope, id), selectLead(scope, id)];
  return (await writeLead(scope, statements)).lead;
}

/** A `not_found` problem where the lead does not have the tag. */
export async function detachTag(scope: Scope, id: number, tagId: number) {
  const ofLead = and(
    eq(leadTags.tagId, tagId),
    eq(leadTags.leadId, sql`(select id from leads where ${within(scope, leads, eq(leads.id, id))})`),
  );
  const attached = sql`exists (select 1 from ${leadTags} where ${leadTags.leadId} = ${leads.id} and ${leadTags.tagId} = ${tagId})`;
  const [, rows] = await write(scope, [touch(scope, id, attached), scope.db.delete(leadTags).where(ofLead).returning()]);
  found(rows[0]);
  return 1;
}

export async function listLeadTags(scope: Scope, id: number, page: PageRequest): Promise<Page<Tag>> {
  const [lead, rows] = await readAll(scope, [
    scope.db
      .select({ id: leads.id })
      .from(leads)
      .where(within(scope, leads, eq(leads.id, id))),
    selectLeadTags(scope, id, page),
  ]);
  found(lead[0]);
  return cutPage(rows, page, tagToWire);
}

const touch = (scope: Scope, id: number, condition?: SQL) =>
  scope.db
    .update(leads)
    .set({ updatedAt: Date.now() })
    .where(within(scope, leads, eq(leads.id, id), condition));
