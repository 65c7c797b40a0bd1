import * as z from "zod";
import { type BookingState, bookingStates } from "#domain/bookings";
import type { EventType } from "#domain/events";
import { bookingExample } from "#features/leads/bookings/example";
import { Booking } from "#features/leads/bookings/schema";
import { at } from "#lib/fields";
import { eventOf } from "./event";
import { lead } from "./leads";

const { answers, created_at, updated_at, ...members } = Booking.shape;
const { answers: _, created_at: __, updated_at: ___, ...example } = bookingExample;

const data = lead
  .extend({
    booking_id: z.int(),
    source_id: z.int().nullable(),
    state: z.enum(bookingStates).meta({ description: "Its state then." }),
    previous_state: z
      .enum(bookingStates)
      .nullable()
      .meta({ description: "Its state before. `null` of a new one." }),
    starts_at: at.nullable().meta({ description: "When it was to begin then." }),
    booking: z
      .object(members)
      .meta({
        id: "BookingReference",
        description: "The booking as it is now. Texts are cut at 255 characters, URLs at 512.",
      })
      .nullable()
      .meta({ description: "`null` if it has been deleted since." }),
  })
  .meta({ id: "BookingEventData" });

type BookingEvent = Extract<EventType, `booking.${string}`>;

const event = <const Type extends BookingEvent>(
  type: Type,
  description: string,
  state: BookingState = "booked",
  previous_state: BookingState | null = "booked",
) => {
  const { id, source_id, starts_at } = example;
  return eventOf(type, description, data, {
    ...{ lead_id: 42, lead: null, booking_id: id, source_id },
    ...{ state, previous_state, starts_at },
    booking: { ...example, state },
  });
};

export const bookingEvents = [
  event("booking.created", "A lead has a booking.", "booked", null),
  event("booking.moved", "A booking has another time."),
  event("booking.cancelled", "A booking was cancelled, or is known only since then.", "cancelled"),
  event("booking.no_show", "The lead did not come.", "no_show"),
  event("booking.held", "The call took place.", "held"),
  event("booking.outcome", "A call has an outcome.", "held"),
  event("booking.updated", "Something else about a booking changed."),
] as const;
