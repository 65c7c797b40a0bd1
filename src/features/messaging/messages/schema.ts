import * as z from "zod";
import { failureReasons, failureReasonText } from "#domain/failure-reasons";
import { MAX_FILES, mediaKinds } from "#domain/media";
import { directions, messageOrigins, messageStatuses, messageTypeNames } from "#domain/messaging";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";
import { createdRange, rangesInOrder, updatedRange } from "#lib/time-ranges";
import { validationMessages } from "#lib/validation-messages";
import { Medium } from "../media/schema";
import { isSearchable, MIN_CHARACTERS } from "./search/tokens";

const MessageError = z
  .object({
    reason: z.enum(failureReasons).meta({ description: failureReasonText }),
    code: z.int().nullable().meta({ description: "The provider's error code." }),
    message: z.string(),
    retry_at: at.nullable().meta({
      description: "Sending it again before this time is useless. A queued message goes out then.",
    }),
  })
  .meta({ id: "MessageError", description: "Why a message was not sent." });

export const FormAnswers = z
  .object({
    message_id: z.int().nullable().meta({
      description: "The message with the form. `null` if it isn't known.",
    }),
    unverified: z.boolean().meta({
      description:
        "`true` unless they came with the token of a message to this lead, as its first answers. " +
        "No run reads unverified answers.",
    }),
    values: z.record(z.string(), z.unknown()).meta({
      description: "The answers by their names in the form. They are a stranger's texts.",
    }),
  })
  .meta({ id: "FormAnswers" });

const NoteAuthor = z
  .object({ id: z.int(), name: z.string() })
  .meta({ id: "NoteAuthor", description: "Who has written a note: the token's id and name." });

export const Message = z
  .object({
    id: z.int(),
    conversation_id: z.int(),
    direction: z.enum(directions).meta({ description: "Notes of the team are `internal`." }),
    type: z.enum(messageTypeNames),
    text: z.string().nullable().meta({
      description:
        "As the recipient sees it: the text, a file's caption, or the title of what was tapped.",
    }),
    payload: z.record(z.string(), z.unknown()).meta({
      description:
        "What there is besides the text: members such as `buttons`, `media` or `reply_to` of an " +
        "outbound message, as they were sent, the platform's data of an inbound one.",
    }),
    answers: FormAnswers.nullable().meta({
      description: "The lead's answers of a form. `null` for all else.",
    }),
    media: Medium.nullable().meta({ description: "The first of `attachments`, if any." }),
    attachments: z
      .array(z.object({ type: z.enum(mediaKinds), media: Medium }).meta({ id: "Attachment" }))
      .meta({
        description:
          "The files of the lead's message, at most " +
          `${MAX_FILES}, or the one that was uploaded for this message.`,
      }),
    status: z.enum(messageStatuses).meta({
      description:
        "`queued`, `sending`, `sent`, `delivered`, `read`, `failed`, or `unknown` if the " +
        "provider's answer was lost. An `unknown` message is never sent again: the provider's " +
        "next report settles it. `assessing`: WhatsApp holds it until it has assessed the " +
        "template, and its report settles it; after 48 hours it is `unknown`. Inbound " +
        "messages are `received`, notes `noted`.",
    }),
    error: MessageError.nullable(),
    origin: z
      .enum(messageOrigins)
      .nullable()
      .meta({
        description:
          'A `person` has written it, with `as: "person"`; or the team, in the platform\'s own ' +
          "app (`native_app`), or another program by the same account. `history`: it is older " +
          "than the connection of the account, and was imported. `null` for what leads write, " +
          "and what programs send here, such as scenarios.",
      }),
    author: NoteAuthor.nullable().meta({ description: "`null` for all but notes." }),
    external_id: z.string().nullable().meta({ description: "The provider's id of the message." }),
    comment_id: z.int().nullable().meta({
      description: "The comment that it answers: in public if it is a `comment_reply`.",
    }),
    run_id: z.int().nullable().meta({ description: "The run of a scenario that sent it." }),
    sent_at: at.nullable().meta({ description: "For an inbound message: when the lead sent it." }),
    delivered_at: at.nullable(),
    read_at: at.nullable(),
    edited_at: at.nullable().meta({
      description: "By who has written it. `payload.original_text` is the first text.",
    }),
    created_at: at,
    updated_at: at.meta({ description: "When its status or content last changed." }),
  })
  .meta({
    id: "Message",
    description: "A message of a conversation.",
    examples: [
      {
        id: 5120,
        conversation_id: 7,
        direction: "outbound",
        type: "text",
        text:
          "Hello Élodie, the replay is here: " +
          "https://go.example.com/webinar-june/3q2-7wEjR5sWkZ0h8n",
        payload: {},
        answers: null,
        media: null,
        attachments: [],
        status: "delivered",
        error: null,
        origin: "person",
        author: null,
        external_id: "wamid.HBgLMzM2Mzk5ODAxNDIVAgARGBI",
        comment_id: null,
        run_id: null,
        sent_at: "2026-11-20T10:15:30.123Z",
        delivered_at: "2026-11-20T10:15:31.000Z",
        read_at: null,
        edited_at: null,
        created_at: "2026-11-20T10:15:29.870Z",
        updated_at: "2026-11-20T10:15:31.240Z",
      },
    ],
  });

export const MessageQuery = PageQuery.extend({
  conversation_id: query.integer(1).describe("Messages of this conversation."),
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  text: query
    .text(255)
    .refine(
      (text) => text === undefined || isSearchable(text),
      validationMessages.atLeastCharacters(MIN_CHARACTERS),
    )
    .describe(
      "Messages and notes that contain this, ignoring case and accents: at least three " +
        "characters, or two letters of Han, Kana, Hangul, Thai or Arabic. A template is found by " +
        "what its recipient sees or, while the channel's templates are not known, by what fills " +
        "its parameters. A page may be short, or empty, before the last one: follow `next_cursor`.",
    ),
  direction: query
    .choice(directions)
    .describe("Messages in this direction. Notes are listed by `internal`, or found by `text`."),
  status: query.choice(messageStatuses).describe("Messages in this status."),
  ...createdRange,
  ...updatedRange("Status or content"),
}).superRefine(rangesInOrder("created", "updated"), { when: () => true });

export type MessageQuery = z.output<typeof MessageQuery>;
export type Message = z.output<typeof Message>;
