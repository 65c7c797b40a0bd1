import { ImagePlus } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Medium } from "#client";
import { useFaults } from "#console/data/form/faults";
import type { Fields } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { useAttachment } from "../attachment";
import { AttachmentChip } from "../attachment-chip";
import styles from "../composer.module.css";
import { texts } from "../texts";

/** A file as messages name it: by its id, once it is uploaded. */
export type Picture = { id: number; type: "image" | "video" } | null;

function kindOf(medium: Medium | null) {
  const kind = medium?.kind;
  return kind === "image" || kind === "video" ? kind : null;
}

/** A picture or a film above a text, which is uploaded as soon as it is chosen. */
export function PictureField({ form }: { form: Fields<{ media: Picture }> }) {
  const t = useTexts(texts).add;
  const file = useRef<HTMLInputElement>(null);
  const { attachment, attach, detach } = useAttachment();
  const faults = useFaults(form, `${form.path}media`);
  const uploaded = attachment?.medium ?? null;
  // The other values may have changed while the file was on its way.
  const take = useEffectEvent((medium: Medium | null) => {
    const type = kindOf(medium);
    form.set({ media: medium && type && { id: medium.id, type } });
  });
  useEffect(() => {
    take(uploaded);
  }, [uploaded]);
  return (
    <>
      {attachment ? (
        <AttachmentChip attachment={attachment} onRemove={detach} />
      ) : (
        <Button size="small" icon={<ImagePlus />} onClick={() => file.current?.click()}>
          {t.picture}
        </Button>
      )}
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t.picture}
        accept="image/jpeg,image/png,video/mp4"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void attach(chosen);
          target.value = "";
        }}
      />
      {faults.map((fault) => (
        <p key={fault} className={styles.error} role="alert">
          {fault}
        </p>
      ))}
    </>
  );
}
