import { ArrowDown } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Comment, Conversation, Message } from "#client";
import { commentHash, messageHash } from "#console/data/message-hash";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { useOutbox } from "../composer/outbox";
import { refusalOf } from "../composer/refusal";
import { Bubble } from "./bubble";
import { CommentBubble } from "./comment-bubble";
import { useComments } from "./comments";
import { placeMessages, timeOf } from "./layout";
import { useSentLinks } from "./link-card";
import { useMessages } from "./messages";
import { OutgoingBubble } from "./outgoing-bubble";
import { ownQuotedId, quotedId } from "./payload";
import { NO_REACTIONS, reactionsIn } from "./reactions";
import { useTarget } from "./target";
import { texts } from "./texts";
import styles from "./thread.module.css";
import { usePause } from "./waiting";

const DAY_MS = 86_400_000;
const FAR_PX = 400;

function DayLine({ at }: { at: string }) {
  const t = useTexts(texts);
  const format = useFormat();
  const day = new Date(at).toDateString();
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  const text =
    day === new Date().toDateString()
      ? t.today
      : day === new Date(Date.now() - DAY_MS).toDateString()
        ? t.yesterday
        : isThisYear
          ? format.weekday(at)
          : format.date(at);
  return (
    <h3 className={styles.day}>
      <span>{text}</span>
    </h3>
  );
}

/** Calls back when the mark that it returns comes near. */
function useNear(onNear: () => void, isOn: boolean) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!mark.current || !isOn) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      root: mark.current.closest("[data-scroll]"),
      rootMargin: "300px 0px 0px",
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [isOn]);
  return mark;
}

/** The comments that are not older than the oldest message that was loaded. */
const since = (comments: readonly Comment[], oldest: Message | undefined) =>
  oldest ? comments.filter(({ at }) => Date.parse(at) >= Date.parse(timeOf(oldest))) : comments;

/**
 * The messages, the newest at the end. The list scrolls from its end, so that older messages come
 * before those that are being read without moving them.
 */
export function MessageList({ conversation, name }: { conversation: Conversation; name: string }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const { id, channel_id, lead_id } = conversation;
  const scroll = useRef<HTMLDivElement>(null);
  const [isFar, setFar] = useState(false);
  const list = useMessages(id);
  const links = useSentLinks(lead_id);
  const outbox = useOutbox(id);
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const comments = useComments(conversation);
  const reactions = useMemo(() => reactionsIn(items), [items]);
  const placed = useMemo(
    () => since(comments.all, hasNextPage ? items.at(-1) : undefined),
    [items, comments, hasNextPage],
  );
  const days = useMemo(
    () =>
      placeMessages(items, {
        comments: placed,
        isHidden: (message) => reactions.placed.has(message),
      }),
    [items, placed, reactions],
  );
  const byExternalId = useMemo(
    () => new Map(items.map((message) => [message.external_id, message])),
    [items],
  );
  const pause = usePause(channel_id);
  const maySend = refusalOf(conversation, Date.now()) === null;
  const target = useTarget(list, placed);
  const mark = useNear(
    () => void fetchNextPage(),
    hasNextPage && !isFetchingNextPage && !list.isFetchNextPageError,
  );
  const toEnd = () => scroll.current?.scrollTo({ top: 0 });

  const sent = outbox.length;
  useEffect(() => {
    if (sent > 0) scroll.current?.scrollTo({ top: 0 });
  }, [sent]);

  const quotedBy = (message: Message) => {
    const own = ownQuotedId(message);
    if (own !== null) return items.find(({ id: one }) => one === own) ?? null;
    const quoted = quotedId(message);
    return quoted === null ? undefined : (byExternalId.get(quoted) ?? null);
  };

  const leaving = outbox.map((item) => <OutgoingBubble key={item.key} item={item} />);

  if (items.length === 0 && (list.isPending || list.isError))
    return (
      <div className={styles.waiting}>
        {list.isPending ? (
          <LoadingRows rows={8} />
        ) : (
          <ProblemNote error={list.error} onRetry={() => void list.refetch()} />
        )}
        {leaving}
      </div>
    );
  return (
    <div className={styles.frame}>
      <div
        ref={scroll}
        className={styles.scroll}
        data-scroll=""
        role="log"
        aria-label={t.messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls.
        tabIndex={0}
        onScroll={({ currentTarget }) => setFar(currentTarget.scrollTop < -FAR_PX)}
      >
        <div className={styles.messages}>
          <div ref={mark} className={styles.edge}>
            {list.isFetchNextPageError ? (
              <Button size="small" onClick={() => void fetchNextPage()}>
                {c.retry}
              </Button>
            ) : hasNextPage ? (
              t.older
            ) : items.length + sent > 0 ? (
              t.begin
            ) : (
              t.empty
            )}
          </div>
          {days.map(({ name: day, at, entries }) => (
            <section key={day} className={styles.messagesOfDay}>
              <DayLine at={at} />
              {entries.map((entry) =>
                "comment" in entry ? (
                  <CommentBubble
                    key={commentHash(entry.comment.id)}
                    comment={entry.comment}
                    isTarget={commentHash(entry.comment.id) === target}
                  />
                ) : (
                  <Bubble
                    key={entry.message.id}
                    {...entry}
                    quoted={quotedBy(entry.message)}
                    comment={comments.byId.get(entry.message.comment_id ?? 0)}
                    reactions={reactions.at.get(entry.message.id) ?? NO_REACTIONS}
                    name={name}
                    platform={conversation.platform}
                    channelId={channel_id}
                    links={links}
                    maySend={maySend}
                    pause={pause}
                    isTarget={messageHash(entry.message.id) === target}
                  />
                ),
              )}
            </section>
          ))}
          {leaving}
        </div>
      </div>
      {isFar && (
        <div className={styles.latest}>
          <IconButton label={t.latest} kind="plain" icon={<ArrowDown />} onClick={toEnd} />
        </div>
      )}
    </div>
  );
}
