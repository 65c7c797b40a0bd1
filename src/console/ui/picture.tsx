import { FileText, Film, Image } from "lucide-react";
import type { File } from "../data/messages/cards";
import { elsewhereOf, useFileUrl } from "../data/messages/use-file-url";
import styles from "./picture.module.css";

const ICONS = { image: Image, video: Film, document: FileText };

/**
 * A picture, a video or a document of ours above a text. What lies elsewhere is a link, which
 * `wordsFor` names by its host: loading it would tell who reads.
 */
export function Picture({ file, wordsFor }: { file: File; wordsFor: (host: string) => string }) {
  const url = useFileUrl(file);
  const elsewhere = elsewhereOf(file);
  if (url && file.kind === "image")
    return <img className={styles.picture} src={url} alt="" loading="lazy" />;
  if (url && file.kind === "video")
    // biome-ignore lint/a11y/useMediaCaption: cards have videos without captions.
    return <video className={styles.picture} src={url} controls preload="metadata" />;
  const Icon = ICONS[file.kind];
  return (
    <span className={styles.elsewhere}>
      <Icon size="1.25rem" aria-hidden="true" />
      {elsewhere && (
        <a href={elsewhere.href} target="_blank" rel="noreferrer">
          {wordsFor(elsewhere.host)}
        </a>
      )}
    </span>
  );
}
