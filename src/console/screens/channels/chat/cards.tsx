import { ExternalLink, Reply } from "lucide-react";
import type { Button, Card } from "#console/data/messages/cards";
import { useTexts } from "#console/texts/catalogue";
import { wordFor } from "#console/texts/word-for";
import { Picture } from "#console/ui/picture";
import { texts as templateTexts } from "../templates/texts";
import styles from "./bubble.module.css";
import { texts } from "./texts";

type Tap = (id: string, title: string) => void;

/** Buttons below a text or a card: replies, and links, of which a short one counts the click. */
export function Buttons({ buttons, onTap }: { buttons: readonly Button[]; onTap: Tap }) {
  const { ownLabels } = useTexts(templateTexts);
  return buttons.map(({ kind, id, title, url }, index) => {
    if (id !== null)
      return (
        <button
          key={index}
          type="button"
          className={styles.choice}
          onClick={() => onTap(id, title)}
        >
          <Reply size="0.9rem" />
          {title}
        </button>
      );
    if (url !== null && /^https?:/.test(url))
      return (
        <a key={index} className={styles.choice} href={url} target="_blank" rel="noreferrer">
          <ExternalLink size="0.9rem" />
          {title}
        </a>
      );
    return (
      <span key={index} className={styles.choice} data-inert="">
        {title || wordFor(ownLabels, kind)}
      </span>
    );
  });
}

/** The cards of a message, which the lead leafs through. */
export function Cards({ cards, onTap }: { cards: readonly Card[]; onTap: Tap }) {
  const t = useTexts(texts);
  if (cards.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls.
    <ul className={styles.cards} aria-label={t.cards} tabIndex={0}>
      {cards.map(({ title, text, file, buttons }, index) => (
        <li key={index} className={styles.card}>
          <div className={styles.bubble} dir="auto">
            {file && <Picture file={file} wordsFor={t.pictureAt} />}
            {title && <p className={styles.header}>{title}</p>}
            {text && <p className={styles.text}>{text}</p>}
          </div>
          <Buttons buttons={buttons} onTap={onTap} />
        </li>
      ))}
    </ul>
  );
}
