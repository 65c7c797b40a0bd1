import { recognise } from "#domain/consent-text";
import type { ConsentKind, ConsentMethod, ConsentScope } from "#domain/consents";
import type { MessageType } from "#domain/messaging";
import type { Settings } from "./defaults";

export type Keywords = Pick<Settings, "opt_out_keywords" | "opt_in_keywords">;
/** `tapped` is the payload of the button that was tapped. */
type InboundMessage = { type: MessageType; text: string | null; tapped?: string };
/** `weak`: the word, folded, if it counts only while no run waits for it. */
type Consent = {
  kind: ConsentKind;
  scope: ConsentScope;
  method: ConsentMethod & ("keyword" | "button" | "platform_button");
  weak?: string;
};

const KINDS = { stop: "opted_out", start: "opted_in" } as const;
const TAPPABLE = new Set<MessageType>(["button", "interactive"]);

/** The consent that a sender's message expresses, by its text or by a button's title or payload. */
export function consentIn(message: InboundMessage, keywords: Keywords): Consent | undefined {
  const isTapped = TAPPABLE.has(message.type);
  if (!isTapped && message.type !== "text") return undefined;
  const added = { stop: keywords.opt_out_keywords, start: keywords.opt_in_keywords };
  const texts = isTapped ? [message.text, message.tapped] : [message.text];
  const found = texts.flatMap((text) => {
    const one = text == null ? undefined : recognise(text, added);
    return one && (one.source !== "weak" || isTyped(message)) ? [one] : [];
  });
  const stops = found.filter(({ kind }) => kind === "stop");
  const first = stops.find(({ source }) => source !== "promotions") ?? stops[0] ?? found[0];
  if (!first) return undefined;
  const ofMarketing = { scope: "marketing", method: "platform_button" } as const;
  const ofAll = { scope: "all", method: isTapped ? "button" : "keyword" } as const;
  return {
    kind: KINDS[first.kind],
    ...(first.source === "promotions" ? ofMarketing : ofAll),
    ...(first.source === "weak" && { weak: first.word }),
  };
}

/** A gateway may report a tap as a text. */
const isTyped = ({ type, tapped }: InboundMessage) => type === "text" && tapped === undefined;
