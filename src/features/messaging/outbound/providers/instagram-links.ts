import { isLink } from "../members/card";
import type { Outgoing, SendableCard } from "./provider";

const template = (payload: object) => ({ attachment: { type: "template", payload } });

const toUrl = ({ url, title }: { url: string; title: string }) => ({ type: "web_url", url, title });

/** A text with buttons that open URLs. */
export const buttonTemplate = ({ text, content: { link_buttons: buttons = [] } }: Outgoing) =>
  template({ template_type: "button", text, buttons: buttons.map(toUrl) });

function elementOf({ title, text, media, buttons }: SendableCard) {
  const link = buttons.find(isLink);
  return {
    title,
    ...(text?.trim() && { subtitle: text }),
    ...(media && { image_url: media.url }),
    ...(link && { default_action: { type: "web_url", url: link.url } }),
    buttons: buttons.map((button) =>
      isLink(button)
        ? toUrl(button)
        : { type: "postback", title: button.title, payload: button.id },
    ),
  };
}

/** Cards that the recipient leafs through. The first URL of each also opens by its picture. */
export const genericTemplate = ({ content: { cards = [] } }: Outgoing) =>
  template({ template_type: "generic", elements: cards.map(elementOf) });
