import { Reply, X } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { Clip, Soft } from "#console/ui/text";
import styles from "./composer.module.css";
import { texts } from "./texts";

/** The message that the reply quotes. */
export function QuoteChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const t = useTexts(texts).quote;
  return (
    <Row gap={2} className={styles.attachment}>
      <Reply size="1rem" aria-hidden="true" />
      <span>
        <Soft as="small">{t.to}</Soft>
        <Clip as="b">{text}</Clip>
      </span>
      <IconButton label={t.remove} size="small" icon={<X />} onClick={onRemove} />
    </Row>
  );
}
