import * as z from "zod";
import type { OutgoingType } from "#domain/messaging";
import type { ContentMember } from "#features/messaging/outbound/members/all";
import { Media, mediaTypes } from "#features/messaging/outbound/members/media-input";
import { Template } from "#features/messaging/outbound/members/template-input";
import { checkMembers, content } from "#features/messaging/outbound/schema";
import { choice, requiredChoice } from "#lib/fields";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { savedTo, timeout, within } from "../fields";
import { formSettings } from "../form-answers";

/** Templates have a node of their own, and no node knows a message to quote or to react to. */
const { type: _, template: __, reaction: ___, reply_to: ____, ...parts } = content;

/** The types that a node sends: those that need no message of the lead. */
export const freeTypes = [
  "text",
  "buttons",
  "list",
  "link_button",
  "cards",
  "request_phone",
  "flow",
  "request_location",
  "location",
  "contacts",
  ...mediaTypes,
] as const satisfies OutgoingType[];

const closedWindow = z
  .union([z.enum(["fail", "skip"]).meta({ id: "ClosedWindowAction" }), Template])
  .default("fail")
  .describe(
    "What to do if the lead has not written for 24 hours: `fail`, `skip`, or send this template.",
  );

const ownWait = z
  .object({
    timeout_seconds: timeout(),
    save_to: savedTo("the reply"),
    flow: formSettings
      .nullish()
      .describe("For the type `flow`: what becomes of its answers, which leave by `answers`."),
  })
  .meta({ id: "MessageWait" })
  .nullish()
  .describe(
    "With it, the run waits here for the lead's reply, and the buttons, the rows of the list or " +
      "the replies on cards are handles, by their `id`. The run leaves by that which was tapped, " +
      "or whose title the reply is. It leaves by `reply` if the reply is another, or if no edge " +
      "leaves by that handle. A run that goes without the message, as with `skip`, waits all the " +
      "same.",
  );

const kept = {
  on_window_closed: closedWindow,
  within: within("the message waits at this node until they open"),
  wait: ownWait,
};

/** Adds the type of a message whose settings leave it out. */
function withType(data: unknown) {
  if (typeof data !== "object" || data === null) return data;
  const { type, media, ...members }: Record<string, unknown> = { ...data };
  const [, own] = TYPE_OF.find(([member]) => members[member]) ?? [];
  return { ...data, type: type ?? own ?? (media ? mediaType(media) : "text") };
}

/** The types that a member tells. */
const TYPE_OF = [
  ["buttons", "buttons"],
  ["list", "list"],
  ["link_buttons", "link_button"],
  ["cards", "cards"],
  ["flow", "flow"],
  ["location", "location"],
  ["contacts", "contacts"],
] as const satisfies [ContentMember, OutgoingType][];

const mediaType = (media: unknown) =>
  (typeof media === "object" && media !== null && "type" in media ? media.type : null) ?? "image";

export const MessageSettings = z.preprocess(
  withType,
  z
    .object({ type: requiredChoice(freeTypes), ...parts, ...kept })
    .superRefine(checkMembers, { when: () => true }),
);

export type MessageSettings = z.output<typeof MessageSettings>;

/** `MessageSettings` before the type is added. */
const MessageInput = z.object({
  type: choice(freeTypes).describe(
    "If absent: `buttons`, `list`, `cards`, `flow`, `location` or `contacts` with the member of " +
      "that name, `link_button` with link buttons, the media's `type` or `image` with media, " +
      "else `text`.",
  ),
  ...parts,
  media: Media.extend({
    type: choice(mediaTypes).describe(
      "You can give the message's type here instead. Of a `link_button`: `image` by default, " +
        "`video` or `document`.",
    ),
  })
    .meta({ id: "MessageNodeMedia" })
    .nullish()
    .describe("For the types `image`, `video`, `audio`, `document` and `link_button`."),
  ...kept,
});

export const documentation: NodeDocumentation = {
  summary:
    "Sends free text, buttons, a list, links, cards, a form, a file, a place or contacts, or " +
    "asks for the lead's phone number or location. With `wait`, it also waits for the reply, " +
    "and each button is a way on.",
  data: documentSettings(
    MessageInput,
    "Message",
    "`message`",
    {
      text: "Hi {{first_name|there}}, here it is: https://go.example.com/guide",
      on_window_closed: "skip",
    },
    {
      text: "Does Tuesday suit you?",
      buttons: [
        { id: "yes", title: "Yes" },
        { id: "other", title: "Another day" },
      ],
      wait: { timeout_seconds: 86_400 },
    },
  ),
};
