import { Reply } from "lucide-react";
import { useTexts } from "../../../texts/catalogue";
import type { Content } from "./content";
import styles from "./templates.module.css";
import { texts } from "./texts";

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
  return (
    <div className={styles.paper}>
      <div className={styles.bubble} dir="auto">
        {format && <p className={styles.file}>{t.media(format)}</p>}
        {header && (
          <p className={styles.header}>
            <Filled text={header} examples={{}} />
          </p>
        )}
        <p className={styles.body}>
          <Filled text={body} examples={examples} />
        </p>
        {footer && <p className={styles.footer}>{footer}</p>}
        {buttons.map((text) => (
          <p key={text} className={styles.button}>
            <Reply aria-hidden="true" />
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}
