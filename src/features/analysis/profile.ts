import { eq, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { leads } from "#db/schema/leads";
import { messages } from "#db/schema/messages";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { isListField, type ProfileField, profileFields } from "#domain/leads";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import type { LeadProfile } from "./schema";

const columns = [
  "age",
  "occupation_status",
  "maturity_level",
  "engagement_level",
  "lost_reason",
] as const;

type LeadRow = Record<(typeof columns)[number], string | number | null> & {
  id: number;
  is_lost: number;
  profile: string | null;
  profile_pinned: string;
  profile_extracted_at: number | null;
};

type ClaimRow = {
  field: ProfileField;
  value: string;
  confidence: number;
  conversation_id: number;
  message_id: number;
  quote: string;
  said_at: number;
  model: string;
  prompt_version: string;
  created_at: number;
};

const MAX_CLAIMS = 50;

const isSet = (value: unknown) =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

/** The profile of a lead, with the source and the claims of each field. */
export async function getProfile(scope: Scope, leadId: number): Promise<LeadProfile> {
  const ownLead = within(scope, leads, eq(leads.id, leadId));
  const { lead, claims } = await readBatch(scope, {
    lead: sql<LeadRow>`
      select id, ${sql.raw(columns.join(", "))}, is_lost, profile, profile_pinned,
        profile_extracted_at
      from leads where ${ownLead}`,
    claims: sql<ClaimRow>`
      select field, value, confidence, profile_claims.conversation_id, message_id, quote,
        ifnull(sent_at, messages.created_at) as said_at, model, prompt_version,
        profile_claims.created_at
      from (
          select *,
            row_number() over (partition by field order by message_id desc, id desc) as nth
          from profile_claims
          where lead_id = (select leads.id from leads where ${ownLead})
        ) as profile_claims
        cross join messages on messages.id = message_id and ${present(messages)}
      where nth <= ${MAX_CLAIMS}
      order by message_id desc, profile_claims.id desc`,
  });
  const { id, is_lost, profile, profile_pinned, profile_extracted_at, ...columnValues } = found(
    lead[0],
  );
  const values: Record<string, unknown> = {
    ...JSON.parse(profile ?? "{}"),
    ...columnValues,
    is_lost: is_lost === 1,
  };
  const overrides = JSON.parse(profile_pinned);
  const claimsOf = Map.groupBy(claims, ({ field }) => field);
  const fields = profileFields.map((field) => {
    const value = values[field] ?? (isListField(field) ? [] : null);
    const own = (claimsOf.get(field) ?? []).map(claimToWire);
    const isFound = isSet(value) || own.some((claim) => claim.value === value);
    return [
      field,
      { value, source: overrides[field] ? "api" : isFound ? "analysis" : null, claims: own },
    ];
  });
  return {
    lead_id: id,
    profile_extracted_at: isoOrNull(profile_extracted_at),
    fields: Object.fromEntries(fields),
  };
}

const claimToWire = ({ field, value, said_at, created_at, ...claim }: ClaimRow) => ({
  ...claim,
  value: JSON.parse(value),
  said_at: iso(said_at),
  analysed_at: iso(created_at),
});
