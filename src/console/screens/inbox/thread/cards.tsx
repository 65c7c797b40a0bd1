import { ExternalLink } from "lucide-react";
import type { Button, Card } from "#console/data/messages/cards";
import { useTexts } from "#console/texts/catalogue";
import { Picture } from "#console/ui/picture";
import { Row } from "#console/ui/stack";
import styles from "./cards.module.css";
import message from "./message.module.css";
import { texts } from "./texts";

/**
 * Buttons below a text. One that has the lead's own link can't be followed here, as that would be
 * the lead's click.
 */
export function Buttons({
  buttons,
  isOwnLink,
}: {
  buttons: readonly Button[];
  isOwnLink: (url: string) => boolean;
}) {
  if (buttons.length === 0) return null;
  return (
    <Row as="ul" gap={1} wraps align="stretch" className={message.choices}>
      {buttons.map(({ title, url }, index) => (
        <li key={index}>
          {url && /^https?:/.test(url) && !isOwnLink(url) ? (
            <a href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
          {url && <ExternalLink size="0.75rem" aria-hidden="true" />}
        </li>
      ))}
    </Row>
  );
}

/** The cards of a message, which the lead leafs through. */
export function Cards({
  cards,
  isOwnLink,
}: {
  cards: readonly Card[];
  isOwnLink: (url: string) => boolean;
}) {
  const t = useTexts(texts);
  if (cards.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls.
    <ul className={styles.cards} aria-label={t.cards} tabIndex={0}>
      {cards.map(({ title, text, file, buttons }, index) => (
        <li key={index} className={styles.card} dir="auto">
          {file && <Picture file={file} wordsFor={t.elsewhereAbout} />}
          {title && <b>{title}</b>}
          {text && <p className={message.text}>{text}</p>}
          <Buttons buttons={buttons} isOwnLink={isOwnLink} />
        </li>
      ))}
    </ul>
  );
}
