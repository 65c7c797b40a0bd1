import { Mic, Paperclip, TriangleAlert, X } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { IconButton, Spinner } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { useProblemText } from "#console/ui/states";
import { Clip, Soft } from "#console/ui/text";
import type { Attachment } from "./attachment";
import styles from "./composer.module.css";
import { texts } from "./texts";

export function AttachmentChip({
  attachment: { name, isVoice, medium, error },
  onRemove,
}: {
  attachment: Attachment;
  onRemove: () => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const textOf = useProblemText();
  return (
    <Row gap={2} className={styles.attachment} role={error ? "alert" : "status"}>
      {error ? (
        <TriangleAlert size="1rem" />
      ) : medium ? (
        isVoice ? (
          <Mic size="1rem" />
        ) : (
          <Paperclip size="1rem" />
        )
      ) : (
        <Spinner />
      )}
      <span>
        <Clip as="b">{isVoice ? t.voice.note : name}</Clip>
        <Soft as="small">
          {error ? textOf(error) : medium ? format.bytes(medium.size ?? 0) : t.uploading}
        </Soft>
      </span>
      <IconButton label={t.detach} size="small" icon={<X />} onClick={onRemove} />
    </Row>
  );
}
