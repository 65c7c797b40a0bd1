import type { BookingFact, BookingValues } from "#domain/bookings";
import { camelCase } from "#lib/case";
import type { Change } from "./rules";
import type { BookingChange, BookingInput } from "./schema";

// Bookings as requests give them.

type Details = Omit<BookingChange, "state"> & Partial<Pick<BookingInput, "external_id">>;

const NAMES = [
  ...["name", "starts_at", "ends_at", "time_zone", "location", "join_url", "reschedule_url"],
  ...["cancel_url", "answers", "outcome", "outcome_value", "cancelled_by", "cancel_reason"],
] as const;

/** The values that are given, null among them. */
function detailsOf(input: Details) {
  const { host } = input;
  const given: [string, unknown][] = NAMES.map((name) => [
    camelCase(name),
    input[name as keyof Details],
  ]);
  return Object.fromEntries(
    [...given, ["hostName", host?.name], ["hostEmail", host?.email]].filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** The values of a new booking, in which nothing is nothing. */
export const valuesIn = (input: BookingInput) =>
  Object.fromEntries(
    Object.entries(detailsOf(input)).filter(([, value]) => value !== null),
  ) as Partial<BookingValues>;

export const factOf = (input: BookingInput, at: number): BookingFact => ({
  ...{ fact: "booked", externalId: input.external_id ?? null, replaces: null, at },
  values: valuesIn(input),
});

export const changeOf = ({ state, ...input }: BookingChange): Change => ({
  ...detailsOf(input),
  ...(state && { state }),
});
