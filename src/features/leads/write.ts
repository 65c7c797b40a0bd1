import { eq, type SQL, sql } from "drizzle-orm";
import { refusedFor } from "../../db/errors";
import { newestId, selectId } from "../../db/rows";
import { leads } from "../../db/schema/leads";
import { readAll, type Statement, within, write } from "../../db/scope";
import type { Scope } from "../../env";
import { found, invalid } from "../../lib/problem";
import { folded, foldText } from "../../lib/text";
import { fieldErrors, messages } from "../../lib/validation-messages";
import { changeConsent } from "./consents";
import type { LeadAttributes, LeadPatch } from "./input";
import { pins } from "./manual-overrides";
import { type FullRow, selectLead, toLead } from "./read";
import { changeTags, moveTo } from "./tagging";
import { foreignTags, MAX_TAGS, refuseForeignTags, type TagLists } from "./tags/store";
import { bestMatch, type Identity, refuseTakenIdentity, sharing } from "./uniqueness";

const MAX_DATA_CHARACTERS = 131_072;

/** Runs the statements and reads the lead, in one batch: the lead, and the rows of each statement. */
export async function writeLead(scope: Scope, statements: Statement[], id: number | SQL) {
  const [first, ...others] = [...statements, selectLead(scope, id)];
  const results: readonly unknown[] = await write(scope, [first!, ...others]);
  return { results, lead: toLead(found((results.at(-1) as FullRow[])[0])) };
}

/** Words the constraints that a write of a lead can break; rethrows anything else. */
export function refuse(
  error: unknown,
  scope: Scope,
  identity: Identity,
  ownId?: number,
): Promise<never> {
  if (refusedFor(error, "CHECK constraint failed: leads_data_size"))
    throw invalid(fieldErrors(["data"], messages.atMostCharacters(MAX_DATA_CHARACTERS)));
  if (refusedFor(error, "lead_tags_limit"))
    throw invalid(fieldErrors(["tag_ids"], messages.atMostItems(MAX_TAGS)));
  return refuseTakenIdentity(error, scope, identity, ownId);
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

/** Changes what the input names. */
export function updateStatements(
  scope: Scope,
  id: number,
  input: LeadPatch,
  identity: Identity,
): Statement[] {
  const {
    pipeline_stage: stage,
    is_lost: isLost,
    lost_reason: lostReason,
    is_optout: isOptout,
  } = input;
  const update = {
    ...columnsOf(input, identity),
    ...(stage !== undefined && moveTo(stage)),
    ...(isLost !== undefined && { isLost }),
    ...(lostReason !== undefined && { lostReason }),
    ...pins([
      ...(isLost === undefined ? [] : ["is_lost" as const]),
      ...(lostReason === undefined ? [] : ["lost_reason" as const]),
    ]),
    ...(input.data && {
      data: sql<string>`json_patch(${leads.data}, ${JSON.stringify(input.data)})`,
    }),
    updatedAt: Date.now(),
  };
  return [
    ...changeTags(
      scope,
      id,
      { replace: input.tag_ids, attach: input.attach_tag_ids, detach: input.detach_tag_ids },
      stage !== undefined,
    ),
    scope.db
      .update(leads)
      .set(update)
      .where(within(scope, leads, eq(leads.id, id))),
    ...(isOptout === undefined
      ? []
      : changeConsent(scope.db, sql`${selectId(scope, leads, id)}`, isOptout, "api", Date.now())),
  ];
}

/** Makes a lead, which is then the workspace's newest. */
export function insertStatements(
  scope: Scope,
  input: LeadAttributes,
  identity: Identity,
): Statement[] {
  const now = Date.now();
  const stage = input.pipeline_stage === undefined ? "new" : input.pipeline_stage;
  const values = {
    ...columnsOf(input, identity),
    workspaceId: scope.workspaceId,
    seq: sql`ifnull((select seq from leads where workspace_id = ${scope.workspaceId} order by id desc limit 1), 0) + 1`,
    source: input.source === undefined ? "api" : input.source,
    pipelineStage: stage,
    isLost: stage === "lost",
    profilePinned: stage === "lost" ? { is_lost: true as const } : {},
    variables: input.variables ?? {},
    data: sql<string>`json_patch('{}', ${JSON.stringify(input.data ?? {})})`,
    createdAt: now,
    updatedAt: now,
  };
  return [
    scope.db.insert(leads).values(values),
    ...changeTags(
      scope,
      newestId(scope, leads),
      { replace: input.tag_ids },
      input.pipeline_stage !== undefined,
    ),
  ];
}

/** 422 on tags that are not the workspace's. The id of the lead that has the identity, if any. One round trip, or none. */
export async function checkReferences(scope: Scope, lists: TagLists, identity: Identity) {
  const asked = Object.values(lists).some((ids) => ids != null) || Object.keys(identity).length > 0;
  if (!asked) return undefined;
  const [foreign, shared] = await readAll(scope, [
    foreignTags(scope, lists),
    sharing(scope, identity),
  ]);
  refuseForeignTags(foreign, lists);
  return bestMatch(shared, identity);
}
