import { mediaKinds } from "../../../domain/media";
import type { MessageType } from "../../../domain/messaging";
import { fileIdOf, lineOf, type Members, membersOf, pick } from "./untrusted";
import { type Content, toContent, withFile } from "./webhook-events";

type Raw = { text?: unknown; tapped?: unknown };

/** Text and button of each type of message, from the member that has the name of the type. */
const TYPES = {
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
} satisfies Partial<Record<MessageType, (own: Members) => Raw>>;

const isKnown = (type: string): type is keyof typeof TYPES => Object.hasOwn(TYPES, type);

const isFile = (type: string) => mediaKinds.some((kind) => kind === type);

/** The content of a WhatsApp message; undefined where the member of its type is missing. */
export function contentOf(message: Members): Content | undefined {
  const { type, contacts } = message;
  if (typeof type !== "string") return undefined;
  const beside = pick(message, ["context", "referral"]);
  if (type === "contacts")
    return Array.isArray(contacts) ? toContent(type, null, { contacts, ...beside }) : undefined;
  if (!isKnown(type)) return toContent("unsupported", null, message);
  const own = membersOf(message[type]);
  if (!own) return undefined;
  const { text, tapped }: Raw = TYPES[type](own);
  const content = toContent(type, text, type === "text" ? beside : { ...own, ...beside }, tapped);
  const id = isFile(type) ? fileIdOf(own.id) : undefined;
  return withFile(content, id === undefined ? undefined : { id }, lineOf(own.filename));
}
