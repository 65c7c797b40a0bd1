import * as z from "zod";
import { type BookingEvent, bookingEvents, bookingStates } from "#domain/bookings";
import { listReferences } from "#features/automation/engine/nodes/references";
import { distinct, idList } from "#lib/fields";
import { defineTrigger } from "../definition";
import { ofFact } from "../settings";

export const booking = defineTrigger({
  type: "booking",
  lane: "facts",
  on: "booking",
  events: Object.keys(bookingEvents) as BookingEvent[],
  mismatch: "booking_differs",
  settings: z.object({
    ...ofFact("always"),
    states: distinct(z.array(z.enum(bookingStates)).min(1).max(bookingStates.length)).describe(
      "The states that a booking comes to. `moved`: to another time.",
    ),
    source_ids: idList(20).min(1).nullish().describe("The sources that count. Default: all."),
  }),
  documentation: {
    summary: "The lead books, or a booking of the lead moves, is cancelled, missed or held.",
    example: { states: ["booked"] },
  },
  fits: ({ states, source_ids: ids }, { state, sourceId }) =>
    states.includes(state) && (!ids || (sourceId !== null && ids.includes(sourceId)))
      ? {}
      : undefined,
  references: ({ source_ids: ids }) => listReferences("source", "source_ids", ids),
  startsByBooking: true,
});
