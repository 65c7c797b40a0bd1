import { Contact, Copy, ExternalLink, Gift, type LucideIcon, Phone, Reply } from "lucide-react";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { wordFor } from "#console/texts/word-for";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import type { Extras } from "./carousel";
import type { Content } from "./content";
import styles from "./templates.module.css";
import { texts } from "./texts";

const ICONS: Record<string, LucideIcon> = {
  URL: ExternalLink,
  PHONE_NUMBER: Phone,
  COPY_CODE: Copy,
  REQUEST_CONTACT_INFO: Contact,
};

/** A text with its parameters, or their examples, set apart. */
const Filled = ({ text, examples }: { text: string; examples: Record<string, string> }) =>
  text.split(/(\{\{\s*\w+\s*\}\})/).map((part, index) => {
    const [, name] = /^\{\{\s*(\w+)\s*\}\}$/.exec(part) ?? [];
    return name ? <mark key={index}>{examples[name] || part}</mark> : part;
  });

function Bubble({
  content: { header, format, body, footer, buttons },
  examples,
  offer,
}: {
  content: Content;
  examples: Record<string, string>;
  offer: string | null;
}) {
  const t = useTexts(texts);
  const { messageTypes } = useTexts(nameTexts);
  const kind = format && (wordFor(messageTypes, format.toLowerCase()) ?? t.media(format));
  return (
    <Stack gap={1} className={styles.bubble} dir="auto">
      {kind && <Soft size="small">{kind}</Soft>}
      {header && (
        <p className={styles.header}>
          <Filled text={header} examples={{}} />
        </p>
      )}
      {body && (
        <p className={styles.body}>
          <Filled text={body} examples={examples} />
        </p>
      )}
      {footer && <Soft size="small">{footer}</Soft>}
      {offer && (
        <Row as="p" gap={2}>
          <Gift size="0.9rem" aria-hidden="true" />
          {offer}
        </Row>
      )}
      {buttons.map(({ type, text }, at) => {
        const Icon = ICONS[type] ?? Reply;
        return (
          <Row as="p" gap={2} justify="center" key={at} className={styles.button}>
            <Icon size="0.9rem" />
            {text || wordFor(t.ownLabels, type)}
          </Row>
        );
      })}
    </Stack>
  );
}

const NOTHING: Extras = { offer: null, cards: [] };

/** A template as a lead would see it. */
export function Preview({
  content,
  examples = {},
  extras: { offer, cards } = NOTHING,
}: {
  content: Content;
  examples?: Record<string, string>;
  extras?: Extras;
}) {
  const t = useTexts(texts);
  return (
    <div className={styles.paper}>
      <Bubble content={content} examples={examples} offer={offer} />
      {cards.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls.
        <ul className={styles.cards} aria-label={t.cards} tabIndex={0}>
          {cards.map((card, index) => (
            <li key={index}>
              <Bubble {...card} offer={null} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
