import { Link } from "@tanstack/react-router";
import { Paperclip } from "lucide-react";
import type { Message } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import { Soft } from "#console/ui/text";
import styles from "./timeline.module.css";
import { timelineTexts } from "./timeline-texts";

/** A message or a note as it stands in the timeline. */
export function MessageEntry({ message }: { message: Message }) {
  const t = useTexts(timelineTexts);
  const { messageTypes, messageStatuses, failures } = useTexts(nameTexts);
  const { direction, status, text, attachments, author, error } = message;
  const isNote = direction === "internal";
  const inbox: string = `/inbox/${message.conversation_id}`;
  const by = isNote
    ? t.noteBy(author?.name ?? t.somebody)
    : direction === "inbound"
      ? t.received
      : message.run_id === null
        ? messageStatuses[status]
        : `${t.byScenario} · ${messageStatuses[status]}`;
  return (
    <>
      <Soft size="medium" className={styles.by}>
        <Link to={inbox}>{by}</Link>
      </Soft>
      <div
        className={classes(
          styles.bubble,
          isNote && styles.note,
          direction === "outbound" && styles.outbound,
        )}
        dir="auto"
      >
        {text ?? <em>{messageTypes[message.type]}</em>}
        {attachments.map(({ type, media }) => (
          <span key={media.id} className={styles.file}>
            <Paperclip aria-hidden="true" />
            {media.filename ?? messageTypes[type]}
          </span>
        ))}
      </div>
      {error && (
        <p className={styles.problem} title={error.message}>
          {failures[error.reason]}
        </p>
      )}
    </>
  );
}
