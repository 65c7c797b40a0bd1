import type { MessageType } from "../../../domain/messaging";
import { type Members, membersOf, pick } from "./untrusted";
import { type Content, said } from "./webhook-events";

type Says = { text?: unknown; tapped?: unknown };

/** What is written or tapped in a message of each type, found in the member that bears the type's name. */
const TYPES: Partial<Record<MessageType, (own: Members) => Says>> = {
  text: ({ body }) => ({ text: body }),
  image: ({ caption }) => ({ text: caption }),
  video: ({ caption }) => ({ text: caption }),
  audio: () => ({}),
  document: ({ caption }) => ({ text: caption }),
  sticker: () => ({}),
  location: () => ({}),
  reaction: ({ emoji }) => ({ text: emoji }),
  button: ({ text, payload }) => ({ text, tapped: payload }),
  interactive: ({ button_reply, list_reply, nfm_reply }) => {
    const reply = membersOf(button_reply) ?? membersOf(list_reply);
    return reply ? { text: reply.title, tapped: reply.id } : { text: membersOf(nfm_reply)?.body };
  },
  order: ({ text }) => ({ text }),
  system: ({ body }) => ({ text: body }),
};

/** What a message of WhatsApp's says; undefined where it lacks what its type promises. */
export function contentOf(message: Members): Content | undefined {
  const { type, contacts } = message;
  if (typeof type !== "string") return undefined;
  const beside = pick(message, ["context", "referral"]);
  if (type === "contacts")
    return Array.isArray(contacts) ? said(type, null, { contacts, ...beside }) : undefined;
  if (!isKnown(type)) return said("unsupported", null, message);
  const own = membersOf(message[type]);
  if (!own) return undefined;
  const { text, tapped } = TYPES[type]!(own);
  return said(type, text, type === "text" ? beside : { ...own, ...beside }, tapped);
}

const isKnown = (type: string): type is MessageType => Object.hasOwn(TYPES, type);
