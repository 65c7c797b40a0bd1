import { z } from "zod";
import { query } from "../../../lib/fields";
import { DAY_MS } from "../../../lib/time";
import { validationMessages } from "../../../lib/validation-messages";
import { Quotas } from "../../access/workspaces/schema";
import { AnalysisCost } from "../../analysis/schema";

/** The most days that one answer shows. */
export const MAX_DAYS = 366;

export const UsageQuery = z
  .object({
    from: query.date().describe("Days from this on; the 30 days up to `to` when absent."),
    to: query.date().describe("And up to this; today when absent."),
  })
  .superRefine(({ from, to = Date.now() }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
    if (from === undefined) return;
    if (to < from) refuse(validationMessages.notBefore("from"));
    if (to - from >= MAX_DAYS * DAY_MS) refuse(validationMessages.atMostIntervals(MAX_DAYS, "day"));
  });

const Stored = z
  .object({
    leads: z.int(),
    messages: z.int(),
    runs: z.int(),
    channels: z.int(),
    scenarios: z.int(),
    short_links: z.int(),
    tags: z.int(),
    bytes: z.int().meta({
      description:
        "An estimate: the texts of messages, the graphs of scenarios and the data of leads count " +
        "by their length (the last to 1,024 bytes), everything else by what it takes on average. " +
        "The steps of a run count once it has ended. Events and what was delivered of them, which " +
        "are kept for 30 days, do not count.",
    }),
  })
  .meta({
    id: "StoredUsage",
    description:
      "What a workspace has stored. A deleted lead, scenario, link, tag or channel counts no more at " +
      "once. The messages, runs and bytes behind it count until they are removed, soon after the " +
      "answer; and so for the quotas.",
  });

const UsageDay = z
  .object({
    date: z.iso.date().meta({ description: "A day of UTC." }),
    messages_received: z.int(),
    messages_sent: z
      .int()
      .meta({ description: "Accepted to be sent, whatever became of them; not those blocked." }),
    clicks: z.int().meta({ description: "Of people, on recipients' URLs and on base URLs." }),
    analyses: z.int().meta({
      description:
        "Conversations that were analysed, or failed to be. The daily limit counts these.",
    }),
    api_requests: z.int().meta({
      description:
        "With a token that is valid, also those that were refused. Each isolate of the service " +
        "counts its own, and writes them about each minute: those of an isolate that ends before " +
        "are missing here.",
    }),
    webhook_deliveries: z.int().meta({ description: "Attempts." }),
    http_requests: z.int().meta({ description: "Of scenarios." }),
    stored: Stored.meta({ description: "At the end of the day." }),
    models: z
      .array(AnalysisCost)
      .meta({ description: "What the day's analyses have cost, by model." }),
  })
  .meta({ id: "UsageDay", description: "What a workspace has used on a day." });

const stored = {
  leads: 12_400,
  messages: 61_000,
  runs: 15_020,
  channels: 2,
  scenarios: 14,
  short_links: 31,
  tags: 48,
  bytes: 48_210_000,
};

const day = {
  date: "2026-11-20",
  messages_received: 310,
  messages_sent: 1_204,
  clicks: 198,
  analyses: 41,
  api_requests: 20_480,
  webhook_deliveries: 1_690,
  http_requests: 12,
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
      .meta({ description: "The newest first. Days on which nothing was used are left out." }),
  })
  .meta({
    id: "Usage",
    description: "What a workspace has stored and used, and how much of it it may.",
    examples: [
      {
        stored,
        quotas: {
          leads: 1_000_000,
          stored_bytes: 4_000_000_000,
          messages_per_day: 1_000_000,
          analyses_per_day: 10_000,
          http_requests_per_day: 1_000_000,
          channels: 20,
          scenarios: 1_000,
          short_links: 10_000,
          tags: 1_000,
        },
        days: [day],
      },
    ],
  });

export type UsageQuery = z.output<typeof UsageQuery>;
export type Usage = z.output<typeof Usage>;
export type UsageDay = z.output<typeof UsageDay>;
