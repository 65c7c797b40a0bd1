import * as z from "zod";

export const HealthCheck = z
  .object({ status: z.enum(["ok", "unavailable"]).meta({ id: "HealthStatus" }) })
  .meta({ id: "HealthCheck", description: "Whether the service can be used." });

const overdue = (what: string) =>
  z
    .int()
    .nullable()
    .meta({
      description: `For how many seconds the oldest ${what} has been overdue. \`null\` if none is.`,
    });

export const Health = z
  .object({
    database: z.object({
      latency_ms: z.int().meta({ description: "The time that one query takes." }),
      size_bytes: z
        .int()
        .meta({ description: "The size of the database. D1 holds at most 10 GB." }),
    }),
    overdue: z
      .object({
        messages: overdue("message"),
        runs: overdue("run"),
        deliveries: overdue("delivery to a webhook endpoint"),
        analyses: overdue("analysis"),
        clicks: overdue("click, of the last 1,000, that waits to be judged a person's or not"),
      })
      .meta({
        description: "Work that should be done by now. The cron wakes the workers each minute.",
      }),
    stopped_channels: z.int(),
    disabled_endpoints: z.int().meta({
      description: "Webhook endpoints that are disabled because they failed for too long.",
    }),
    unrouted_webhooks: z
      .array(
        z
          .object({
            workspace_id: z.int(),
            channel_id: z.int().meta({ description: "The channel whose URL Meta called." }),
            account_id: z.string().meta({
              description:
                "One of the accounts that belong to no channel with the same app secret.",
            }),
            count: z.int().meta({ description: "How many of these webhooks have come in all." }),
            last_at: z.iso.datetime(),
          })
          .meta({ id: "UnroutedWebhooks" }),
      )
      .meta({
        description:
          "Platform webhooks about accounts that no workspace has connected, or only with " +
          "another app secret, in the last 7 days: the 20 channels that got one last. What the " +
          "webhooks say about these accounts is not stored.",
      }),
  })
  .meta({ id: "Health", description: "The health of the service, over all workspaces." });

export type Health = z.output<typeof Health>;
