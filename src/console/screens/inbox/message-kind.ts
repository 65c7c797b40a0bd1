import type { MessageType } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";

/** Their text says all. */
const PLAIN: readonly MessageType[] = [
  "text",
  "buttons",
  "list",
  "link_button",
  "request_phone",
  "request_location",
  "flow",
  "button",
  "interactive",
  "system",
];

/** The name of a message's type; undefined where its text says all. */
export function useMessageKind() {
  const { messageTypes } = useTexts(nameTexts);
  return (type: MessageType) => (PLAIN.includes(type) ? undefined : messageTypes[type]);
}
