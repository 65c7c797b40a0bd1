import type { SentOn } from "#domain/platforms";
import { reactionName } from "#domain/reactions";
import { buttonTemplate, genericTemplate } from "./instagram-links";
import type { Outgoing, SendableContent } from "./provider";

const quickReplies = (buttons: { id: string; title: string }[]) =>
  buttons.map(({ id, title }) => ({ content_type: "text", title, payload: id }));

/** A file alone: attachments have no text. */
const file =
  (type: string) =>
  ({ content: { media } }: Outgoing) => ({ attachment: { type, payload: { url: media?.url } } });

/** A reaction is no message of its own, but an action on another one. */
export const instagramReaction = ({
  external_id: message_id,
  emoji,
}: NonNullable<SendableContent["reaction"]>) =>
  emoji === null
    ? { sender_action: "unreact", payload: { message_id } }
    : { sender_action: "react", payload: { message_id, reaction: nameOf(emoji) } };

const nameOf = (emoji: string) => reactionName("instagram", emoji);

/** The types of messages: a reaction and a public reply are none. */
type MessageType = Exclude<SentOn<"instagram">, "reaction" | "comment_reply">;

/** The `message` of each type; choices are quick replies. */
const contents: Record<MessageType, (outgoing: Outgoing) => object> = {
  text: ({ text }) => ({ text }),
  buttons: ({ text, content: { buttons = [] } }) => ({
    text,
    quick_replies: quickReplies(buttons),
  }),
  list: ({ text, content: { list } }) => ({
    text,
    quick_replies: quickReplies(list?.sections.flatMap(({ rows }) => rows) ?? []),
  }),
  link_button: buttonTemplate,
  cards: genericTemplate,
  image: file("image"),
  video: file("video"),
  audio: file("audio"),
  document: file("file"),
};

/** The `message` of private replies, where it is another: these have no quick replies. */
const privateContents: Partial<typeof contents> = {
  buttons: ({ text, content: { buttons = [] } }) => ({
    attachment: {
      type: "template",
      payload: {
        template_type: "button",
        text,
        buttons: buttons.map(({ id, title }) => ({ type: "postback", title, payload: id })),
      },
    },
  }),
};

const isSent = (type: string): type is keyof typeof contents => Object.hasOwn(contents, type);

/** The `message` of a request to Instagram; undefined for a type that it does not have. */
export function instagramMessage(outgoing: Outgoing) {
  if (!isSent(outgoing.type)) return undefined;
  const inPrivate = outgoing.comment && privateContents[outgoing.type];
  return (inPrivate ?? contents[outgoing.type])(outgoing);
}
