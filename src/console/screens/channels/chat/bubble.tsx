import { CheckCheck, CircleAlert, Clock } from "lucide-react";
import type { ReactNode } from "react";
import type { Message } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import { Picture } from "#console/ui/picture";
import { Clip, Soft } from "#console/ui/text";
import { About } from "./about";
import { Attachment } from "./attachment";
import styles from "./bubble.module.css";
import { Cards } from "./cards";
import { Choices } from "./choices";
import type { Shown } from "./content";
import { texts } from "./texts";
import { Tools } from "./tools";

/** A text whose addresses can be opened. A recipient's short link counts the click. */
const Linked = ({ text }: { text: string }) =>
  text.split(/(https?:\/\/[^\s]+[^\s.,;:!?)\]])/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={`${index} ${part}`} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );

function Ticks({ state }: { state: "sending" | "failed" | "delivered" | "seen" }) {
  const t = useTexts(texts);
  const Icon = { sending: Clock, failed: CircleAlert, delivered: CheckCheck, seen: CheckCheck }[
    state
  ];
  return (
    <span className={styles[state]}>
      <Icon size="0.9rem" />
      <span className="visually-hidden">{t[state]}</span>
    </span>
  );
}

/** The acts of the lead at a message. */
export type Acts = {
  tap: (id: string, title: string) => void;
  share: () => void;
  place: () => void;
  form: () => void;
  react: (emoji: string) => void;
  quote: () => void;
};

/** One message on the lead's phone: at the right what the lead wrote. */
export function Bubble({
  message,
  shown,
  isSeen,
  quoted,
  reactions,
  on,
}: {
  message: Message;
  shown: Shown;
  isSeen: boolean;
  /** The text of the message that it answers. */
  quoted: string | null;
  reactions: readonly string[];
  on: Acts;
}) {
  const format = useFormat();
  const isOwn = message.direction === "inbound";
  const { pictureAt } = useTexts(texts);
  // Cards may stand without a text above them.
  const isBare = shown.cards.length > 0 && shown.text === null && quoted === null;
  const meta: ReactNode = (
    <span className={styles.meta}>
      {format.time(message.sent_at ?? message.created_at)}
      {isOwn && <Ticks state={isSeen ? "seen" : "delivered"} />}
    </span>
  );
  return (
    <li className={classes(styles.line, isOwn && styles.own)}>
      <div className={styles.group}>
        <div className={classes(styles.bubble, isOwn && styles.mine, isBare && styles.bare)}>
          {quoted !== null && (
            <Clip as="p" lines={2} className={styles.quoted} dir="auto">
              {quoted}
            </Clip>
          )}
          <Attachment message={message} />
          <About message={message} />
          {shown.file && <Picture file={shown.file} wordsFor={pictureAt} />}
          {shown.header && <p className={styles.header}>{shown.header}</p>}
          {shown.text && (
            <p className={styles.text} dir="auto">
              <Linked text={shown.text} />
            </p>
          )}
          {shown.footer && <Soft size="small">{shown.footer}</Soft>}
          {meta}
          {reactions.length > 0 && <span className={styles.reactions}>{reactions.join("")}</span>}
        </div>
        <Choices
          shown={shown}
          onTap={on.tap}
          onShare={on.share}
          onPlace={on.place}
          onForm={on.form}
        />
        <Cards cards={shown.cards} onTap={on.tap} />
      </div>
      {!isOwn && <Tools onReact={on.react} onQuote={on.quote} />}
    </li>
  );
}

/** A message just written, until the service has it. */
export const PendingBubble = ({ text, isFailed }: { text: string; isFailed: boolean }) => (
  <li className={classes(styles.line, styles.own)}>
    <div className={styles.group}>
      <div className={classes(styles.bubble, styles.mine)}>
        <p className={styles.text} dir="auto">
          {text}
        </p>
        <span className={styles.meta}>
          <Ticks state={isFailed ? "failed" : "sending"} />
        </span>
      </div>
    </div>
  </li>
);
