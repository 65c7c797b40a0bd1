import type { SentOn } from "#domain/platforms";
import { flowAction } from "./flow-action";
import type { Outgoing, SendableContent } from "./provider";
import { carousel, linkButton } from "./whatsapp-links";

const captioned = ({ text, content }: Outgoing) => ({
  link: content.media?.url,
  ...(text !== null && { caption: text }),
});

const named = ({ content }: Outgoing) =>
  content.media?.filename ? { filename: content.media.filename } : {};

/** Without what is blank. */
const filledIn = (members: object = {}) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => String(value).trim() !== ""));

/** WhatsApp wants a part of the name beside the whole. */
const card = ({ name, phones, emails }: NonNullable<SendableContent["contacts"]>[number]) => ({
  name: { formatted_name: name, first_name: name },
  ...(phones.length > 0 && { phones: phones.map((phone) => ({ phone })) }),
  ...(emails.length > 0 && { emails: emails.map((email) => ({ email })) }),
});

/** The content of each type of message, under WhatsApp's name of the type. */
const contents: Record<
  SentOn<"whatsapp">,
  (outgoing: Outgoing) => { type: string; [type: string]: unknown }
> = {
  text: ({ text, content: { preview } }) => ({
    type: "text",
    text: { body: text, preview_url: preview === true && /https?:\/\//i.test(text ?? "") },
  }),
  template: ({ content: { template } }) => ({
    type: "template",
    template: {
      name: template?.name,
      language: { policy: "deterministic", code: template?.language },
      components: template?.components,
    },
  }),
  buttons: ({ text, content }) => ({
    type: "interactive",
    interactive: {
      type: "button",
      body: { text },
      action: {
        buttons: content.buttons?.map(({ id, title }) => ({ type: "reply", reply: { id, title } })),
      },
    },
  }),
  list: ({ text, content: { list } }) => ({
    type: "interactive",
    interactive: {
      type: "list",
      body: { text },
      action: {
        button: list?.button,
        sections: list?.sections.map(({ title, rows }) => ({
          ...(title && { title }),
          rows: rows.map(({ id, title: name, description }) => ({
            ...{ id, title: name },
            ...(description && { description }),
          })),
        })),
      },
    },
  }),
  link_button: (outgoing) => ({ type: "interactive", interactive: linkButton(outgoing) }),
  cards: (outgoing) => ({ type: "interactive", interactive: carousel(outgoing) }),
  request_phone: ({ text }) => ({
    type: "interactive",
    interactive: {
      type: "request_contact_info",
      body: { text },
      action: { name: "request_contact_info" },
    },
  }),
  flow: ({ text, content: { flow } }) => ({
    type: "interactive",
    interactive: { type: "flow", body: { text }, action: flow && flowAction(flow) },
  }),
  request_location: ({ text }) => ({
    type: "interactive",
    interactive: {
      type: "location_request_message",
      body: { text },
      action: { name: "send_location" },
    },
  }),
  location: ({ content: { location } }) => ({ type: "location", location: filledIn(location) }),
  contacts: ({ content }) => ({ type: "contacts", contacts: content.contacts?.map(card) }),
  reaction: ({ content: { reaction } }) => ({
    type: "reaction",
    reaction: { message_id: reaction?.external_id, emoji: reaction?.emoji ?? "" },
  }),
  image: (outgoing) => ({ type: "image", image: captioned(outgoing) }),
  video: (outgoing) => ({ type: "video", video: captioned(outgoing) }),
  audio: ({ content: { media, voice } }) => ({
    type: "audio",
    audio: { link: media?.url, ...(voice && { voice }) },
  }),
  sticker: ({ content }) => ({ type: "sticker", sticker: { link: content.media?.url } }),
  document: (outgoing) => ({
    type: "document",
    document: { ...captioned(outgoing), ...named(outgoing) },
  }),
};

const isSent = (type: string): type is keyof typeof contents => Object.hasOwn(contents, type);

/** The content of a message; undefined for a type that WhatsApp does not have. */
export const whatsappContent = (outgoing: Outgoing) =>
  isSent(outgoing.type) ? contents[outgoing.type](outgoing) : undefined;
