import * as z from "zod";
import { bookingStates } from "#domain/bookings";
import type { Booking } from "#features/automation/engine/booking";
import type { BookingChange } from "#features/automation/engine/simulation/bookings";
import { map, reference, requiredChoice, text, timestamp } from "#lib/fields";
import { iso } from "#lib/time";

/** A booking of the lead of a simulation or a test run, which changes. */
export const SimulatedBooking = z
  .object({
    state: requiredChoice(bookingStates).describe(
      "`booked` makes another booking; the others change the one that the run is about. " +
        "`moved`: it is booked for another time.",
    ),
    starts_at: timestamp().describe("Of a new one by default a day later."),
    ends_at: timestamp().describe("By default as long after the start as before, else 30 minutes."),
    name: text(255),
    time_zone: text(64),
    host: text(255),
    join_url: text(2048),
    reschedule_url: text(2048),
    cancel_url: text(2048),
    answers: map("By question.").nullish(),
    source_id: reference().nullish(),
  })
  .meta({ id: "SimulatedBooking", examples: [{ state: "booked" }] });

export type SimulatedBooking = z.output<typeof SimulatedBooking>;

/** The change that a request asks for, as the engine's simulation makes it. */
export function bookingChange({ state, ...given }: SimulatedBooking): BookingChange {
  const values: { [Name in keyof BookingChange["values"]]?: Booking[Name] | null | undefined } = {
    startsAt: given.starts_at,
    endsAt: given.ends_at,
    name: given.name,
    timeZone: given.time_zone,
    host: given.host,
    joinUrl: given.join_url,
    rescheduleUrl: given.reschedule_url,
    cancelUrl: given.cancel_url,
    answers: given.answers,
    sourceId: given.source_id,
  };
  const known = Object.entries(values).filter(([, value]) => value != null);
  return { state, values: Object.fromEntries(known) };
}

/** A change as it was sent. The schema's type has its times as they are read. */
export const bookingAsSent = ({ starts_at, ends_at, ...others }: SimulatedBooking) =>
  ({
    ...others,
    ...(starts_at != null && { starts_at: iso(starts_at) }),
    ...(ends_at != null && { ends_at: iso(ends_at) }),
  }) as unknown as SimulatedBooking;
