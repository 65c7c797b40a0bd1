import * as z from "zod";
import { graphVariables, graphVersionStates } from "#domain/graph-versions";

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

const figure = (description: string) => z.int().nullable().meta({ description });

const DatabaseHealth = z
  .object({
    name: z.string(),
    is_reachable: z.boolean().meta({ description: "If not, its figures are missing." }),
    latency_ms: figure("The time that one query takes."),
    size_bytes: figure("D1 holds at most 10 GB."),
    leads: figure("How many leads its workspaces have, by their usage."),
    messages: figure("How many messages its workspaces have, by their usage."),
  })
  .meta({ id: "DatabaseHealth", description: "A database. Figures are `null` while it is down." });

export const Health = z
  .object({
    databases: z
      .array(DatabaseHealth)
      .meta({ description: "All that the Worker has bindings to, the directory's own included." }),
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
    paused_channels: z.int().meta({
      description: "Paused channels. Messages that a pause keeps are not overdue.",
    }),
    disabled_endpoints: z.int().meta({
      description: "Webhook endpoints that are disabled because they failed for too long.",
    }),
    stopped: z
      .array(
        z
          .object({
            kind: z.enum(["channel", "webhook_endpoint"]).meta({ id: "StoppedKind" }),
            id: z.int(),
            workspace_id: z.int(),
            reason: z
              .string()
              .nullable()
              .meta({ description: "The `stop_reason` or `disabled_reason`." }),
            since: z.iso.datetime().nullable(),
          })
          .meta({ id: "StoppedResource" }),
      )
      .meta({
        description: "The 20 channels and webhook endpoints of these that were stopped last.",
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
    graph_versions: z
      .object({
        variable: z.enum(graphVariables).meta({ id: "GraphVariable" }),
        version: z.string().nullable().meta({
          description: "The version in the variable's URL. `null`: it names none.",
        }),
        ends_at: z.iso.date().nullable().meta({
          description: "The day from which Meta no longer answers to it. `null`: not known.",
        }),
        state: z.enum(graphVersionStates).meta({
          id: "GraphVersionState",
          description:
            "`ending`: for less than 180 days. `unknown`: the service is too old to know the " +
            "version, or when it ends.",
        }),
      })
      .meta({ id: "GraphVersion", description: "A version of Meta's APIs that is in use." })
      .array(),
  })
  .meta({
    id: "Health",
    description: "The health of the service, over all databases that can be reached.",
  });

export type Health = z.output<typeof Health>;
