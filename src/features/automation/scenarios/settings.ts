import { z } from "zod";
import { awaitedEvents } from "../../../domain/automation";
import { stages } from "../../../domain/leads";
import { outgoingTypes } from "../../../domain/messaging";
import {
  choice,
  distinct,
  exactlyOne,
  idList,
  integer,
  reference,
  requiredChoice,
  requiredHttpUrl,
  requiredText,
  text,
  timestamp,
} from "../../../lib/fields";
import { messages } from "../../../lib/validation-messages";
import { LeadPatch } from "../../leads/input";
import { parseTemplate } from "../../links/placeholders";
import {
  checkMembers,
  content,
  Template as TemplateContent,
} from "../../messaging/outbound/schema";
import { COMPARED, clauses, PATTERNS, pattern, replyOps, scalar, value } from "./clauses";

// What the nodes of a graph hold in `data`, by type. It is saved whatever it is: a node whose data is not like this can't be run.

const MAX_SECONDS = 366 * 86_400;
const MAX_BRANCHES = 50;

const seconds = (min = 1) => integer(min).max(MAX_SECONDS);
const handle = () =>
  requiredText(64).describe("The `source_handle` of the edge that leads on from here.");
/** The key of a variable of the lead. */
const variable = () => requiredText(64);
const savedTo = (what: string) =>
  variable().nullish().describe(`The key of the lead's variable that keeps ${what}.`);

const noneTwice = (values: unknown[], context: z.RefinementCtx, member: string) => {
  const seen = new Set();
  values.forEach((one, index) => {
    if (seen.has(one))
      context.addIssue({ code: "custom", path: [index, member], message: messages.duplicate });
    seen.add(one);
  });
};

/** Branches whose handles are distinct. */
const branches = <T extends z.ZodType<{ handle: string }>>(branch: T, min = 1) =>
  z
    .array(branch)
    .min(min)
    .max(MAX_BRANCHES)
    .superRefine((list, context) =>
      noneTwice(
        list.map((one) => one.handle),
        context,
        "handle",
      ),
    );

export const Nothing = z.object({});

const { type: _, template: __, ...parts } = content;

/** Templates have a node of their own. */
const freeTypes = outgoingTypes.filter((type) => type !== "template") as [
  "text",
  "buttons",
  "image",
  "video",
  "audio",
  "document",
];

const closedWindow = z
  .union([z.enum(["fail", "skip"]), TemplateContent])
  .default("fail")
  .describe(
    "What to do where the lead has not written for 24 hours: `fail`, `skip`, or send this template.",
  );

/** The type of a message, where the node leaves it open. */
function withType(data: unknown) {
  if (typeof data !== "object" || data === null) return data;
  const { type, buttons, media } = data as Record<string, unknown>;
  const mediaType = (media as { type?: unknown } | null | undefined)?.type ?? "image";
  return { ...data, type: type ?? (buttons ? "buttons" : media ? mediaType : "text") };
}

export const Message = z.preprocess(
  withType,
  z
    .object({ type: requiredChoice(freeTypes), ...parts, on_window_closed: closedWindow })
    .superRefine(checkMembers, { when: () => true }),
);

/** As `Message` is sent, for the OpenAPI document. */
export const MessageInput = z.object({
  type: choice(freeTypes).describe(
    "When absent, `buttons` beside buttons, the `type` of the media or `image` beside media, else `text`.",
  ),
  ...parts,
  on_window_closed: closedWindow,
});

export const Template = TemplateContent;

const offset = integer(-MAX_SECONDS).max(MAX_SECONDS).default(0);

export const Delay = z
  .object({
    seconds: seconds(0).nullish(),
    until: z
      .union([
        z.object({
          variable: variable().describe(
            "The key of a variable that holds a date: as ISO 8601 has it, with an offset or as a day (`2027-01-05`, which begins in UTC), or a number of seconds since 1970. Anything else ends the run.",
          ),
          offset_seconds: offset,
        }),
        z.object({ date: timestamp().pipe(z.int()), offset_seconds: offset }),
      ])
      .nullish()
      .describe(
        "A date, or the one in a variable of the lead, give or take an offset. What has passed is not waited for.",
      ),
    at: z
      .object({
        time: z
          .string()
          .regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.format)
          .describe("Such as `09:30`."),
        weekdays: distinct(z.array(integer(1).max(7)).min(1).max(7))
          .nullish()
          .describe("From 1, Monday, to 7. Any when absent."),
        timezone: z
          .string()
          .refine(isTimezone, messages.selected)
          .describe("Such as `Europe/Paris`."),
      })
      .nullish()
      .describe("Until clocks there next show this time, on one of the weekdays."),
  })
  .superRefine(exactlyOne(["seconds", "until", "at"]));

function isTimezone(name: string) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const Match = z
  .object({
    handle: handle(),
    op: requiredChoice(replyOps).default("equals").describe("`equals` when absent."),
    value,
  })
  .refine(({ op, value: given }) => op !== "matches" || pattern().safeParse(given).success, {
    error: messages.format,
    path: ["value"],
  });

const timeout = () =>
  seconds()
    .nullish()
    .describe("After which the run leaves by `timeout`. Without it, it may wait for good.");

export const WaitForReply = z.object({
  timeout_seconds: timeout(),
  matches: branches(Match, 0)
    .nullish()
    .describe(
      `The run leaves by the handle of the first that the reply fits, by \`reply\` where it fits none or where no edge leaves by that handle. Of a button that was tapped its title or its \`id\` may fit. ${COMPARED}`,
    ),
  save_to: savedTo("the reply"),
  validate: z
    .union([z.enum(["email", "phone", "number"]), z.object({ regex: pattern() })])
    .nullish()
    .describe(
      `What a reply must be, else the run leaves by \`invalid\`. \`regex\` is ${PATTERNS}; a reply of more than 1,000 characters never fits.`,
    ),
  max_attempts: integer(1)
    .max(10)
    .default(1)
    .describe("How many replies that are not valid it takes to leave by `invalid`."),
});

export const WaitForEvent = z
  .object({
    event: requiredChoice(awaitedEvents),
    filter: z
      .object({
        short_link_ids: idList(100)
          .nullish()
          .describe("Of `link_clicked`: these links, whoever sent them."),
        node_ids: z
          .array(z.string())
          .max(100)
          .nullish()
          .describe("Of `message_read`: the nodes whose messages count."),
        tag_ids: idList(100).nullish().describe("Of `tag_added`."),
        stages: z
          .array(z.enum(stages))
          .nullish()
          .describe("Of `stage_changed`: the stages that count, of those it is changed to."),
        name: text(64).describe("Of `custom`, which needs it: the event's name."),
      })
      .nullish()
      .describe(
        "Which of these events count; `custom` needs a `name`. All when absent: of `link_clicked` those on links in the run's own messages, of `message_read` those of its own messages.",
      ),
    timeout_seconds: timeout(),
  })
  .refine(({ event, filter }) => event !== "custom" || filter?.name, {
    error: messages.required,
    path: ["filter", "name"],
  });

export const Condition = z.object({
  branches: branches(
    z
      .object({ handle: handle(), all: clauses(), any: clauses() })
      .superRefine(exactlyOne(["all", "any"])),
  ).describe(
    "The run leaves by the handle of the first whose clauses hold, `all` or `any` of them; by `else` where none does.",
  ),
});

export const Split = z.object({
  branches: branches(
    z.object({
      handle: handle(),
      percent: z.number("The :f field must be a number.").min(0).max(100),
    }),
  ).describe("They add up to 100."),
});

export const Tags = z.object({ tag_ids: idList(100).min(1) });

const settable = LeadPatch.shape;
export const UpdateLead = z
  .object({
    first_name: settable.first_name,
    last_name: settable.last_name,
    username: settable.username,
    email: settable.email,
    phone: settable.phone,
    source: settable.source,
    warmth: settable.warmth,
    pipeline_stage: settable.pipeline_stage,
    is_lost: settable.is_lost,
    lost_reason: settable.lost_reason,
    variables: z
      .record(variable(), z.union([scalar, z.null()]))
      .nullish()
      .describe("Merged into the lead's."),
  })
  .refine((data) => Object.values(data).some((one) => one !== undefined), messages.empty);

/** Values choose neither the scheme nor the host. */
const isFillable = (url: string) =>
  parseTemplate(url)?.every(
    (part) => typeof part === "string" || ["path", "query", "fragment"].includes(part.place),
  ) ?? false;

export const Webhook = z.object({
  url: requiredHttpUrl()
    .refine(isFillable, messages.url)
    .describe(
      "https on port 443 or 8443, to a public host. `{{placeholders}}` may stand in its path, query and fragment.",
    ),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("POST"),
  headers: z
    .record(z.string().regex(/^[\w-]{1,64}$/, messages.format), z.string().max(1_000))
    .nullish(),
  /** JSON or a text; its texts may hold placeholders. */
  body: z.unknown().optional(),
  save_to: savedTo(
    "what is answered: JSON, or else text. An answer of more than 4,096 characters can't be kept, and the run leaves by `failed`",
  ),
  timeout_seconds: integer(1).max(30).default(10),
});

export const AiAnalyze = z.object({
  timeout_seconds: integer(1)
    .max(600)
    .default(60)
    .describe("After which the run leaves by `failed`."),
});

export const StartScenario = z.object({ scenario_id: reference() });

export const Ending = z.object({ reason: text(255) });
