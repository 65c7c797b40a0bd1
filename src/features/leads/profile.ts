import { eq, sql } from "drizzle-orm";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { removeOverrides, replaceOverrides, updateLead } from "#db/statements/leads/leads";
import { applyClaims } from "#db/statements/leads/profiles";
import { underQuota } from "#db/writes/quotas";
import type { Expected } from "#db/writes/revision";
import { type ProfileField, profileFields } from "#domain/leads";
import type { Scope } from "#env";
import { storedProfile } from "./analysed-fields";
import type { ProfileInput } from "./input";
import { refuseStaleLead } from "./revision";
import type { Lead } from "./schema";
import { writeLead } from "./write";

/** The fields that stay as they are if a request leaves them out. */
const optionalFields = ["is_lost", "lost_reason"] as const;

/**
 * Replaces the analysed fields and stamps the time of the analysis. The fields that the request
 * names become manual overrides; analyses may fill the others.
 */
export async function replaceProfile(
  scope: Scope,
  id: number,
  input: ProfileInput,
  expected: Expected,
): Promise<Lead> {
  const now = Date.now();
  const { profile, ...others } = input;
  const given: Record<string, unknown> = { ...others, ...profile };
  const named = profileFields.filter((field) => given[field] !== undefined);
  const kept = optionalFields.filter((field) => given[field] === undefined);
  const update = updateLead(scope, id, {
    age: input.age ?? null,
    occupationStatus: input.occupation_status ?? null,
    maturityLevel: input.maturity_level ?? null,
    engagementLevel: input.engagement_level ?? null,
    isLost: input.is_lost,
    lostReason: input.lost_reason,
    profile: storedProfile(profile ?? {}),
    ...replaceOverrides(named, kept),
    profileExtractedAt: now,
  });
  return writeLead(scope, id, [
    ...refuseStaleLead(scope, id, expected),
    ...(profile ? [underQuota(scope, "stored_bytes")] : []),
    update,
  ]);
}

/**
 * Ends the manual overrides of fields, be they of `null`: they get what analyses have found in the
 * lead's words, or nothing, and the next analysis may fill them.
 */
export function releaseProfile(scope: Scope, id: number, fields: ProfileField[]): Promise<Lead> {
  const isLead = within(scope, leads, eq(leads.id, id));
  return writeLead(scope, id, [
    updateLead(scope, id, removeOverrides(fields)),
    applyClaims(scope, sql`select id from leads where ${isLead}`, false, Date.now()),
  ]);
}
