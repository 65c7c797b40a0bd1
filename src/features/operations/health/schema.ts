import { z } from "zod";

export const HealthCheck = z
  .object({ status: z.enum(["ok", "unavailable"]) })
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
      })
      .meta({
        description: "What should have been worked. The cron wakes its workers each minute.",
      }),
    stopped_channels: z.int(),
    disabled_endpoints: z
      .int()
      .meta({ description: "Webhook endpoints that failed for too long." }),
  })
  .meta({ id: "Health", description: "How the service is, over all workspaces." });

export type Health = z.output<typeof Health>;
