import * as z from "zod";
import { bookingStates } from "#domain/bookings";
import { movingCursor, PageQuery } from "#http/page";
import { at, query } from "#lib/fields";
import { rangesInOrder } from "#lib/time-ranges";
import { validationMessages } from "#lib/validation-messages";
import { bookingExample } from "./example";

const textOrNull = z.string().nullable();

export const Booking = z
  .object({
    id: z.int().meta({ description: "Kept when the booking moves." }),
    lead_id: z.int(),
    source_id: z
      .int()
      .nullable()
      .meta({ description: "`null` if it came by the API. Kept when the source is deleted." }),
    external_id: textOrNull.meta({ description: "The scheduler's current id." }),
    name: textOrNull.meta({ description: "The name of the kind of appointment." }),
    state: z.enum(bookingStates).meta({
      description: "`moved`: its time was given up, and the new one is still to come.",
    }),
    starts_at: at.nullable(),
    ends_at: at.nullable(),
    previous_starts_at: at
      .nullable()
      .meta({ description: "When it was to begin before it moved." }),
    moves: z.int().meta({ description: "How often its time has changed." }),
    time_zone: textOrNull.meta({ description: "The invitee's, by its IANA name." }),
    host: z.object({ name: textOrNull, email: textOrNull }).meta({ id: "BookingHost" }),
    location: textOrNull,
    join_url: textOrNull,
    reschedule_url: textOrNull,
    cancel_url: textOrNull,
    answers: z
      .record(z.string(), z.string())
      .meta({ description: "The invitee's answers by question." }),
    outcome: textOrNull,
    outcome_value: z.number().nullable(),
    cancelled_by: textOrNull,
    cancel_reason: textOrNull,
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Booking",
    description: "An appointment of a lead.",
    examples: [bookingExample],
  });
export type Booking = z.output<typeof Booking>;

export const BookingQuery = PageQuery.extend({
  cursor: movingCursor,
  order: query
    .choice(["created", "starts_at"])
    .describe(
      "`starts_at`: the first to begin first, without those of no time. Its pages only go on.",
    ),
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  source_id: query.integer(1),
  state: query.choice(bookingStates),
  host: query.exact(255).describe("The host's name or e-mail, in capitals or not."),
  starts_from: query.since().describe("Those that begin since this time or UTC day."),
  starts_to: query.until().describe("Those that begin until this time or UTC day, included."),
}).superRefine(
  (input, context) => {
    const { order, cursor } = input;
    rangesInOrder("starts")(input, context);
    if (cursor && (order === "starts_at") !== (cursor.seen !== undefined))
      context.addIssue({ code: "custom", path: ["cursor"], message: validationMessages.format });
  },
  { when: () => true },
);
export type BookingQuery = z.output<typeof BookingQuery>;
