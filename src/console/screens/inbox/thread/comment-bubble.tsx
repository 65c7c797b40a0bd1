import { MessageSquareQuote } from "lucide-react";
import type { Comment, Message } from "#client";
import { commentHash } from "#console/data/message-hash";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Text } from "./content";
import styles from "./message.module.css";
import { texts } from "./texts";

/** A comment of the lead under a post, which stands where it was written. */
export function CommentBubble({ comment, isTarget }: { comment: Comment; isTarget: boolean }) {
  const t = useTexts(texts).comment;
  const format = useFormat();
  const { id, is_live: isLive, ad_id: ad, media_id: post, text, at } = comment;
  return (
    <article id={commentHash(id)} className={classes(styles.message, isTarget && styles.target)}>
      <div className={styles.bubble}>
        <Row as="p" gap={1} className={styles.quiet} title={t.post(post)}>
          <MessageSquareQuote size="1rem" aria-hidden="true" />
          {isLive ? t.live : ad === null ? t.underPost : t.underAd}
          <span className={styles.post}>{post}</span>
        </Row>
        {text ? <Text text={text} /> : <p className={styles.quiet}>{t.wordless}</p>}
        <footer className={styles.foot}>
          <time dateTime={at} title={format.dateTime(at)}>
            {format.time(at)}
          </time>
        </footer>
      </div>
    </article>
  );
}

/** The comment that a message of ours answers, in private or in public. */
export function AnsweredComment({
  message,
  comment,
}: {
  message: Message;
  /** Undefined where it was not found. */
  comment: Comment | undefined;
}) {
  const t = useTexts(texts).comment;
  if (message.comment_id === null) return null;
  return (
    <blockquote className={styles.quote} dir="auto">
      <b>{message.type === "comment_reply" ? t.publicReply : t.answer}</b>
      <span>{comment ? comment.text || t.wordless : t.unknown}</span>
    </blockquote>
  );
}
