import type { CannedReply, Conversation } from "#client";
import { FormDialog } from "#console/data/form/form";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { useMessageForm } from "./add/message-form";
import styles from "./composer.module.css";
import { texts } from "./texts";

/** The message that a canned reply is kept for. */
const messageOf = ({ id, shortcut, platform, created_at, updated_at, ...message }: CannedReply) =>
  message;

/** Sends a canned reply that is more than a text, as it is. */
export default function SendReply({
  conversation,
  reply,
  onClose,
}: {
  conversation: Conversation;
  reply: CannedReply;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const { messageTypes } = useTexts(nameTexts);
  const name = messageTypes[reply.type];
  const form = useMessageForm(
    conversation,
    {},
    () => messageOf(reply),
    () => reply.text ?? name,
  );
  return (
    <FormDialog form={form} title={`/${reply.shortcut}`} action={t.send} onClose={onClose}>
      <Badge>{name}</Badge>
      {reply.text && (
        <p className={styles.preview} dir="auto">
          {reply.text}
        </p>
      )}
    </FormDialog>
  );
}
