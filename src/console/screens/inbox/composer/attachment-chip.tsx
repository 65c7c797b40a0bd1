import { Paperclip, TriangleAlert, X } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { IconButton, Spinner } from "#console/ui/button";
import { useProblemText } from "#console/ui/states";
import type { Attachment } from "./attachment";
import styles from "./composer.module.css";
import { texts } from "./texts";

export function AttachmentChip({
  attachment: { name, medium, error },
  onRemove,
}: {
  attachment: Attachment;
  onRemove: () => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const textOf = useProblemText();
  return (
    <div className={styles.attachment} role={error ? "alert" : "status"}>
      {error ? <TriangleAlert aria-hidden="true" /> : medium ? <Paperclip /> : <Spinner />}
      <span>
        <b>{name}</b>
        <small>
          {error ? textOf(error) : medium ? format.bytes(medium.size ?? 0) : t.uploading}
        </small>
      </span>
      <IconButton label={t.detach} size="small" icon={<X />} onClick={onRemove} />
    </div>
  );
}
