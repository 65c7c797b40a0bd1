import * as z from "zod";
import {
  messageTypes,
  messageWriters,
  type OutgoingType,
  outgoingTypes,
  reportedStatuses,
} from "#domain/messaging";
import { platforms, platformTraits } from "#domain/platforms";
import { replyTypes } from "#domain/private-replies";
import { PLACEHOLDER_NAMES } from "#features/links/placeholders";
import { choice, integer, reference, requiredChoice, text, timestamp } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { messageExamples } from "./examples";
import { contentInputs, contentMembers } from "./members/all";
import { checkMedia } from "./members/media-input";

/** The types that go to the lead itself. */
export const chatTypes = z.enum(outgoingTypes).exclude(["comment_reply"]).options;

/** The types that a platform lacks, in the words of the document. */
const notSent = platforms
  .flatMap((platform) => {
    const { label, unsent } = platformTraits[platform];
    const names = unsent.map((type) => `\`${type}\``);
    return names.length > 0 ? [`Not on ${label}: ${names.join(", ")}.`] : [];
  })
  .join(" ");

export const content = {
  type: choice(chatTypes).describe(
    "Defaults to `text`. Required if you send more than `text`. `request_phone` and " +
      "`request_location` are texts with a button by which the lead shares its phone number, or " +
      `a place, \`flow\` one with a button that opens a form. ${notSent}`,
  ),
  text: text(4096).describe(
    "`{{name}}` and `{{name|default}}` are replaced by the lead's values: " +
      `${PLACEHOLDER_NAMES}. An unknown value becomes the default, or empty. ` +
      "A value is cut after 4,200 characters; with its values a message has at most 65,536. " +
      "`{{preferences_url}}` is the lead's own page for unsubscribing. Each " +
      "`template_variable_url` of a short link becomes a recipient link. At most 4,096 " +
      "characters, or 1,024 with buttons, a list, cards, a form or a request. On Instagram at " +
      "most 1,000 bytes of UTF-8, with link buttons 640 characters. " +
      "For an image, a video or a document it is the caption: at most 1,024 characters, on " +
      "WhatsApp only.",
  ),
  ...contentInputs,
};

const members = ["text", ...contentMembers] as const;
type Member = (typeof members)[number];
type Asked = "type" | "comment_id" | Member;

/** The members of each type: those that it needs, and those that it may have besides. */
const MEMBERS: Record<OutgoingType, { needs: Member[]; takes: Member[] }> = {
  text: { needs: ["text"], takes: ["preview"] },
  buttons: { needs: ["text", "buttons"], takes: [] },
  list: { needs: ["text", "list"], takes: [] },
  link_button: { needs: ["text", "link_buttons"], takes: ["media"] },
  cards: { needs: ["cards"], takes: ["text"] },
  request_phone: { needs: ["text"], takes: [] },
  flow: { needs: ["text", "flow"], takes: [] },
  image: { needs: ["media"], takes: ["text"] },
  video: { needs: ["media"], takes: ["text"] },
  document: { needs: ["media"], takes: ["text"] },
  audio: { needs: ["media"], takes: ["voice"] },
  sticker: { needs: ["media"], takes: [] },
  location: { needs: ["location"], takes: [] },
  request_location: { needs: ["text"], takes: [] },
  contacts: { needs: ["contacts"], takes: [] },
  template: { needs: ["template"], takes: [] },
  reaction: { needs: ["reaction"], takes: [] },
  comment_reply: { needs: ["text"], takes: [] },
};

/** The members that each type may have that stands by itself. */
const OF_BUBBLES: Member[] = ["reply_to"];

/** The members of a message that needs no type. */
const isOfText = (member: Member) =>
  [...MEMBERS.text.needs, ...MEMBERS.text.takes, ...OF_BUBBLES].includes(member);

const isType = (type: unknown): type is OutgoingType =>
  outgoingTypes.some((known) => known === type);

/** Runs even where the schema fails, so that one answer has all errors: the input is unchecked. */
export function checkMembers(
  { type, comment_id: comment, ...input }: Partial<Record<Asked, unknown>>,
  context: z.RefinementCtx,
) {
  const addError = (field: Asked, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  checkMedia(input.media, context);
  const given = members.filter((member) => input[member] != null && input[member] !== "");
  if (type == null && given.some((member) => !isOfText(member)))
    return addError("type", validationMessages.required);
  const wanted = type ?? "text";
  if (!isType(wanted)) return;
  const { needs, takes } = MEMBERS[wanted];
  const may = [...needs, ...takes, ...(messageTypes[wanted].isBubble ? OF_BUBBLES : [])];
  for (const member of needs)
    if (!given.includes(member)) addError(member, validationMessages.required);
  for (const member of given)
    if (!may.includes(member)) addError(member, validationMessages.notOfType(wanted));
  const isRefused = context.issues.some(({ path }) => path?.[0] === "type");
  if (wanted === "comment_reply" && comment == null && !isRefused)
    addError("comment_id", validationMessages.required);
  if (comment != null && !answersComments(wanted))
    addError("comment_id", validationMessages.notOfType(wanted));
}

/** True if messages of the type answer comments, in public or in private. */
const answersComments = (type: OutgoingType) =>
  type === "comment_reply" || replyTypes.includes(type);

const address = {
  type: choice(outgoingTypes).describe(
    `${content.type.description} \`comment_reply\` is a public reply under \`comment_id\`.`,
  ),
  comment_id: reference()
    .nullish()
    .describe(
      "A comment of the lead. Without an open window, the message answers it as its one private " +
        "reply, within 7 days, through its channel, without `reply_to`. With an open window it " +
        "goes out as usual.",
    ),
  channel_id: reference()
    .nullish()
    .describe("The channel to send through. It must be of the `platform`, if you give that too."),
  platform: choice(platforms).describe(
    "Where to send, without a `channel_id`: through the channel of the lead's " +
      "`whatsapp_phone_number_id`, else the platform's default. Without either member: where the " +
      "lead wrote last, else Instagram if the lead is known only there, else WhatsApp.",
  ),
};

/** The origins that a sender may name: the others are those of what a platform tells. */
const sender = {
  as: choice(messageWriters).describe(
    "`person`: a person writes this, as in the console's inbox. Scenarios leave the conversation " +
      "to people for a while then: see `triggers_wait_hours` of the settings. Without it, a " +
      "program writes.",
  ),
};

export const MessageInput = z
  .object({ ...content, ...sender })
  .superRefine(checkMembers, { when: () => true })
  .meta({ id: "MessageInput", examples: messageExamples });

export const LeadMessageInput = z
  .object({ ...content, ...address, ...sender })
  .superRefine(checkMembers, { when: () => true })
  .meta({
    id: "LeadMessageInput",
    examples: [
      { ...messageExamples[0], as: "person" },
      { platform: "whatsapp", ...messageExamples.at(-1) },
    ],
  });

export const PreviewInput = z
  .object({ lead_id: reference().describe("The lead who would get it."), ...content, ...address })
  .superRefine(checkMembers, { when: () => true })
  .meta({
    id: "PreviewInput",
    examples: [messageExamples[0], messageExamples.at(-1)].map((example) => ({
      lead_id: 1,
      ...example,
    })),
  });

export const ReportInput = z
  .object({
    status: requiredChoice(reportedStatuses),
    at: timestamp().describe("When it happened. Defaults to now, also for a time in the future."),
    external_id: text(255).describe("The gateway's own id of the message, if it has one."),
    error: z
      .object({ code: integer().nullish(), message: text(500) })
      .nullish()
      .describe(
        "With `failed`: why, as far as the gateway knows. The message's `error` shows it, with " +
          "the reason `rejected`.",
      ),
  })
  .meta({
    id: "ReportInput",
    examples: [
      { status: "failed", error: { code: 404, message: "The number is not on WhatsApp." } },
      { status: "delivered", at: "2026-11-20T10:15:31Z", external_id: "gw-20261120-5120" },
    ],
  });

/** A message of any type: what goes to a conversation is none under a comment. */
export type MessageInput = Omit<z.output<typeof MessageInput>, "type"> & {
  type?: OutgoingType | null | undefined;
};
export type LeadMessageInput = z.output<typeof LeadMessageInput>;
export type PreviewInput = z.output<typeof PreviewInput>;
export type ReportInput = z.output<typeof ReportInput>;
