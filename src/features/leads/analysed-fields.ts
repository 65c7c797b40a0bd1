import { type ProfileField, profileFields } from "#domain/leads";
import type { LeadAttributes, ProfileInput } from "./input";

/** A profile as it is stored: null if all of it is empty. */
export function storedProfile(profile: NonNullable<ProfileInput["profile"]>) {
  const stored = {
    professional_situation: profile.professional_situation ?? null,
    primary_objective: profile.primary_objective ?? null,
    blockers: profile.blockers ?? [],
    levers: profile.levers ?? [],
    verbatim: profile.verbatim ?? null,
    lost_reason_detail: profile.lost_reason_detail ?? null,
  };
  return Object.values(stored).some(isFilled) ? stored : null;
}

const isFilled = (value: string | readonly string[] | null) => value !== null && value.length > 0;

/** The columns of a profile among a lead's attributes. */
export const profileColumns = ({ profile }: Pick<LeadAttributes, "profile">) => ({
  ...(profile !== undefined && { profile: storedProfile(profile ?? {}) }),
  ...(profile != null && { profileExtractedAt: Date.now() }),
});

type Given = Pick<LeadAttributes, "is_lost" | "lost_reason" | "age" | "profile">;

/**
 * The fields among a lead's attributes that become manual overrides. An empty cell of an import
 * says nothing: an `age` or a text of the profile that is empty is none.
 */
export function overriddenBy({ is_lost, lost_reason, age, profile }: Given): ProfileField[] {
  const filled = { ...profile, ...(age != null && { age: [String(age)] }) };
  const isGiven = (field: ProfileField) =>
    field === "is_lost"
      ? is_lost !== undefined
      : field === "lost_reason"
        ? lost_reason !== undefined
        : field in filled && isFilled(filled[field as keyof typeof filled] ?? null);
  return profileFields.filter(isGiven);
}
