import { ExternalLink, FileText, LoaderCircle, TriangleAlert } from "lucide-react";
import type { Medium, Message } from "../../../../client/index";
import { ownUrl } from "../../../data/own-url";
import { useTexts } from "../../../texts/catalogue";
import { useFormat } from "../../../texts/format";
import { texts as inbox } from "../texts";
import styles from "./attached.module.css";
import { filenameOf, foreignUrl } from "./payload";
import { texts } from "./texts";

function File({ medium, message }: { medium: Medium; message: Message }) {
  const t = useTexts(texts);
  const kinds = useTexts(inbox).types;
  const format = useFormat();
  if (!medium.url) return null;
  const url = ownUrl(medium.url);
  const name = filenameOf(message) ?? kinds[medium.kind] ?? medium.kind;
  if (medium.kind === "image" || medium.kind === "sticker")
    return (
      <a href={url} target="_blank" rel="noreferrer" className={styles.picture}>
        <img src={url} alt={message.text || name} loading="lazy" />
      </a>
    );
  if (medium.kind === "video")
    return (
      // biome-ignore lint/a11y/useMediaCaption: leads send films without captions.
      <video className={styles.film} src={url} controls preload="metadata" aria-label={name} />
    );
  if (medium.kind === "audio")
    // biome-ignore lint/a11y/useMediaCaption: leads send sounds without captions.
    return <audio className={styles.sound} src={url} controls preload="none" aria-label={name} />;
  return (
    <a href={url} className={styles.file} download={name}>
      <FileText aria-hidden="true" />
      <span>
        <b>{name}</b>
        <small>{medium.size === null ? t.download : format.bytes(medium.size)}</small>
      </span>
    </a>
  );
}

/** The file of a message. What lies elsewhere is a link: loading it would tell who reads. */
export function Media({ message }: { message: Message }) {
  const t = useTexts(texts);
  const kinds = useTexts(inbox).types;
  const { media } = message;
  if (media?.state === "stored") return <File medium={media} message={message} />;
  if (media?.state === "pending")
    return (
      <span className={styles.file}>
        <LoaderCircle aria-hidden="true" />
        <span>{t.pending}</span>
      </span>
    );
  if (media)
    return (
      <span className={styles.file}>
        <TriangleAlert aria-hidden="true" />
        <span>{t.failures[media.failure ?? "unreachable"]}</span>
      </span>
    );
  const url = foreignUrl(message);
  if (url)
    return (
      <a href={url.href} target="_blank" rel="noreferrer" className={styles.file}>
        <ExternalLink aria-hidden="true" />
        <span>
          <b>{filenameOf(message) ?? kinds[message.type] ?? t.elsewhere}</b>
          <small>{t.elsewhereAbout(url.host)}</small>
        </span>
      </a>
    );
  return (
    <span className={styles.file}>
      <FileText aria-hidden="true" />
      <b>{filenameOf(message) ?? kinds[message.type]}</b>
    </span>
  );
}
