import type { Message } from "#client";
import { Row, Stack } from "#console/ui/stack";
import styles from "./message.module.css";
import { type Card, cardsOf, linkButtonsOf } from "./payload";

function Buttons({ buttons }: { buttons: Card["buttons"] }) {
  if (buttons.length === 0) return null;
  return (
    <Row as="ul" gap={1} wraps align="stretch" className={styles.choices}>
      {buttons.map(({ title, url }, index) => (
        <li key={index}>
          {url && /^https?:/.test(url) ? (
            <a href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
        </li>
      ))}
    </Row>
  );
}

/** The buttons of a message that open URLs, and its cards. */
export function Links({ message }: { message: Message }) {
  const cards = cardsOf(message);
  return (
    <>
      <Buttons buttons={linkButtonsOf(message)} />
      {cards.length > 0 && (
        <Stack as="ul" gap={2}>
          {cards.map(({ title, text, buttons }, index) => (
            <li key={index} dir="auto">
              {title && <b>{title}</b>}
              {text && <p>{text}</p>}
              <Buttons buttons={buttons} />
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}
