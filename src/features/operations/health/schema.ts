import { z } from "zod";

export const HealthCheck = z
  .object({ status: z.enum(["ok", "unavailable"]).meta({ id: "HealthStatus" }) })
  .meta({ id: "HealthCheck", description: "Whether the service can be used." });

const overdue = (what: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `For how many seconds the oldest ${what} is overdue; null if none is.` });

export const Health = z
  .object({
    database: z.object({
      latency_ms: z.int().meta({ description: "Of one query." }),
      size_bytes: z.int().meta({ description: "D1 holds 10 GB at most." }),
    }),
    overdue: z
      .object({
        messages: overdue("message"),
        runs: overdue("run"),
        deliveries: overdue("delivery to a webhook endpoint"),
        analyses: overdue("analysis"),
        clicks: overdue("click, of the last 1,000, that is not yet judged to be a person's"),
      })
      .meta({
        description: "What should have been worked. The cron wakes its workers each minute.",
      }),
    stopped_channels: z.int(),
    disabled_endpoints: z
      .int()
      .meta({ description: "Webhook endpoints that failed for too long." }),
    unrouted_webhooks: z
      .array(
        z
          .object({
            workspace_id: z.int(),
            channel_id: z.int().meta({ description: "The channel whose URL Meta called." }),
            account_id: z.string().meta({
              description: "One of the accounts that no channel with the same app secret has.",
            }),
            count: z.int().meta({ description: "How many webhooks, since the first." }),
            last_at: z.iso.datetime(),
          })
          .meta({ id: "UnroutedWebhooks" }),
      )
      .meta({
        description:
          "Webhooks from Meta about accounts that no workspace has connected, or only with " +
          "another app secret, in the last 7 days: the 20 channels that got one last. What they " +
          "say of these accounts is not stored.",
      }),
  })
  .meta({ id: "Health", description: "How the service is, over all workspaces." });

export type Health = z.output<typeof Health>;
