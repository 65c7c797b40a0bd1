import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch, type Statement } from "#db/batch";
import { leads } from "#db/schema/leads";
import { newestId, selectId } from "#db/scope/rows";
import { changeConsent, stopOptedOut } from "#db/statements/consents";
import { type Hashes, suppressionKind } from "#db/statements/contact-hashes";
import { changeTags } from "#db/statements/lead-tags";
import {
  addOverrides,
  hasChanged,
  insertLead,
  mergeData,
  refuseOtherExtId,
  stageColumns,
  updateLead,
} from "#db/statements/leads/leads";
import { reportHashes } from "#db/statements/suppressions";
import { refusedFor } from "#db/writes/errors";
import { normalEmail, normalPhone } from "#domain/addresses";
import { consentScopes } from "#domain/consents";
import { isSearched, plainNames } from "#domain/field-names";
import { type LeadFields, leadFields, optoutFields } from "#domain/lead-fields";
import { MAX_TAGS } from "#domain/leads";
import type { SuppressionKind } from "#domain/platforms";
import type { Scope } from "#env";
import { camelCase } from "#lib/case";
import { found, invalid, taken } from "#lib/problem";
import { folded, foldText } from "#lib/text";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { overriddenBy, profileColumns } from "./analysed-fields";
import { consentByRequest } from "./consent-changes";
import type { LeadAttributes, LeadPatch } from "./input";
import { selectLead } from "./read";
import { toLead } from "./row";
import type { Lead } from "./schema";
import { searchedPhone } from "./search/phones";
import { foreignTags, type TagLists, throwForeignTags } from "./tags/store";
import { bestMatch, contactsOf, type Identity, sharing, throwIdentityConflict } from "./uniqueness";

export const MAX_DATA_CHARACTERS = 131_072;

/** Runs statements that write a lead and reads it, in one batch. */
export async function writeLead(
  scope: Scope,
  id: number | SQL,
  statements: Statement[],
): Promise<Lead> {
  const { lead } = await batch(scope, { statements, lead: selectLead(scope, id) });
  return toLead(found(lead[0]));
}

/**
 * Throws the field errors of the constraint that a write of a lead broke, or else the error itself.
 */
export function throwLeadErrors(
  error: unknown,
  scope: Scope,
  identity: Identity,
  ownId?: number,
): Promise<never> {
  if (refusedFor(error, "CHECK constraint failed: leads_data_size"))
    throw invalid(fieldErrors(["data"], validationMessages.atMostCharacters(MAX_DATA_CHARACTERS)));
  if (refusedFor(error, "lead_tags_limit"))
    throw invalid(fieldErrors(["tag_ids"], validationMessages.atMostItems(MAX_TAGS)));
  // A batch that writes one lead refuses no other change (`refuseOtherExtId`).
  if (hasChanged(error)) throw taken(["ext_id"]);
  return throwIdentityConflict(error, scope, identity, ownId);
}

/** Like `lower` of SQLite, which knows no letters but those of ASCII. */
const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A text as it is searched; null where it is the key that is kept beside it. */
const unlessKey = (text: string, key: string | null | undefined) => (text === key ? null : text);

type Written = LeadPatch & Pick<LeadAttributes, "age" | "profile">;

/** The columns of fields that are stored as they are given, with the texts that are searched. */
export const plainColumns = (fields: LeadFields, input: Record<string, unknown>) =>
  Object.fromEntries(
    plainNames(fields, "api").flatMap((name) => {
      const value = input[name];
      const text = typeof value === "string" ? foldText(value) : value;
      return [
        [camelCase(name), value],
        ...(isSearched(fields, name) ? [[camelCase(`${name}_search`), text]] : []),
      ];
    }),
    // The columns are those of the schema, which a test compares with the table.
  ) as Partial<typeof leads.$inferInsert>;

/** The columns of attributes; those of absent ones are undefined. */
export function columnsOf(
  { defaultCountry }: Scope,
  input: Written,
  identity: Identity,
  hashes: Hashes,
) {
  const email = folded(input.email, normalEmail);
  const phone = folded(input.phone, (sent) => normalPhone(sent, defaultCountry));
  return {
    ...plainColumns(leadFields, input),
    email,
    emailKey: identity.email,
    emailHash: folded(identity.email, (key) => hashes("email", key)),
    phone,
    phoneKey: identity.phone,
    phoneHash: folded(identity.phone, (key) => hashes("phone", key)),
    emailFolded: folded(email, (text) => unlessKey(foldText(text), identity.email)),
    phoneFolded: folded(phone, (text) => unlessKey(searchedPhone(text), identity.phone)),
    extIdFolded: folded(input.ext_id, (id) => unlessKey(foldText(id), lower(id))),
    variables: input.variables === null ? {} : input.variables,
    enrolledAt: input.enrolled_at,
    ...profileColumns(input),
  };
}

/** The columns that an update sets from their values before. */
const patchedColumns = (input: Written) => ({
  ...(input.pipeline_stage !== undefined && stageColumns(input.pipeline_stage)),
  ...(input.is_lost !== undefined && { isLost: input.is_lost }),
  ...(input.lost_reason !== undefined && { lostReason: input.lost_reason }),
  ...addOverrides(overriddenBy(input)),
  ...(input.data && mergeData(input.data)),
});

/** Updates the fields that the input names. */
export function updateStatements(
  scope: Scope,
  id: number,
  input: Written,
  identity: Identity,
  hashes: Hashes,
): Statement[] {
  const { tag_ids: replace, attach_tag_ids: attach, detach_tag_ids: detach } = input;
  const keepStage = input.pipeline_stage !== undefined;
  const lead = sql`${selectId(scope, leads, id)}`;
  // A trigger unsubscribes the lead if its new phone or e-mail is suppressed.
  const isMoved = identity.phone || identity.email;
  const consent = consentScopes.flatMap((about) => {
    const isOptout = input[optoutFields[about]];
    if (isOptout === undefined) return isMoved ? stopOptedOut(scope, lead, about) : [];
    return consentByRequest(scope, lead, isOptout, about);
  });
  return [
    ...changeTags(scope, id, { replace, attach, detach }, keepStage),
    updateLead(scope, id, {
      ...columnsOf(scope, input, identity, hashes),
      ...patchedColumns(input),
    }),
    ...consent,
  ];
}

/**
 * Updates the lead that an upsert has found. Fails the batch if the lead has got another ext_id
 * since it was found.
 */
export function upsertStatements(
  scope: Scope,
  id: number,
  { ext_id, is_optout, is_marketing_optout, ...input }: LeadAttributes,
  identity: Identity,
  hashes: Hashes,
): Statement[] {
  return [
    ...(ext_id == null ? [] : [refuseOtherExtId(scope, id, ext_id)]),
    ...updateStatements(
      scope,
      id,
      {
        ...input,
        ...(ext_id != null && { ext_id }),
        // Only an update of the lead itself subscribes it again.
        ...(is_optout && { is_optout }),
        ...(is_marketing_optout && { is_marketing_optout }),
      },
      identity,
      hashes,
    ),
  ];
}

/** Inserts a lead, which is then the workspace's newest, with its tags. */
export function insertStatements(
  scope: Scope,
  input: LeadAttributes,
  identity: Identity,
  hashes: Hashes,
): Statement[] {
  const { source = "api", pipeline_stage: stage = "new" } = input;
  const columns = {
    ...columnsOf(scope, input, identity, hashes),
    source,
    pipelineStage: stage,
    isLost: input.is_lost,
    lostReason: input.lost_reason,
    variables: input.variables ?? {},
    data: input.data ?? {},
  };
  const keepStage = input.pipeline_stage !== undefined;
  const lead = newestId(scope, leads);
  const known = contactsOf(identity).flatMap(({ kind, value }) => {
    const hash = hashes(kind, value);
    return hash === null ? [] : [[suppressionKind(kind), hash] as [SuppressionKind, string]];
  });
  return [
    insertLead(scope, columns, overriddenBy(input)),
    ...(known.length > 0 ? [reportHashes(lead, known)] : []),
    ...changeTags(scope, lead, { replace: input.tag_ids }, keepStage),
    ...consentScopes.flatMap((about) =>
      input[optoutFields[about]] ? changeConsent(scope, lead, true, "api", Date.now(), about) : [],
    ),
  ];
}

/**
 * The id of the lead that has the identity, if any. Throws an `invalid` problem on tags that are
 * not the workspace's. One round trip, or none if there is nothing to look up.
 */
export async function checkReferences(scope: Scope, lists: TagLists, identity: Identity) {
  const isNeeded =
    Object.values(lists).some((ids) => ids != null) || Object.keys(identity).length > 0;
  if (!isNeeded) return undefined;
  const { foreign, shared } = await readBatch(scope, {
    foreign: foreignTags(scope, lists),
    shared: sharing(scope, identity),
  });
  throwForeignTags(foreign, lists);
  return bestMatch(shared, identity);
}
