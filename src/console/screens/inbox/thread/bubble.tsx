import { useQueryClient } from "@tanstack/react-query";
import { CornerDownRight, Trash2 } from "lucide-react";
import { memo, useState } from "react";
import { type ChannelPause, type Comment, deleteNote, type Message, type Platform } from "#client";
import { messageHash } from "#console/data/message-hash";
import { nameTexts } from "#console/names/texts";
import { WhyButton } from "#console/screens/scenarios/starts/why-button";
import { useClient, useMay, useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { wordFor } from "#console/texts/word-for";
import { IconButton } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { ConfirmDialog } from "#console/ui/dialog";
import { send } from "../composer/outbox";
import { useMessageKind } from "../message-kind";
import { AnsweredComment } from "./comment-bubble";
import { Content } from "./content";
import { Edited } from "./edited";
import { type Placed, timeOf } from "./layout";
import { LinkCard, type SentLinks } from "./link-card";
import styles from "./message.module.css";
import { dropMessage } from "./messages";
import { OriginLines } from "./origin-line";
import type { Reactions } from "./reactions";
import { Respond } from "./respond";
import { SourceMark } from "./source";
import { texts } from "./texts";
import { Ticks } from "./ticks";
import { Waiting } from "./waiting";

function NoteBubble({ message }: { message: Message }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const format = useFormat();
  const mayWrite = useMay("conversations:write");
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    await deleteNote({ client, path: { message: message.id } });
    dropMessage(queries, message.conversation_id, message.id);
  };
  return (
    <article className={styles.note} aria-label={t.note}>
      <header>
        {message.author ? t.noteBy(message.author.name) : t.note}
        <time dateTime={message.created_at}>{format.time(message.created_at)}</time>
        {mayWrite && (
          <IconButton
            label={t.deleteNote}
            size="small"
            icon={<Trash2 />}
            onClick={() => setAsking(true)}
          />
        )}
      </header>
      <p className={styles.text} dir="auto">
        {message.text}
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.deleteNote}
        about={t.deleteNoteAbout}
        action={c.delete}
        onConfirm={remove}
      />
    </article>
  );
}

/** The reason why a message was not sent, and its way out where there is one. */
function Failure({ message, maySend }: { message: Message; maySend: boolean }) {
  const t = useTexts(texts);
  const { failures } = useTexts(nameTexts);
  const format = useFormat();
  const session = useSession();
  const mayWrite = useMay("conversations:write");
  const { error, text, conversation_id, status } = message;
  if (!error) return null;
  const isFinal = status === "failed";
  return (
    <div className={classes(styles.failure, !isFinal && styles.held)}>
      <p title={error.message}>
        {failures[error.reason]} {wordFor(t.remedies, error.reason)}
        {error.retry_at && !isFinal && ` ${t.retryAt(format.dateTime(error.retry_at))}`}
      </p>
      {isFinal && mayWrite && maySend && message.type === "text" && text && (
        <button
          type="button"
          onClick={() =>
            send(session, { conversation: conversation_id, kind: "message", body: { text }, text })
          }
        >
          {t.sendAgain}
        </button>
      )}
    </div>
  );
}

function Quote({ quoted, name }: { quoted: Message | null; name: string }) {
  const t = useTexts(texts);
  const kindOf = useMessageKind();
  if (!quoted)
    return (
      <p className={styles.quote}>
        <CornerDownRight size="0.9rem" />
        {t.quoted.older}
      </p>
    );
  return (
    <blockquote className={styles.quote} dir="auto">
      <b>{quoted.direction === "inbound" ? name : t.quoted.us}</b>
      <span>{quoted.text ?? kindOf(quoted.type)}</span>
    </blockquote>
  );
}

/** The emoji at a message, each with who has reacted. */
function Reacted({ reactions, name }: { reactions: Reactions; name: string }) {
  const t = useTexts(texts);
  const { ours, theirs } = reactions;
  if (!ours && !theirs) return null;
  const all = [
    [theirs, t.theirReaction(name)],
    [ours, t.ourReaction],
  ] as const;
  return (
    <span className={styles.reaction}>
      {all.map(
        ([emoji, title]) =>
          emoji && (
            <span key={title} title={title}>
              {emoji}
              <span className="visually-hidden">{title}</span>
            </span>
          ),
      )}
    </span>
  );
}

/** A message, or a note. One of many: it is drawn again only if it has changed. */
export const Bubble = memo(function Bubble({
  message,
  followsOn,
  quoted,
  comment,
  reactions,
  name,
  platform,
  channelId,
  links,
  maySend,
  pause,
  isTarget,
}: Placed & {
  /** The message it replies to: null if that was not loaded, undefined if it replies to none. */
  quoted: Message | null | undefined;
  /** The comment that it answers, if that is known. */
  comment: Comment | undefined;
  /** To this message. */
  reactions: Reactions;
  /** The lead's. */
  name: string;
  platform: Platform;
  channelId: number | null;
  links: SentLinks;
  /** Nothing known refuses another message. */
  maySend: boolean;
  /** The channel's. */
  pause: ChannelPause | null;
  /** It is what the address leads to. */
  isTarget: boolean;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const mayWrite = useMay("conversations:write");
  if (message.direction === "internal") return <NoteBubble message={message} />;
  const isOurs = message.direction === "outbound";
  const { text } = message;
  const sends = links.sends.filter(
    ({ message_id, url }) =>
      message_id === message.id || (isOurs && url !== null && text?.includes(url)),
  );
  return (
    <article
      id={messageHash(message.id)}
      className={classes(
        styles.message,
        isOurs && styles.ours,
        followsOn && styles.followsOn,
        message.status === "failed" && styles.unsent,
        isTarget && styles.target,
      )}
    >
      <div className={styles.bubble}>
        {quoted !== undefined && <Quote quoted={quoted} name={name} />}
        <AnsweredComment message={message} comment={comment} />
        <OriginLines message={message} />
        <Content
          message={message}
          channelId={channelId}
          isOwnLink={(url) => links.sends.some((send) => send.url === url)}
        />
        <Edited message={message} />
        {sends.map((send) => (
          <LinkCard key={send.id} send={send} links={links} />
        ))}
        <footer className={styles.foot}>
          <Reacted reactions={reactions} name={name} />
          {maySend && mayWrite && (
            <Respond message={message} platform={platform} reaction={reactions.ours} />
          )}
          {!isOurs && <WhyButton of={{ message_id: message.id }} label={t.why} />}
          <SourceMark message={message} />
          <time dateTime={timeOf(message)} title={format.dateTime(timeOf(message))}>
            {format.time(timeOf(message))}
          </time>
          <Ticks status={message.status} />
        </footer>
      </div>
      <Failure message={message} maySend={maySend} />
      <Waiting message={message} pause={pause} />
    </article>
  );
});
