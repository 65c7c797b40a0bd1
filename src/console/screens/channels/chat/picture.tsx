import { FileText, Film, Image } from "lucide-react";
import type { File } from "#console/data/messages/cards";
import { elsewhereOf, useFileUrl } from "#console/data/messages/use-file-url";
import { useTexts } from "#console/texts/catalogue";
import styles from "./bubble.module.css";
import { texts } from "./texts";

const ICONS = { image: Image, video: Film, document: FileText };

/** A picture, a film or a document above a text. One that lies elsewhere is not loaded. */
export function Picture({ file }: { file: File }) {
  const t = useTexts(texts);
  const url = useFileUrl(file);
  const elsewhere = elsewhereOf(file);
  if (url && file.kind === "image") return <img className={styles.cover} src={url} alt="" />;
  // biome-ignore lint/a11y/useMediaCaption: cards have films without captions.
  if (url && file.kind === "video") return <video className={styles.cover} src={url} controls />;
  const Icon = ICONS[file.kind];
  return (
    <span className={styles.elsewhere}>
      <Icon size="1.25rem" aria-hidden="true" />
      {elsewhere && (
        <a href={elsewhere.href} target="_blank" rel="noreferrer">
          {t.pictureAt(elsewhere.host)}
        </a>
      )}
    </span>
  );
}
