export const VARIABLE = "variables.";
export const BOOLEANS = ["is_optout", "is_lost", "window_open"];

const CHOICES = [
  "source",
  "warmth",
  "pipeline_stage",
  "occupation_status",
  "maturity_level",
  "engagement_level",
  "lost_reason",
  "tags",
];
const NUMBERS = ["id", "age"];
const SIZES = ["greater_than", "at_least", "less_than", "at_most"];
const DATES = ["before", "after", "within_days"];

/** The fields that conditions compare, besides variables. */
export const LEAD_FIELDS = [
  ...["id", "ext_id", "first_name", "last_name", "username"],
  ...["email", "phone", "source", "warmth", "pipeline_stage"],
  ...["is_optout", "age", "occupation_status", "maturity_level", "engagement_level"],
  ...["is_lost", "lost_reason", "professional_situation", "primary_objective", "blockers"],
  ...["levers", "verbatim", "lost_reason_detail", "tags", "last_reply"],
  ...["window_open"],
];

/** The operators that say something of each kind of field. */
export function operatorsFor(field: string, all: readonly string[]) {
  if (BOOLEANS.includes(field)) return ["equals", "not_equals"];
  if (CHOICES.includes(field))
    return ["in", "not_in", "equals", "not_equals", "is_set", "is_not_set"];
  if (NUMBERS.includes(field)) return ["equals", "not_equals", ...SIZES, "is_set", "is_not_set"];
  if (field.startsWith(VARIABLE)) return all;
  const senseless = field === "last_reply" ? SIZES : [...SIZES, ...DATES];
  return all.filter((op) => !senseless.includes(op));
}
