import type { SentOn } from "#domain/platforms";
import type { Outgoing } from "./provider";

const quickReplies = (buttons: { id: string; title: string }[]) =>
  buttons.map(({ id, title }) => ({ content_type: "text", title, payload: id }));

/** A file alone: attachments have no text. */
const file =
  (type: string) =>
  ({ content: { media } }: Outgoing) => ({ attachment: { type, payload: { url: media?.url } } });

/** The `message` of each type; choices are quick replies. */
const contents: Record<SentOn<"instagram">, (outgoing: Outgoing) => object> = {
  text: ({ text }) => ({ text }),
  buttons: ({ text, content: { buttons = [] } }) => ({
    text,
    quick_replies: quickReplies(buttons),
  }),
  list: ({ text, content: { list } }) => ({
    text,
    quick_replies: quickReplies(list?.sections.flatMap(({ rows }) => rows) ?? []),
  }),
  image: file("image"),
  video: file("video"),
  audio: file("audio"),
};

const isSent = (type: string): type is keyof typeof contents => Object.hasOwn(contents, type);

/** The `message` of a request to Instagram; undefined for a type that it does not have. */
export const instagramMessage = (outgoing: Outgoing) =>
  isSent(outgoing.type) ? contents[outgoing.type](outgoing) : undefined;
