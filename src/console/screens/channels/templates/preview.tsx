import { Copy, ExternalLink, type LucideIcon, Phone, Reply } from "lucide-react";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { wordFor } from "#console/texts/word-for";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import type { Content } from "./content";
import styles from "./templates.module.css";
import { texts } from "./texts";

const ICONS: Record<string, LucideIcon> = {
  URL: ExternalLink,
  PHONE_NUMBER: Phone,
  COPY_CODE: Copy,
};

/** A text with its parameters, or their examples, set apart. */
const Filled = ({ text, examples }: { text: string; examples: Record<string, string> }) =>
  text.split(/(\{\{\s*\w+\s*\}\})/).map((part, index) => {
    const [, name] = /^\{\{\s*(\w+)\s*\}\}$/.exec(part) ?? [];
    return name ? <mark key={index}>{examples[name] || part}</mark> : part;
  });

/** A template as a lead would see it. */
export function Preview({
  content: { header, format, body, footer, buttons },
  examples = {},
}: {
  content: Content;
  examples?: Record<string, string>;
}) {
  const t = useTexts(texts);
  const { messageTypes } = useTexts(nameTexts);
  const kind = format && (wordFor(messageTypes, format.toLowerCase()) ?? t.media(format));
  return (
    <div className={styles.paper}>
      <Stack gap={1} className={styles.bubble} dir="auto">
        {kind && <Soft size="small">{kind}</Soft>}
        {header && (
          <p className={styles.header}>
            <Filled text={header} examples={{}} />
          </p>
        )}
        <p className={styles.body}>
          <Filled text={body} examples={examples} />
        </p>
        {footer && <Soft size="small">{footer}</Soft>}
        {buttons.map(({ type, text }, at) => {
          const Icon = ICONS[type] ?? Reply;
          return (
            <Row as="p" gap={2} justify="center" key={at} className={styles.button}>
              <Icon size="0.9rem" />
              {text || (type === "COPY_CODE" && t.copyCode)}
            </Row>
          );
        })}
      </Stack>
    </div>
  );
}
