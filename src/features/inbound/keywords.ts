import type { ConsentKind, ConsentMethod } from "../../lib/choices";
import { foldKeyword } from "../../lib/text";
import type { InboundMessage } from "./facts";

/** Whether a text is one of the keywords, and nothing more. */
export function isKeyword(text: string, keywords: string[]) {
  const wanted = foldKeyword(text);
  return wanted !== "" && keywords.some((keyword) => foldKeyword(keyword) === wanted);
}

type Keywords = { opt_out_keywords: string[]; opt_in_keywords: string[] };
type Consent = { kind: ConsentKind; method: ConsentMethod & ("keyword" | "button") };

const TAPPABLE = new Set<InboundMessage["type"]>(["button", "interactive"]);

/** What a message says of its sender's consent: by a text, or by the title of a button or what stands behind it. */
export function consentIn(message: Pick<InboundMessage, "text" | "tapped" | "type">, keywords: Keywords): Consent | undefined {
  const method = message.type === "text" ? "keyword" : TAPPABLE.has(message.type) ? "button" : undefined;
  if (!method) return undefined;
  const words = method === "button" ? [message.text, message.tapped] : [message.text];
  const says = (list: string[]) => words.some((word) => word != null && isKeyword(word, list));
  if (says(keywords.opt_out_keywords)) return { kind: "opted_out", method };
  return says(keywords.opt_in_keywords) ? { kind: "opted_in", method } : undefined;
}
