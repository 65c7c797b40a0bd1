import { classes } from "#console/ui/classes";
import styles from "./developers.module.css";

/** Names, texts, and what else has a meaning of its own. All between comes as it is. */
const TOKENS = /("(?:\\.|[^"\\])*"\s*:)|("(?:\\.|[^"\\])*")|\b(true|false|null|-?\d[\d.eE+-]*)\b/g;

function partsOf(text: string) {
  const parts: { at: number; text: string; kind?: string | undefined }[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index) });
    parts.push({
      at: match.index,
      text: match[0],
      kind: match[1] ? styles.key : match[2] ? styles.text : styles.value,
    });
    end = match.index + match[0].length;
  }
  return [...parts, { at: end, text: text.slice(end) }];
}

/** JSON as a developer reads it. */
export const Json = ({ value, label }: { value: unknown; label: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: a section would not keep the spaces.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <pre className={styles.json} aria-label={label} role="region" tabIndex={0}>
    {partsOf(JSON.stringify(value, null, 2)).map(({ at, text, kind }) => (
      <span key={at} className={classes(kind)}>
        {text}
      </span>
    ))}
  </pre>
);
