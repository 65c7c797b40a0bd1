import {
  type Client,
  type LeadProfile,
  type LeadProfileFields,
  type ProfileInput,
  releaseProfile,
  replaceProfile,
} from "#client";

type FieldName = keyof LeadProfileFields;

/** A profile as it is typed; lists have an item on each line. */
type ProfileDraft = Record<FieldName, string>;

const textOf = (value: unknown) =>
  Array.isArray(value) ? value.join("\n") : value === null ? "" : String(value);

export const draftOf = ({ fields }: LeadProfile) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { value }]) => [name, textOf(value)]),
  ) as ProfileDraft;

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** The API names what is wrong with a choice, so it is given as it was typed. */
const choice = <Value extends string>(text: string) => orNull(text) as Value | null;

const bodyOf = (draft: ProfileDraft): ProfileInput => ({
  age: draft.age === "" ? null : Number(draft.age),
  occupation_status: choice(draft.occupation_status),
  maturity_level: choice(draft.maturity_level),
  engagement_level: choice(draft.engagement_level),
  profile: {
    professional_situation: orNull(draft.professional_situation),
    primary_objective: orNull(draft.primary_objective),
    blockers: linesOf(draft.blockers),
    levers: linesOf(draft.levers),
    verbatim: orNull(draft.verbatim),
    lost_reason_detail: orNull(draft.lost_reason_detail),
  },
});

const NOT_WRITTEN: FieldName[] = ["is_lost", "lost_reason"];

/**
 * Writes what is typed. That sets all fields by hand, so those that analyses had found, and nobody
 * has changed, are given back to them, with those in `released`.
 */
export async function saveProfile(
  client: Client,
  input: { profile: LeadProfile; draft: ProfileDraft; released: readonly FieldName[] },
) {
  const { profile, draft, released } = input;
  const before = draftOf(profile);
  const path = { lead: profile.lead_id };
  await replaceProfile({ client, path, body: bodyOf(draft) });
  const names = Object.keys(draft) as FieldName[];
  const fields = names.filter(
    (name) =>
      released.includes(name) ||
      (!NOT_WRITTEN.includes(name) &&
        profile.fields[name].source !== "api" &&
        draft[name] === before[name]),
  );
  if (fields.length > 0) await releaseProfile({ client, path, body: { fields } });
}
