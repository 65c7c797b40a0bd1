import * as z from "zod";
import {
  deliveryErrors,
  deliveryStatuses,
  disableReasons,
  eventPatterns,
  eventTypes,
} from "#domain/events";
import { PageQuery } from "#http/page";
import {
  at,
  boolean,
  distinct,
  query,
  requiredHttpUrl,
  requiredTimestamp,
  timestamp,
} from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

const endpointStatuses = ["active", "failing", "inactive", "disabled"] as const;

export const WebhookEndpointInput = z
  .object({
    url: requiredHttpUrl().describe("Must be https on port 443 or 8443, with a public name."),
    event_types: distinct(z.array(z.enum(eventPatterns)).min(1).max(eventPatterns.length))
      .nullish()
      .describe(
        "The types of events to send. `lead.*` means all of a kind, and `*`, the default, " +
          "everything.",
      ),
    is_active: boolean()
      .optional()
      .describe("Defaults to `true`. `false` stops the endpoint: see `WebhookEndpoint`."),
  })
  .meta({
    id: "WebhookEndpointInput",
    examples: [
      { url: "https://example.com/hooks/lead-engagement", event_types: ["lead.*", "link.clicked"] },
    ],
  });

const example = {
  id: 4,
  scenario_id: null,
  url: "https://example.com/hooks/lead-engagement",
  event_types: ["lead.*", "link.clicked"],
  is_active: true,
  status: "active",
  failing_since: null,
  paused_until: null,
  disabled_reason: null,
  disabled_at: null,
  created_at: "2026-11-20T10:15:30.123Z",
  updated_at: "2026-11-20T10:15:30.123Z",
};

export const WebhookEndpoint = z
  .object({
    id: z.int(),
    scenario_id: z.int().nullable().meta({
      description:
        "The scenario whose `webhook_url` it is. You can change the endpoint only through it.",
    }),
    url: z.string(),
    event_types: z.array(z.string()).meta({ description: "Types, or patterns such as `lead.*`." }),
    is_active: z.boolean(),
    status: z.enum(endpointStatuses).meta({
      id: "WebhookEndpointStatus",
      description:
        "`failing`: the last attempt failed and will be repeated. `disabled`: the service has " +
        "stopped the endpoint, until you make it active again.",
    }),
    failing_since: at.nullable().meta({ description: "Every attempt since this time has failed." }),
    paused_until: at
      .nullable()
      .meta({ description: "While the endpoint fails, nothing is sent before this time." }),
    disabled_reason: z.enum(disableReasons).nullable().meta({
      description: "`gone`: it answered 410. `failing`: every attempt failed for five days.",
    }),
    disabled_at: at.nullable(),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "WebhookEndpoint",
    description:
      "A URL that gets events. While the endpoint is inactive or disabled, nothing is sent. " +
      "When it is active again, it gets what has happened since, up to 30 days back.",
    examples: [example],
  });

const secret = z.string().meta({
  description:
    "`whsec_` and the base64 of 32 bytes, the key of `webhook-signature` (Standard Webhooks).",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
});

export const NewWebhookEndpoint = WebhookEndpoint.extend({ secret }).meta({
  id: "NewWebhookEndpoint",
  description: "A new endpoint with its secret, which is shown only once.",
});

export const SigningSecret = z
  .object({ secret })
  .meta({ id: "SigningSecret", description: "The secret that signs from now on." });

export const ReplayInput = z
  .object({
    from: requiredTimestamp().describe("Events that happened at or after this."),
    to: timestamp().describe("Events that happened at or before this. Defaults to now."),
  })
  .superRefine(({ from, to }, context) => {
    if (to != null && to < from)
      context.addIssue({
        code: "custom",
        path: ["to"],
        message: validationMessages.notBefore("from"),
      });
  })
  .meta({
    id: "ReplayInput",
    examples: [{ from: "2026-11-20T00:00:00Z", to: "2026-11-20T12:00:00Z" }],
  });

export const Replay = z
  .object({
    deliveries: z.int().meta({
      description:
        "How many events are sent again. Events that are still to be sent anyway don't count.",
    }),
  })
  .meta({ id: "Replay", examples: [{ deliveries: 128 }] });

export const WebhookDeliveryQuery = PageQuery.extend({
  endpoint_id: query.integer(1).describe("Deliveries to this endpoint."),
  status: query.choice(deliveryStatuses).describe("Deliveries in this status."),
  event_id: query.integer(1).describe("Deliveries of this event."),
});

export const WebhookDelivery = z
  .object({
    id: z.int(),
    endpoint_id: z.int(),
    event_id: z.int(),
    event_type: z.enum(eventTypes),
    status: z.enum(deliveryStatuses).meta({
      description:
        "`pending`: the next attempt is at `next_attempt_at`. `failed`: there are no more " +
        "attempts.",
    }),
    attempts: z.int().meta({ description: "Attempts since the delivery was last requested." }),
    next_attempt_at: at.nullable(),
    last_attempt_at: at.nullable(),
    error: z
      .enum(deliveryErrors)
      .nullable()
      .meta({
        description:
          "Why the last attempt failed. `status`: the answer was not a 2xx. `redirect`: the " +
          "answer was a 3xx, which is not followed. `address`: the URL is not allowed.",
      }),
    http_status: z
      .int()
      .nullable()
      .meta({ description: "The status of the last attempt's answer. `null` if there was none." }),
    latency_ms: z.int().nullable().meta({ description: "How long the last attempt took." }),
    answer: z
      .string()
      .nullable()
      .meta({ description: "The first 1,024 bytes of the answer's body." }),
    created_at: at,
  })
  .meta({
    id: "WebhookDelivery",
    description:
      "An event that was sent to an endpoint or will be. Kept for 30 days, like the event.",
    examples: [
      {
        id: 12,
        endpoint_id: 4,
        event_id: 1_795_169_730_123_000,
        event_type: "lead.created",
        status: "pending",
        attempts: 1,
        next_attempt_at: "2026-11-20T10:15:35.690Z",
        last_attempt_at: "2026-11-20T10:15:30.140Z",
        error: "status",
        http_status: 500,
        latency_ms: 131,
        answer: "Internal Server Error",
        created_at: "2026-11-20T10:15:30.271Z",
      },
    ],
  });

export type WebhookEndpointInput = z.output<typeof WebhookEndpointInput>;
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;
export type ReplayInput = z.output<typeof ReplayInput>;
export type WebhookDeliveryQuery = z.output<typeof WebhookDeliveryQuery>;
export type WebhookDelivery = z.output<typeof WebhookDelivery>;
