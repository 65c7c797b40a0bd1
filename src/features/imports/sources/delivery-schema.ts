import * as z from "zod";
import { consentOutcomes } from "#domain/consents";
import { sourceDeliveryStatuses, sourceFacts } from "#domain/sources";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";
import { errorCodes } from "#lib/read-fault";

export const SourceDeliveryQuery = PageQuery.extend({
  status: query.choice(sourceDeliveryStatuses).describe("Deliveries in this status."),
  lead_id: query.integer(1).describe("Deliveries that made or changed this lead."),
});
export type SourceDeliveryQuery = z.output<typeof SourceDeliveryQuery>;

const example = {
  id: 318,
  received_at: "2026-11-20T10:15:30.123Z",
  fact: "contact" as const,
  status: "conflict" as const,
  lead_id: null,
  booking_id: null,
  errors: {},
  codes: {},
  conflicts: { email: 12 },
  warnings: [],
  consent: null,
  has_body: true,
  replayed_at: null,
};

const Consent = z.enum(consentOutcomes).meta({
  id: "ConsentOutcome",
  description: "`not_applied`: the lead has opted out, or a contact is suppressed.",
});

const Status = z.enum(sourceDeliveryStatuses).meta({
  id: "SourceDeliveryStatus",
  description:
    "`ignored`: nobody wants to know of it. `conflict`, `invalid`: as in a batch of leads. " +
    "`held`: it is worked once the source may. `failed`: by a quota, or after five attempts.",
});

export const SourceDelivery = z
  .object({
    id: z.int().meta({ description: "Grows as items come; another source counts for itself." }),
    received_at: at,
    fact: z.enum(sourceFacts).nullable(),
    status: Status,
    lead_id: z.int().nullable(),
    booking_id: z.int().nullable(),
    errors: z.record(z.string(), z.array(z.string())),
    ...errorCodes,
    conflicts: z.record(z.string(), z.int().nullable()),
    warnings: z.array(
      z
        .object({ code: z.string(), message: z.string(), field: z.string() })
        .meta({ id: "SourceWarning" }),
    ),
    consent: Consent.nullable(),
    has_body: z.boolean(),
    replayed_at: at.nullable(),
  })
  .meta({
    id: "SourceDelivery",
    description:
      "An item that has come. Kept for 30 days: its body for 7 while something is left to do, " +
      "else among the newest 50, within 5 MB of the source.",
    examples: [example],
  });
export type SourceDelivery = z.output<typeof SourceDelivery>;

export const SourceDeliveryDetail = SourceDelivery.extend({
  body: z.unknown(),
}).meta({
  id: "SourceDeliveryDetail",
  description: "A delivery with its `body` as it came; `null` once it is not kept any more.",
  examples: [{ ...example, body: { email: "maud@example.com" } }],
});
export type SourceDeliveryDetail = z.output<typeof SourceDeliveryDetail>;
