import * as z from "zod";
import { bookingOrders, bookingStates, givenStates } from "#domain/bookings";
import { movingCursor, PageQuery } from "#http/page";
import {
  at,
  httpUrl,
  number,
  query,
  reference,
  requiredTimestamp,
  text,
  timestamp,
} from "#lib/fields";
import { rangesInOrder } from "#lib/time-ranges";
import { isTimeZone } from "#lib/time-zone";
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
    .choice(bookingOrders)
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

const MAX_ANSWERS = 32_768;

const details = {
  name: text(255),
  ends_at: timestamp(),
  time_zone: text(64).refine(
    (name) => name == null || isTimeZone(name),
    validationMessages.selected,
  ),
  host: z.object({ name: text(255), email: text(255) }).optional(),
  location: text(1000),
  join_url: httpUrl(),
  reschedule_url: httpUrl(),
  cancel_url: httpUrl(),
  answers: z
    .record(z.string(), z.string())
    .refine(
      (answers) => JSON.stringify(answers).length <= MAX_ANSWERS,
      validationMessages.atMostCharacters(MAX_ANSWERS),
    )
    .optional(),
};

/** No booking ends before it begins. */
const inOrder = (
  { starts_at: from, ends_at: to }: { starts_at?: unknown; ends_at?: unknown },
  context: z.RefinementCtx,
) => {
  const message = validationMessages.notBefore("starts_at");
  if (typeof from === "number" && typeof to === "number" && to < from)
    context.addIssue({ code: "custom", path: ["ends_at"], message });
};

const ifRead = { when: () => true };

export const BookingInput = z
  .object({
    lead_id: reference(),
    external_id: text(500).describe("The scheduler's id: with one that is known, nothing is made."),
    starts_at: requiredTimestamp(),
    ...details,
  })
  .superRefine(inOrder, ifRead)
  .meta({
    id: "BookingInput",
    examples: [
      {
        lead_id: bookingExample.lead_id,
        external_id: "cal-8841",
        name: bookingExample.name,
        starts_at: bookingExample.starts_at,
        ends_at: bookingExample.ends_at,
        time_zone: bookingExample.time_zone,
        host: bookingExample.host,
      },
    ],
  });
export type BookingInput = z.output<typeof BookingInput>;

export const BookingChange = z
  .object({
    ...details,
    starts_at: requiredTimestamp()
      .optional()
      .describe("Moves the booking. The end follows, unless it is given."),
    state: z.enum(givenStates).optional(),
    outcome: text(255).describe("With one, the call has been `held`, unless a state is given."),
    outcome_value: number().nullish(),
    cancelled_by: text(255),
    cancel_reason: text(1000),
  })
  .superRefine(inOrder, ifRead)
  .meta({
    id: "BookingChange",
    examples: [{ outcome: "SALE", outcome_value: 5000 }],
  });
export type BookingChange = z.output<typeof BookingChange>;
