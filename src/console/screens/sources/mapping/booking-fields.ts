/** The fields of bookings that values can become, in the order in which they are offered. */
export const BOOKING = [
  "starts_at",
  "ends_at",
  "name",
  "host.name",
  "host.email",
  "join_url",
  "location",
  "reschedule_url",
  "cancel_url",
  "time_zone",
  "state",
  "external_id",
  "replaces",
  "updated_at",
  "outcome",
  "outcome_value",
  "cancelled_by",
  "cancel_reason",
  "answers",
] as const;

export type BookingField = (typeof BOOKING)[number];
export type BookingName = BookingField extends infer Field extends string
  ? Field extends `${infer Of}.${infer Name}`
    ? `${Of}_${Name}`
    : Field
  : never;
