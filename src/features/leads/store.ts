import { eq, type SQL, sql } from "drizzle-orm";
import { brokenUnique } from "../../db/errors";
import { exists, newestId, remove } from "../../db/rows";
import { leads } from "../../db/schema/leads";
import { type Statement, within } from "../../db/scope";
import { type ProfileField, profileFields } from "../../domain/leads";
import type { Scope } from "../../env";
import { Problem } from "../../lib/problem";
import type { LeadAttributes, LeadPatch, ProfileInput } from "./input";
import type { Lead } from "./schema";
import { identityOf } from "./uniqueness";
import { checkReferences, insertStatements, refuse, updateStatements, writeLead } from "./write";

export const leadExists = exists(leads);
export const deleteLead = remove(leads);

type Saving = {
  /** Update the lead that matches, if there is one. */
  upsert: boolean;
  /** A statement of the same batch, given the saved lead's id. */
  alongside?: (leadId: number | SQL) => Statement;
};

/** `alongside` is what the statement alongside gave back. */
type Saved = { lead: Lead; created: boolean; alongside: unknown[] };

/** Creates a lead, or updates the one that an upsert finds. */
export async function saveLead(
  scope: Scope,
  input: LeadAttributes,
  saving: Saving,
): Promise<Saved> {
  const identity = identityOf(scope, input);
  const attempt = async (mayRetry: boolean): Promise<Saved> => {
    const match = await checkReferences(
      scope,
      { tag_ids: input.tag_ids },
      saving.upsert ? identity : {},
    );
    const id = match ?? newestId(scope, leads);
    const saved =
      match === undefined
        ? insertStatements(scope, input, identity)
        : updateStatements(scope, match, input, identity);
    const alongside = saving.alongside ? [saving.alongside(id)] : [];
    try {
      const { results, lead } = await writeLead(scope, [...saved, ...alongside], id);
      return {
        lead,
        created: match === undefined,
        alongside: saving.alongside ? (results.at(-2) as unknown[]) : [],
      };
    } catch (error) {
      // An upsert that another request has overtaken looks once more: the lead to update has come, or gone.
      const overtaken =
        brokenUnique(error).length > 0 || (error instanceof Problem && error.code === "not_found");
      if (mayRetry && overtaken) return attempt(false);
      return refuse(error, scope, identity, match);
    }
  };
  return attempt(saving.upsert);
}

export async function updateLead(scope: Scope, id: number, input: LeadPatch): Promise<Lead> {
  const { tag_ids, attach_tag_ids, detach_tag_ids } = input;
  await checkReferences(scope, { tag_ids, attach_tag_ids, detach_tag_ids }, {});
  const identity = identityOf(scope, input);
  const statements = updateStatements(scope, id, input, identity);
  return (
    await writeLead(scope, statements, id).catch((error) => refuse(error, scope, identity, id))
  ).lead;
}

export const setOptout = (scope: Scope, id: number, isOptout: boolean) =>
  updateLead(scope, id, { is_optout: isOptout });

/** A profile as it is stored: null where it says nothing. */
function storedProfile(profile: NonNullable<ProfileInput["profile"]>) {
  const stored = {
    professional_situation: profile.professional_situation ?? null,
    primary_objective: profile.primary_objective ?? null,
    blockers: profile.blockers ?? [],
    levers: profile.levers ?? [],
    verbatim: profile.verbatim ?? null,
    lost_reason_detail: profile.lost_reason_detail ?? null,
  };
  return Object.values(stored).some((value) => value !== null && value.length > 0) ? stored : null;
}

/** The fields that are kept where a request leaves them out. */
const kept = ["is_lost", "lost_reason"] as const;

/** Replaces the analysed fields and stamps the time of the analysis. What the request names is set by it, the rest an analysis may fill. */
export async function replaceProfile(scope: Scope, id: number, input: ProfileInput): Promise<Lead> {
  const now = Date.now();
  const { profile, ...others } = input;
  const given: Record<string, unknown> = { ...others, ...profile };
  const named = profileFields.filter((field) => given[field] !== undefined);
  const stays = kept.filter((field) => given[field] === undefined);
  const pinned = sql<
    Partial<Record<ProfileField, true>>
  >`(select json_group_object(key, json('true')) from (
    select key from json_each(${leads.profilePinned}) where key in (select value from json_each(${JSON.stringify(stays)}))
    union select value from json_each(${JSON.stringify(named)})))`;
  const update = scope.db
    .update(leads)
    .set({
      age: input.age ?? null,
      occupationStatus: input.occupation_status ?? null,
      maturityLevel: input.maturity_level ?? null,
      engagementLevel: input.engagement_level ?? null,
      isLost: input.is_lost,
      lostReason: input.lost_reason,
      profile: storedProfile(profile ?? {}),
      profilePinned: pinned,
      profileExtractedAt: now,
      updatedAt: now,
    })
    .where(within(scope, leads, eq(leads.id, id)));
  return (await writeLead(scope, [update], id)).lead;
}
