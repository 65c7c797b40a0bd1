import { Reply, SmilePlus } from "lucide-react";
import type { Message, MessageType, Platform } from "#client";
import { platformRow } from "#console/data/platforms";
import { useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Menu, MenuItem } from "#console/ui/menu";
import { setDraft } from "../composer/drafts";
import { send } from "../composer/outbox";
import { useMessageKind } from "../message-kind";
import { texts } from "./texts";

/** The types that do not stand by themselves in a chat, so that nobody can answer them. */
const UNANSWERED: readonly MessageType[] = [
  "system",
  "reaction",
  "call",
  "referral",
  "comment_reply",
];

/** Quotes a message, or reacts to one of the lead's, as long as the platform would take that. */
export function Respond({
  message,
  platform,
  reaction,
}: {
  message: Message;
  platform: Platform;
  /** The team's, which the same emoji takes back. */
  reaction: string | null;
}) {
  const t = useTexts(texts);
  const session = useSession();
  const kindOf = useMessageKind();
  const { id, conversation_id: conversation, direction, type } = message;
  if (message.external_id === null || message.payload.deleted === true) return null;
  if (UNANSWERED.includes(type)) return null;

  const quote = () => {
    const text = message.text || (kindOf(type) ?? "");
    setDraft(session, conversation, { quote: { id, text }, mode: "reply" });
    document.querySelector<HTMLElement>("[data-composer]")?.focus();
  };
  const react = (emoji: string) => {
    const given = emoji === reaction ? null : emoji;
    const body = { type: "reaction" as const, reaction: { message_id: id, emoji: given } };
    send(session, { conversation, kind: "message", body, text: emoji });
  };

  return (
    <>
      <IconButton label={t.quote} size="small" icon={<Reply />} onClick={quote} />
      {direction === "inbound" && (
        <Menu side="top" trigger={<IconButton label={t.react} size="small" icon={<SmilePlus />} />}>
          {platformRow(platform).reactions.map((emoji) => (
            <MenuItem key={emoji} isChosen={emoji === reaction} onSelect={() => react(emoji)}>
              {emoji}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
