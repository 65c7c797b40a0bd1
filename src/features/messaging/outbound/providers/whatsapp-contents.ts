import type { OutgoingType } from "#domain/messaging";
import { flowAction } from "./flow-action";
import type { Outgoing } from "./provider";

const captioned = ({ text, content }: Outgoing) => ({
  link: content.media?.url,
  ...(text !== null && { caption: text }),
});

const named = ({ content }: Outgoing) =>
  content.media?.filename ? { filename: content.media.filename } : {};

/** The content of each type of message, under WhatsApp's name of the type. */
export const whatsappContents: Record<
  OutgoingType,
  (outgoing: Outgoing) => { type: string; [type: string]: unknown }
> = {
  text: ({ text }) => ({ type: "text", text: { body: text, preview_url: false } }),
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
  image: (outgoing) => ({ type: "image", image: captioned(outgoing) }),
  video: (outgoing) => ({ type: "video", video: captioned(outgoing) }),
  audio: ({ content }) => ({ type: "audio", audio: { link: content.media?.url } }),
  sticker: ({ content }) => ({ type: "sticker", sticker: { link: content.media?.url } }),
  document: (outgoing) => ({
    type: "document",
    document: { ...captioned(outgoing), ...named(outgoing) },
  }),
};
