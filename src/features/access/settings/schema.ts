import { z } from "zod";
import { messageStatusEvents } from "../../../domain/events";
import { MAX_INSTAGRAM_BYTES } from "../../../domain/messaging";
import { boolean, integer, requiredChoice, requiredText, text } from "../../../lib/fields";
import { foldKeyword, utf8Bytes } from "../../../lib/text";
import { isTimeZone } from "../../../lib/time-zone";
import { validationMessages } from "../../../lib/validation-messages";
import { DEFAULT_SETTINGS } from "./defaults";

const MAX_KEYWORDS = 100;
const [MIN_QUIET_SECONDS, MAX_QUIET_SECONDS] = [30, 7 * 86_400];
const MAX_DAILY_LIMIT = 100_000;
const MAX_RETENTION_DAYS = 3_650;

const keyword = requiredText(50).refine(
  (value) => foldKeyword(value) !== "",
  validationMessages.format,
);

/** Keywords must still differ from each other once they are folded for comparison. */
function checkDistinct(keywords: unknown, context: z.RefinementCtx) {
  const seen = new Set<string>();
  (Array.isArray(keywords) ? keywords : []).forEach((value, index) => {
    if (typeof value !== "string") return;
    if (seen.has(foldKeyword(value)))
      context.addIssue({ code: "custom", path: [index], message: validationMessages.duplicate });
    seen.add(foldKeyword(value));
  });
}

const keywords = (effect: string) =>
  z
    .array(keyword)
    .min(1)
    .max(MAX_KEYWORDS)
    .superRefine(checkDistinct, { when: () => true })
    .nullish()
    .describe(
      "A message that is nothing but one of them, whatever its case and accents, and whatever " +
        `full stops and exclamation marks are behind it, ${effect}. \`null\` is the default again.`,
    );

/** Removed for good, within hours of the day: the cron looks at a part of all rows each hour. */
const retention = (what: string) =>
  integer(1)
    .max(MAX_RETENTION_DAYS)
    .nullish()
    .describe(`After how many days ${what}; \`null\` keeps them.`);

export const SettingsPatch = z
  .object({
    opt_out_keywords: keywords("unsubscribes the lead"),
    opt_in_keywords: keywords("subscribes the lead again; none of those that unsubscribe"),
    opt_out_confirmation: text(1000)
      .refine(
        (value) => utf8Bytes(value ?? "") <= MAX_INSTAGRAM_BYTES,
        validationMessages.atMostBytes(MAX_INSTAGRAM_BYTES),
      )
      .describe(
        "Sent once to a lead that has unsubscribed; `null` sends nothing. At most 1,000 bytes of " +
          "UTF-8, as Instagram takes no more.",
      ),
    analysis_enabled: boolean()
      .optional()
      .describe("Whether conversations may be analysed at all."),
    analysis_quiet_seconds: integer(MIN_QUIET_SECONDS)
      .max(MAX_QUIET_SECONDS)
      .nullish()
      .describe(
        "From then on, a conversation in which the lead has written is analysed by itself once " +
          "nobody has written in it for so long; `null` analyses none by itself.",
      ),
    analysis_daily_limit: integer()
      .max(MAX_DAILY_LIMIT)
      .nullish()
      .describe(
        "How many conversations are analysed in a day of UTC at most, whoever asks for it: no " +
          "more than the quota `analyses_per_day`. `null` is the default again.",
      ),
    time_zone: text(64)
      .refine((name) => name == null || isTimeZone(name), validationMessages.selected)
      .describe(
        "Such as `Europe/Paris`: where scenarios read dates without an offset, in the settings " +
          "of nodes, in variables and in replies. `null` is UTC.",
      ),
    retention_texts_days: retention(
      "the texts of messages are erased, and the quotes from them. Summaries and profiles stay",
    ),
    retention_runs_days: retention("ended runs are deleted, with their steps"),
    retention_clicks_days: retention(
      "single clicks are deleted. The counts of links and of link sends stay",
    ),
    retention_conversations_days: retention(
      "the conversations of leads with whom nothing was said since are deleted, with their messages",
    ),
    message_status_events: requiredChoice(messageStatusEvents)
      .optional()
      .describe(
        "When `message.sent`, `message.delivered` and `message.read` are events. `auto`: while a " +
          "webhook endpoint receives them, or the `webhook_url` of the scenario that sent the " +
          "message. `always`: also for the feed alone. The message has its times in any case.",
      ),
  })
  .meta({
    id: "SettingsPatch",
    description: "A member that is absent stays.",
    examples: [
      { opt_out_keywords: null, opt_out_confirmation: null },
      { analysis_quiet_seconds: 900, analysis_daily_limit: 200 },
      { time_zone: "Europe/Paris" },
      { retention_texts_days: 365, retention_clicks_days: null },
      { message_status_events: "always" },
      {
        opt_out_keywords: ["STOP", "ARRET"],
        opt_in_keywords: ["START"],
        opt_out_confirmation: "You are unsubscribed. START undoes it.",
      },
    ],
  });

export const Settings = z
  .object({
    opt_out_keywords: z.array(z.string()),
    opt_in_keywords: z.array(z.string()),
    opt_out_confirmation: z.string().nullable(),
    analysis_enabled: z.boolean(),
    analysis_quiet_seconds: z.int().nullable(),
    analysis_daily_limit: z.int(),
    time_zone: z.string().nullable(),
    retention_texts_days: z.int().nullable(),
    retention_runs_days: z.int().nullable(),
    retention_clicks_days: z.int().nullable(),
    retention_conversations_days: z.int().nullable(),
    message_status_events: z.enum(messageStatusEvents),
  })
  .meta({
    id: "Settings",
    description: "What the workspace has set, and else the defaults.",
    examples: [DEFAULT_SETTINGS],
  });

export type SettingsPatch = z.output<typeof SettingsPatch>;
export type Settings = z.output<typeof Settings>;
