import { ProfileField } from "#client";
import { COMPARED, isChoice, isFlag, isNumber } from "#console/screens/leads/fields";

export const VARIABLE = "variables.";
/** Before the path of a value in the data of the event that has started a run. */
export const TRIGGER_DATA = "trigger.data.";

/** The fields of what has started a run. */
export const TRIGGER_FIELDS = [
  "trigger.id",
  "trigger.type",
  "trigger.text",
  "trigger.ref",
  "trigger.ad_id",
  "trigger.media_id",
  "trigger.name",
];

/** Before a question of the scheduler. */
export const BOOKING_ANSWERS = "booking.answers.";

const BOOKING_MOMENTS = ["booking.starts_at", "booking.ends_at"];

/** The fields of a run's booking. */
export const BOOKING_FIELDS = [
  "booking.state",
  ...BOOKING_MOMENTS,
  ...["booking.name", "booking.host", "booking.join_url"],
  ...["booking.reschedule_url", "booking.cancel_url"],
];

const NUMBERS = ["id"];
const CHOICES = ["tags", "trigger.id", "trigger.type", "booking.state"];
const FLAGS = ["window_open", "business_open", "has_booking"];
const SIZES = ["greater_than", "at_least", "less_than", "at_most"];
const DATES = ["before", "after", "within_days"];

/** The fields that conditions compare, besides variables. */
export const LEAD_FIELDS = [
  ...new Set(["id", ...COMPARED, ...Object.values(ProfileField), "tags", "last_reply", ...FLAGS]),
];

export const isBoolean = (field: string) => FLAGS.includes(field) || isFlag(field);

/** The operators that say something of each kind of field. */
export function operatorsFor(field: string, all: readonly string[]) {
  if (isBoolean(field)) return ["equals", "not_equals"];
  if (CHOICES.includes(field) || isChoice(field))
    return ["in", "not_in", "equals", "not_equals", "is_set", "is_not_set"];
  if (NUMBERS.includes(field) || isNumber(field))
    return ["equals", "not_equals", ...SIZES, "is_set", "is_not_set"];
  if (field.startsWith(VARIABLE) || field.startsWith(TRIGGER_DATA)) return all;
  if (BOOKING_MOMENTS.includes(field)) return [...DATES, "is_set", "is_not_set"];
  const senseless = field === "last_reply" ? SIZES : [...SIZES, ...DATES];
  return all.filter((op) => !senseless.includes(op));
}
