import type { ConsentKind, ConsentMethod, MessageType } from "../../../domain/messaging";
import { foldKeyword } from "../../../lib/text";
import type { Settings } from "./defaults";

/** Whether a text is one of the keywords and nothing else. */
export function isKeyword(text: string, keywords: string[]) {
  const folded = foldKeyword(text);
  return folded !== "" && keywords.some((keyword) => foldKeyword(keyword) === folded);
}

export type Keywords = Pick<Settings, "opt_out_keywords" | "opt_in_keywords">;
/** `tapped` is the payload of the button that was tapped. */
type InboundMessage = { type: MessageType; text: string | null; tapped?: string };
type Consent = { kind: ConsentKind; method: ConsentMethod & ("keyword" | "button") };

const TAPPABLE = new Set<MessageType>(["button", "interactive"]);

/** The consent that a sender's message expresses, by its text or by a button's title or payload. */
export function consentIn(message: InboundMessage, keywords: Keywords): Consent | undefined {
  const method =
    message.type === "text" ? "keyword" : TAPPABLE.has(message.type) ? "button" : undefined;
  if (!method) return undefined;
  const texts = method === "button" ? [message.text, message.tapped] : [message.text];
  const matches = (list: string[]) => texts.some((text) => text != null && isKeyword(text, list));
  if (matches(keywords.opt_out_keywords)) return { kind: "opted_out", method };
  return matches(keywords.opt_in_keywords) ? { kind: "opted_in", method } : undefined;
}
