import { Link } from "@tanstack/react-router";
import { CircleAlert, Clock, Hourglass, MoonStar } from "lucide-react";
import { memo } from "react";
import type { Conversation, LastMessage } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Avatar } from "#console/ui/badge";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Clip } from "#console/ui/text";
import { useDraft } from "../composer/drafts";
import { useLeadName } from "../lead/lead";
import { useMessageKind } from "../message-kind";
import { texts } from "../texts";
import { Ticks } from "../thread/ticks";
import { PlatformMark } from "./platform-mark";
import styles from "./row.module.css";

const HOUR_MS = 3_600_000;
/** From here on the countdown calls for attention. */
const SOON_MS = 4 * HOUR_MS;

/** The time until the window closes, in its largest unit; null once it is closed. */
export function useWindowLeft(closesAt: string | null, now: number) {
  const format = useFormat();
  const left = closesAt ? Date.parse(closesAt) - now : 0;
  if (left <= 0) return null;
  const seconds = left / 1000;
  const text = format.duration(
    left >= HOUR_MS
      ? Math.floor(seconds / 3600) * 3600
      : Math.max(60, Math.floor(seconds / 60) * 60),
  );
  return { text, isSoon: left < SOON_MS };
}

function Snippet({ message, draft }: { message: LastMessage | null; draft: string }) {
  const t = useTexts(texts);
  const kindOf = useMessageKind();
  if (draft)
    return (
      <>
        <b className={styles.draft}>{t.draft}</b>
        <span className={styles.snippetText} dir="auto">
          {draft}
        </span>
      </>
    );
  if (!message) return <span>{t.noMessage}</span>;
  const kind = kindOf(message.type);
  const text = message.text ?? kind ?? "";
  return (
    <>
      {message.direction === "outbound" &&
        (message.status === "failed" ? (
          <CircleAlert className={styles.failed} />
        ) : (
          <Ticks status={message.status} />
        ))}
      <span className={styles.snippetText} dir="auto">
        {message.text && kind ? `${kind} · ${text}` : text}
      </span>
    </>
  );
}

/** One of thousands: it is drawn again only if it has changed. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  isOpen,
  isTabStop,
  now,
}: {
  conversation: Conversation;
  isOpen: boolean;
  /** Tab reaches it; the others are reached from it by the arrows. */
  isTabStop: boolean;
  now: number;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const { id, unread_count, last_message, state, assignee, platform } = conversation;
  const name = useLeadName(conversation);
  const left = useWindowLeft(conversation.window.closes_at, now);
  const { text: draft } = useDraft(id);
  const at = last_message?.at ?? conversation.created_at;
  return (
    <Link
      to="/inbox/$conversation"
      params={{ conversation: String(id) }}
      search={true}
      preload={false}
      className={classes(styles.row, unread_count > 0 && styles.unread, isOpen && styles.open)}
      data-conversation={id}
      tabIndex={isTabStop ? 0 : -1}
    >
      <span className={styles.face}>
        <Avatar name={name} size="2.5rem" />
        <PlatformMark platform={platform} />
      </span>
      <Row as="span" gap={2}>
        <Clip className={styles.name} dir="auto">
          {name}
        </Clip>
        <time className={styles.time} dateTime={at}>
          {format.short(at)}
        </time>
      </Row>
      <Row as="span" gap={2}>
        <Row as="span" gap={1} className={styles.snippet}>
          <Snippet message={last_message} draft={isOpen ? "" : draft.trim()} />
        </Row>
        {unread_count > 0 && (
          <span className={styles.count}>
            <span aria-hidden="true">{unread_count}</span>
            <span className="visually-hidden">{t.unread(unread_count)}</span>
          </span>
        )}
      </Row>
      <Row as="span" gap={3} className={styles.marks}>
        {state === "snoozed" && conversation.snoozed_until && (
          <span title={t.snoozedUntil(format.dateTime(conversation.snoozed_until))}>
            <MoonStar size="0.75rem" />
            {format.short(conversation.snoozed_until)}
          </span>
        )}
        {left && (
          <span className={classes(left.isSoon && styles.soon)} title={t.windowOpen(left.text)}>
            {left.isSoon ? <Hourglass size="0.75rem" /> : <Clock size="0.75rem" />}
            {left.text}
          </span>
        )}
        {assignee && (
          <span className={styles.assignee} title={t.assignedTo(assignee.name)}>
            <Avatar name={assignee.name} size="1rem" />
            {assignee.name}
          </span>
        )}
      </Row>
    </Link>
  );
});
