import * as z from "zod";
import { replayedStatuses, sourceFacts } from "#domain/sources";
import { Booking } from "#features/leads/bookings/schema";
import { exactlyOne } from "#lib/exactly-one";
import { integer, requiredChoice, timestamp } from "#lib/fields";
import { errorCodes } from "#lib/read-fault";
import { SourceDelivery } from "../delivery-schema";
import { SourceMapping } from "../mapping";

export const PreviewInput = z
  .object({
    delivery_id: integer(1).optional().describe("A delivery whose body is kept."),
    body: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .optional()
      .describe("As a sender would send it. Of a list, its first item."),
    mapping: SourceMapping.optional().describe("In place of the source's own."),
  })
  .superRefine(exactlyOne(["body", "delivery_id"]))
  .meta({
    id: "SourcePreviewInput",
    examples: [{ body: { name: "Maud Renard", phone: "06 39 98 04 05" } }],
  });
export type PreviewInput = z.output<typeof PreviewInput>;

const PreviewedBooking = Booking.omit({
  ...{ lead_id: true, source_id: true, created_at: true, updated_at: true },
})
  .extend({ id: z.int().nullable() })
  .meta({ id: "PreviewedBooking", description: "`id` is `null` of a new one." });

export const SourcePreview = z
  .object({
    items: z.int().meta({ description: "The items that the body has: the first is shown." }),
    item: z.unknown(),
    fact: z.enum(sourceFacts).nullable(),
    status: SourceDelivery.shape.status,
    lead_id: z.int().nullable().meta({ description: "`null` of a new lead." }),
    lead: z.record(z.string(), z.unknown()).meta({ description: "The members that are mapped." }),
    booking: PreviewedBooking.nullable(),
    errors: SourceDelivery.shape.errors,
    ...errorCodes,
    conflicts: SourceDelivery.shape.conflicts,
    warnings: SourceDelivery.shape.warnings,
    consent: SourceDelivery.shape.consent,
    blank: z.array(z.string()).meta({ description: "The paths behind which there is nothing." }),
  })
  .meta({
    id: "SourcePreview",
    description:
      "What a delivery would make, of which nothing is written. The paths of the mapping lead " +
      "through `item`; those of webhooks and forms through its `raw` first.",
  });
export type SourcePreview = z.output<typeof SourcePreview>;

export const ReplayInput = z
  .object({
    status: requiredChoice(replayedStatuses),
    from: timestamp().optional().describe("Of those that were received from then on."),
    to: timestamp().optional().describe("Until then."),
  })
  .meta({ id: "SourceReplayInput", examples: [{ status: "invalid" }] });
export type ReplayInput = z.output<typeof ReplayInput>;

export const Replays = z
  .object({
    count: z.int().meta({ description: "The deliveries that are replayed within seconds." }),
    has_more: z.boolean(),
  })
  .meta({ id: "SourceReplays", examples: [{ count: 12, has_more: false }] });
export type Replays = z.output<typeof Replays>;
