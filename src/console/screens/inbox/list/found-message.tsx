import { Link } from "@tanstack/react-router";
import type { Message } from "#client";
import { messageHash } from "#console/data/message-hash";
import { filled } from "#console/data/messages/template";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Clip } from "#console/ui/text";
import { useLeadName } from "../lead/lead";
import { useMessageKind } from "../message-kind";
import { templateOf } from "../thread/payload";
import { useTemplates } from "../thread/templates";
import { useConversation } from "./conversations";
import { markParts } from "./mark-parts";
import lines from "./row.module.css";
import styles from "./search.module.css";

/** The text by which a message is found: its own, or that of its template. */
function useSearchedText(message: Message, channelId: number | null) {
  const sent = message.text === null ? templateOf(message) : null;
  const { data: known } = useTemplates(channelId, sent !== null);
  if (!sent) return message.text ?? "";
  const template = known?.find(
    ({ name, language }) => name === sent.name && language === sent.language,
  );
  const parts = ["HEADER", "BODY", "FOOTER"].map(
    (part) => template && filled(template, part, message),
  );
  return template ? parts.filter(Boolean).join(" ") : sent.values.join(" · ");
}

/** A message or note that a search has found. */
export function FoundMessage({
  message,
  text,
  isOpen,
}: {
  message: Message;
  text: string;
  isOpen: boolean;
}) {
  const { pair } = useTexts(general);
  const format = useFormat();
  const { data } = useConversation(message.conversation_id);
  const name = useLeadName(data);
  const searched = useSearchedText(message, data?.channel_id ?? null);
  const kind = useMessageKind()(message.type);
  return (
    <Link
      to="/inbox/$conversation"
      params={{ conversation: String(message.conversation_id) }}
      search={true}
      hash={messageHash(message.id)}
      preload={false}
      className={classes(styles.result, isOpen && lines.open)}
      data-conversation={message.conversation_id}
    >
      <Avatar name={name} size="2rem" />
      <span className={styles.resultText}>
        <Row as="span" gap={2}>
          <span className={lines.name} dir="auto">
            {name}
          </span>
          <time className={lines.time}>{format.short(message.created_at)}</time>
        </Row>
        <Clip lines={2} className={styles.hit} dir="auto">
          {kind && <b>{pair(kind, "")}</b>}
          {markParts(searched, text).map(({ part, isMarked }, index) =>
            isMarked ? <mark key={index}>{part}</mark> : part,
          )}
        </Clip>
      </span>
    </Link>
  );
}
