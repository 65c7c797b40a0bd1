import * as z from "zod";
import { Quotas } from "#features/access/workspaces/schema";
import { AnalysisCost } from "#features/analysis/schema";
import { DayRange } from "#lib/day-range";

export const UsageQuery = DayRange;

const Stored = z
  .object({
    leads: z.int(),
    messages: z.int(),
    runs: z.int(),
    channels: z.int(),
    scenarios: z.int(),
    short_links: z.int(),
    sources: z.int(),
    tags: z.int(),
    triggers: z.int().meta({ description: "Those of scenarios that are on." }),
    bytes: z.int().meta({
      description:
        "An estimate of all that lies in the database, with its indexes. Texts, graphs, data, " +
        "events and answers count by their length, everything else by its average size: the " +
        "texts of messages 12 to 13 times, as the index of search may hold them. The steps of a " +
        "run count once it has ended. Events, acts and " +
        "deliveries are counted within a minute, and go with the days for which they are kept.",
    }),
    media_bytes: z.int().meta({ description: "The files of messages, which lie elsewhere." }),
  })
  .meta({
    id: "StoredUsage",
    description:
      "What a workspace stores. A deleted lead, scenario, link, tag or channel stops counting " +
      "at once. The messages, runs and bytes behind it count, also for the quotas, until they " +
      "are removed soon after the answer.",
  });

const UsageDay = z
  .object({
    date: z.iso.date().meta({ description: "A UTC day." }),
    messages_received: z.int(),
    messages_sent: z.int().meta({
      description:
        "Messages accepted for sending, whatever became of them. Blocked messages don't count.",
    }),
    runs_triggered: z.int().meta({ description: "Runs that triggers have started." }),
    clicks: z.int().meta({ description: "People's clicks on recipient links and base URLs." }),
    analyses: z.int().meta({
      description:
        "Conversations that were analysed or failed to be. The daily limit counts these.",
    }),
    api_requests: z.int().meta({
      description:
        "Requests with a valid token, even refused ones. Each isolate of the service writes " +
        "its count about once a minute. What it has not written when it ends is missing here.",
    }),
    webhook_deliveries: z.int().meta({ description: "Attempts to deliver events." }),
    http_requests: z.int().meta({ description: "HTTP requests of scenarios." }),
    items_received: z.int().meta({ description: "Items of sources that were worked." }),
    stored: Stored.meta({ description: "What was stored at the end of the day." }),
    models: z
      .array(AnalysisCost)
      .meta({ description: "What the day's analyses have cost, by model." }),
  })
  .meta({ id: "UsageDay", description: "What a workspace used on one day." });

const stored = {
  leads: 12_400,
  messages: 61_000,
  runs: 15_020,
  channels: 2,
  scenarios: 14,
  short_links: 31,
  sources: 2,
  tags: 48,
  triggers: 6,
  bytes: 48_210_000,
  media_bytes: 1_204_000_000,
};

const day = {
  date: "2026-11-20",
  messages_received: 310,
  messages_sent: 1_204,
  runs_triggered: 86,
  clicks: 198,
  analyses: 41,
  api_requests: 20_480,
  webhook_deliveries: 1_690,
  http_requests: 12,
  items_received: 64,
  stored,
  models: [
    {
      model: "gpt-4.1-mini",
      analyses: 41,
      calls: 43,
      input_tokens: 61_230,
      output_tokens: 9_870,
    },
  ],
};

export const Usage = z
  .object({
    stored: Stored,
    quotas: Quotas,
    days: z
      .array(UsageDay)
      .meta({ description: "Newest first. Days without any use are left out." }),
  })
  .meta({
    id: "Usage",
    description: "What a workspace stores and has used, and its quotas.",
    examples: [
      {
        stored,
        quotas: {
          leads: 1_000_000,
          stored_bytes: 1_000_000_000,
          media_bytes: 20_000_000_000,
          messages_per_day: 1_000_000,
          triggered_runs_per_day: 100_000,
          analyses_per_day: 10_000,
          http_requests_per_day: 1_000_000,
          webhook_deliveries_per_day: 1_000_000,
          received_per_day: 50_000,
          channels: 20,
          scenarios: 1_000,
          short_links: 10_000,
          sources: 20,
          tags: 1_000,
          triggers: 500,
        },
        days: [day],
      },
    ],
  });

export type UsageQuery = z.output<typeof UsageQuery>;
export type Usage = z.output<typeof Usage>;
export type UsageDay = z.output<typeof UsageDay>;
