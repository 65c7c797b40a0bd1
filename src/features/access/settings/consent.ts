import type { ConsentKind, ConsentMethod, MessageType } from "../../../domain/messaging";
import { foldKeyword } from "../../../lib/text";
import type { Settings } from "./defaults";

/** Whether a text is one of the keywords, and nothing more. */
export function isKeyword(text: string, keywords: string[]) {
  const wanted = foldKeyword(text);
  return wanted !== "" && keywords.some((keyword) => foldKeyword(keyword) === wanted);
}

type Keywords = Pick<Settings, "opt_out_keywords" | "opt_in_keywords">;
/** `tapped` is what stands behind a button that was tapped. */
type Said = { type: MessageType; text: string | null; tapped?: string };
type Consent = { kind: ConsentKind; method: ConsentMethod & ("keyword" | "button") };

const TAPPABLE = new Set<MessageType>(["button", "interactive"]);

/** What a message says of its sender's consent: by a text, or by the title of a button or what stands behind it. */
export function consentIn(message: Said, keywords: Keywords): Consent | undefined {
  const method =
    message.type === "text" ? "keyword" : TAPPABLE.has(message.type) ? "button" : undefined;
  if (!method) return undefined;
  const words = method === "button" ? [message.text, message.tapped] : [message.text];
  const says = (list: string[]) => words.some((word) => word != null && isKeyword(word, list));
  if (says(keywords.opt_out_keywords)) return { kind: "opted_out", method };
  return says(keywords.opt_in_keywords) ? { kind: "opted_in", method } : undefined;
}
