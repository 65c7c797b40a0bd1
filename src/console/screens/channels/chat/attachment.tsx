import { FileText } from "lucide-react";
import type { Message } from "#client";
import { ownUrl } from "#console/data/own-url";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import styles from "./bubble.module.css";

const KINDS = ["image", "video", "audio", "document", "sticker"] as const;

/** The file of a message: shown where the service has it, else named. */
export function Attachment({ message: { type, media, payload } }: { message: Message }) {
  const { messageTypes } = useTexts(nameTexts);
  const kind = KINDS.find((one) => one === type);
  if (!kind) return null;
  const url = media?.url && ownUrl(media.url);
  const name = media?.filename ?? nameIn(payload.media) ?? messageTypes[kind];
  if (url && (kind === "image" || kind === "sticker"))
    return <img className={styles.picture} src={url} alt={name} />;
  // biome-ignore lint/a11y/useMediaCaption: leads' recordings have none.
  if (url && kind === "video") return <video className={styles.picture} src={url} controls />;
  // biome-ignore lint/a11y/useMediaCaption: leads' recordings have none.
  if (url && kind === "audio") return <audio className={styles.sound} src={url} controls />;
  const label = (
    <>
      <FileText size="1.25rem" />
      <span>{name}</span>
    </>
  );
  return url ? (
    <a className={styles.file} href={url} target="_blank" rel="noreferrer">
      {label}
    </a>
  ) : (
    <p className={styles.file}>{label}</p>
  );
}

/** The name at the end of the address that a file was sent by. */
function nameIn(media: unknown) {
  const url = typeof media === "object" && media !== null && "url" in media ? media.url : null;
  const path = typeof url === "string" ? (URL.parse(url)?.pathname ?? "") : "";
  const name = path.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name) || null;
  } catch {
    return name;
  }
}
