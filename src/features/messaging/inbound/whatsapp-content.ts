import { type MediaKind, mediaKinds } from "#domain/media";
import type { ReceivedOn } from "#domain/platforms";
import { answersIn } from "./flow-answers";
import { idOf, itemsOf, lineOf, type Members, membersOf, pathIdOf, pick } from "./untrusted";
import { type Content, toContent, withFiles } from "./webhook-events";
import { waIdOf, whatsappIds } from "./whatsapp-sender";

type Raw = { text?: unknown; tapped?: unknown };

/** The types whose member is an object; `contacts` is a list, and calls are no messages. */
type Known = Exclude<ReceivedOn<"whatsapp">, "contacts" | "call" | "unsupported">;

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
  interactive: (own) => {
    const { button_reply, list_reply, nfm_reply } = own;
    const reply = membersOf(button_reply) ?? membersOf(list_reply);
    if (reply) return { text: reply.title, tapped: reply.id };
    const type = idOf(own.type) ?? "";
    const other = membersOf(nfm_reply) ?? pick(own, [type])[type];
    return membersOf(other) && { text: membersOf(other)?.body };
  },
  order: ({ text }) => ({ text }),
  system: ({ body }) => ({ text: body }),
} satisfies Record<Known, (own: Members) => Raw | undefined>;

const isKnown = (type: string): type is keyof typeof TYPES => Object.hasOwn(TYPES, type);

const isFile = (type: string): type is MediaKind => mediaKinds.some((kind) => kind === type);

/** Messages without known content, such as the notice that somebody has opened the chat. */
const unsupported = (message: Members) => toContent("unsupported", null, message);

/**
 * The content of a WhatsApp message. It is unsupported where the member of its type is missing;
 * undefined for a notice that says nothing, or no message at all.
 */
export function contentOf(message: Members): Content | undefined {
  const { type, contacts } = message;
  if (typeof type !== "string") return undefined;
  const beside = pick(message, ["context", "referral"]);
  if (type === "contacts")
    return Array.isArray(contacts)
      ? toContent(type, null, { contacts, ...beside })
      : unsupported(message);
  const own = isKnown(type) ? membersOf(message[type]) : undefined;
  if (type === "system" && !own) return undefined;
  const raw: Raw | undefined = isKnown(type) && own ? TYPES[type](own) : undefined;
  if (!isKnown(type) || !raw) return unsupported(message);
  const form = type === "interactive" ? membersOf(own?.nfm_reply) : undefined;
  const answers = answersIn(form?.response_json);
  const members =
    type === "text" ? beside : { ...own, ...beside, ...(answers && unanswered(form)) };
  const content = withFiles(toContent(type, raw.text, members, raw.tapped), filesIn(type, own));
  return { ...content, ...(answers && { answers }) };
}

/** The form's reply without its answers, which are kept apart, and without its token. */
function unanswered({ response_json: _, ...reply }: Members = {}) {
  return { nfm_reply: reply };
}

/**
 * The sender's own number, shared on request: that of a card with one number. Any other card may be
 * somebody else's.
 */
export function sharedNumberIn({ type, contacts, origin }: Members) {
  const [card, ...others] = itemsOf(contacts).map(membersOf);
  const [phone, ...more] = itemsOf(card?.phones).map(membersOf);
  const isAsked = type === "contacts" && (card?.origin ?? origin) === "contact_request";
  if (!isAsked || others.length > 0 || more.length > 0) return undefined;
  const written = lineOf(phone?.phone) ?? "";
  const isInternational = /^(?:\+|00)/.test(written);
  return waIdOf(phone?.wa_id) ?? (isInternational ? whatsappIds(written)?.wa_id : undefined);
}

function filesIn(type: string, own: Members | undefined) {
  const [id, filename] = [pathIdOf(own?.id), lineOf(own?.filename)];
  if (!isFile(type) || id === undefined) return [];
  return [{ kind: type, source: { id }, ...(filename && { filename }) }];
}
