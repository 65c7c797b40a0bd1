import type { Message } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import styles from "./message.module.css";
import { firstText } from "./payload";
import { texts } from "./texts";

/** That the lead has edited the message, with its first text on demand. */
export function Edited({ message }: { message: Message }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { edited_at: at } = message;
  if (!at) return null;
  const first = firstText(message);
  const title = t.editedAt(format.dateTime(at));
  if (first === undefined)
    return (
      <small className={styles.edited} title={title}>
        {t.edited}
      </small>
    );
  return (
    <details className={styles.edited}>
      <summary title={title}>{t.edited}</summary>
      <blockquote className={styles.quote} dir="auto">
        <b>{t.firstText}</b>
        <p className={styles.text}>{first ?? t.noFirstText}</p>
      </blockquote>
    </details>
  );
}
