import * as z from "zod";
import { messageStatusEvents } from "#domain/events";
import { samePersonMerging } from "#domain/leads";
import { platformTraits } from "#domain/platforms";
import { boolean, httpUrl, integer, requiredChoice, requiredText, text } from "#lib/fields";
import { foldKeyword, utf8Bytes } from "#lib/text";
import { isTimeZone } from "#lib/time-zone";
import { validationMessages } from "#lib/validation-messages";
import { DEFAULT_SETTINGS } from "./defaults";
import { BusinessHours, QuietHours } from "./hours-schema";

const MAX_KEYWORDS = 100;
const [MIN_QUIET_SECONDS, MAX_QUIET_SECONDS] = [30, 7 * 86_400];
const MAX_DAILY_LIMIT = 100_000;
const MAX_WAIT_HOURS = 168;
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
    .max(MAX_KEYWORDS)
    .superRefine(checkDistinct, { when: () => true })
    .nullish()
    .describe(
      `Words that ${effect}, beside the built-in ones, where a message is nothing else. ` +
        "`null`: none.",
    );

/** Removed for good, within hours of the day: the cron looks at a part of all rows each hour. */
const retention = (what: string) =>
  integer(1)
    .max(MAX_RETENTION_DAYS)
    .nullish()
    .describe(`After this many days, ${what}. \`null\` means never.`);

const MAX_BYTES = platformTraits.instagram.maxText.alone;

export const SettingsPatch = z
  .object({
    opt_out_keywords: keywords("unsubscribe"),
    opt_in_keywords: keywords("subscribe again"),
    opt_out_confirmation: text(1000)
      .refine(
        (value) => utf8Bytes(value ?? "") <= MAX_BYTES,
        validationMessages.atMostBytes(MAX_BYTES),
      )
      .describe(
        "The message that a lead gets once after unsubscribing. `null` sends none. At most " +
          "1,000 bytes of UTF-8, which is Instagram's limit.",
      ),
    analysis_enabled: boolean()
      .optional()
      .describe("Whether conversations may be analysed at all."),
    analysis_quiet_seconds: integer(MIN_QUIET_SECONDS)
      .max(MAX_QUIET_SECONDS)
      .nullish()
      .describe(
        "A conversation in which the lead writes from now on is analysed once nobody has " +
          "written in it for this many seconds. `null` analyses none automatically.",
      ),
    analysis_daily_limit: integer()
      .max(MAX_DAILY_LIMIT)
      .nullish()
      .describe(
        "The most conversations that are analysed in a UTC day, whoever asks for it. The quota " +
          "`analyses_per_day` is the upper limit. `null` restores the default.",
      ),
    time_zone: text(64)
      .refine((name) => name == null || isTimeZone(name), validationMessages.selected)
      .describe(
        "The time zone, such as `Europe/Paris`, of dates without an offset in scenarios: in " +
          "settings of nodes, in variables and in replies; and of `business_hours`. `null` is UTC.",
      ),
    business_hours: BusinessHours.nullish().describe(
      "When your team is there, unless a channel has hours of its own. Scenarios ask for it by " +
        "`business_open`, and their nodes wait for it with `within`. `null`: always.",
    ),
    quiet_hours: QuietHours.nullish().describe(
      "Hours in which runs send no template to a lead whose 24-hour window is closed: it waits " +
        "until they end. They are in the time zone of the lead's variable `time_zone`, else of " +
        "the country of its phone where all clocks show the same time, else of the workspace. " +
        "Answers to a lead who has written in the last 30 minutes never wait, nor do messages " +
        "that you send through the API. `null`: none.",
    ),
    retention_texts_days: retention(
      "the texts of messages are erased, with the quotes from them and the files that leads " +
        "have sent. Summaries and profiles stay",
    ),
    retention_media_days: retention("the files that leads have sent are deleted"),
    retention_runs_days: retention("ended runs are deleted, with their steps"),
    retention_clicks_days: retention(
      "single clicks are deleted. The counts of links and link sends stay",
    ),
    retention_conversations_days: retention(
      "conversations are deleted with their messages, if no message passed between you and the " +
        "lead in that time",
    ),
    message_status_events: requiredChoice(messageStatusEvents)
      .optional()
      .describe(
        "When `message.sent`, `message.delivered` and `message.read` become events. `auto`: " +
          "while an endpoint, or the scenario's `webhook_url`, receives them. `always`: also for " +
          "the feed alone.",
      ),
    reply_pauses_runs: boolean()
      .optional()
      .describe(
        "Whether a message that you send through the API to a lead pauses the lead's runs on the " +
          "same channel, until you resume them. By default they go on.",
      ),
    triggers_wait_hours: integer()
      .max(MAX_WAIT_HOURS)
      .nullish()
      .describe(
        "A trigger starts nothing in a conversation where a person has written in the last so " +
          "many hours (`last_person_at`). `0`: it waits for nobody. `null` restores the default, " +
          `${DEFAULT_SETTINGS.triggers_wait_hours}.`,
      ),
    merge_same_person: requiredChoice(samePersonMerging)
      .optional()
      .describe(
        "What happens once two leads prove to be one person. `auto`: one that only a channel " +
          "has made is merged into the other. `off`: none is, and `GET /v1/lead-duplicates` " +
          "lists the pair.",
      ),
    public_name: text(100).describe(
      "What the pages for recipients call you. `null` is the workspace's name.",
    ),
    contact: text(200).describe(
      "A line on the pages for recipients. An e-mail address or a phone number alone becomes a " +
        "link.",
    ),
    fallback_url: httpUrl().describe(
      "Where the pages for recipients lead on to, such as your website: https, to a public host " +
        "other than that of the short links.",
    ),
  })
  .meta({
    id: "SettingsPatch",
    description: "Only the members that you send change.",
    examples: [
      {
        public_name: "Atelier Horizon",
        contact: "hello@example.com",
        fallback_url: "https://example.com/",
      },
      { analysis_quiet_seconds: 900, analysis_daily_limit: 200 },
      { time_zone: "Europe/Paris", retention_texts_days: 365, message_status_events: "always" },
      { quiet_hours: { from: "21:00", to: "08:00" }, business_hours: null },
      {
        opt_out_keywords: ["No offers"],
        opt_in_keywords: null,
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
    business_hours: BusinessHours.nullable(),
    quiet_hours: QuietHours.nullable(),
    retention_texts_days: z.int().nullable(),
    retention_media_days: z.int().nullable(),
    retention_runs_days: z.int().nullable(),
    retention_clicks_days: z.int().nullable(),
    retention_conversations_days: z.int().nullable(),
    message_status_events: z.enum(messageStatusEvents),
    reply_pauses_runs: z.boolean(),
    triggers_wait_hours: z.int(),
    merge_same_person: z.enum(samePersonMerging),
    public_name: z.string().nullable(),
    contact: z.string().nullable(),
    fallback_url: z.string().nullable(),
  })
  .meta({
    id: "Settings",
    description: "The workspace's settings, with the defaults for those that are not set.",
    examples: [DEFAULT_SETTINGS],
  });

export type SettingsPatch = z.output<typeof SettingsPatch>;
export type Settings = z.output<typeof Settings>;
