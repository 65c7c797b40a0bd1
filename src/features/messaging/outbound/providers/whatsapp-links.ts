import { isLink, isReply } from "../members/card";
import { wordsOf } from "../members/card-faults";
import type { Outgoing, SendableCard } from "./provider";

/** A file above a text. */
const header = (type: string, url: string, filename?: string | null) => ({
  type,
  [type]: { link: url, ...(filename && type === "document" && { filename }) },
});

const toUrl = ({ title, url }: { title: string; url: string }) => ({
  name: "cta_url",
  parameters: { display_text: title, url },
});

/** A text with a button that opens a URL. */
export function linkButton({ text, content: { media, link_buttons: [button] = [] } }: Outgoing) {
  return {
    type: "cta_url",
    ...(media && { header: header(media.type ?? "image", media.url, media.filename) }),
    body: { text },
    ...(button && { action: toUrl(button) }),
  };
}

/** Meta's examples give cards with replies this type, too. */
const CARD = "cta_url";

function cardOf(card: SendableCard, index: number) {
  const { media, buttons } = card;
  const words = wordsOf(card);
  const link = buttons.find(isLink);
  const replies = buttons.filter(isReply).map(({ id, title }) => ({
    type: "quick_reply",
    quick_reply: { id, title },
  }));
  return {
    card_index: index,
    type: CARD,
    ...(media && { header: header(media.type, media.url) }),
    ...(words && { body: { text: words } }),
    action: link ? toUrl(link) : { buttons: replies },
  };
}

/** Cards that the recipient leafs through. */
export const carousel = ({ text, content: { cards = [] } }: Outgoing) => ({
  type: "carousel",
  body: { text },
  action: { cards: cards.map(cardOf) },
});
