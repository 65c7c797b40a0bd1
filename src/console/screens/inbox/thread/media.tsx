import { ExternalLink, FileText, LoaderCircle, Mic, TriangleAlert } from "lucide-react";
import type { Medium, Message } from "#client";
import { ownUrl } from "#console/data/own-url";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { useMessageKind } from "../message-kind";
import styles from "./attached.module.css";
import { filenameOf, foreignUrl, isVoice } from "./payload";
import { texts } from "./texts";

/** A sound. One that was spoken into the phone is named so. */
function Sound({ url, name, isVoice }: { url: string; name: string; isVoice: boolean }) {
  const { voiceNote } = useTexts(texts);
  return (
    <>
      {isVoice && (
        <small className={styles.voice}>
          <Mic aria-hidden="true" />
          {voiceNote}
        </small>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: leads send sounds without captions. */}
      <audio
        className={styles.sound}
        src={url}
        controls
        preload="none"
        aria-label={isVoice ? voiceNote : name}
      />
    </>
  );
}

function File({ medium, message }: { medium: Medium; message: Message }) {
  const t = useTexts(texts);
  const { messageTypes } = useTexts(nameTexts);
  const format = useFormat();
  if (!medium.url) return null;
  const url = ownUrl(medium.url);
  const name = medium.filename ?? filenameOf(message) ?? messageTypes[medium.kind];
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
  if (medium.kind === "audio") return <Sound url={url} name={name} isVoice={isVoice(message)} />;
  return (
    <a href={url} className={styles.file} download={name}>
      <FileText />
      <span>
        <b>{name}</b>
        <small>{medium.size === null ? t.download : format.bytes(medium.size)}</small>
      </span>
    </a>
  );
}

function Attachment({ medium, message }: { medium: Medium; message: Message }) {
  const t = useTexts(texts);
  if (medium.state === "stored") return <File medium={medium} message={message} />;
  const isPending = medium.state === "pending";
  return (
    <span className={styles.file}>
      {isPending ? <LoaderCircle /> : <TriangleAlert />}
      <span>{isPending ? t.pending : t.failures[medium.failure ?? "unreachable"]}</span>
    </span>
  );
}

/** The files of a message. What lies elsewhere is a link: loading it would tell who reads. */
export function Media({ message }: { message: Message }) {
  const t = useTexts(texts);
  const kindOf = useMessageKind();
  const kind = isVoice(message) ? t.voiceNote : kindOf(message.type);
  if (message.attachments.length > 0)
    return message.attachments.map(({ media }) => (
      <Attachment key={media.id} medium={media} message={message} />
    ));
  const url = foreignUrl(message);
  if (url)
    return (
      <a href={url.href} target="_blank" rel="noreferrer" className={styles.file}>
        <ExternalLink />
        <span>
          <b>{filenameOf(message) ?? kind ?? t.elsewhere}</b>
          <small>{t.elsewhereAbout(url.host)}</small>
        </span>
      </a>
    );
  return (
    <span className={styles.file}>
      <FileText />
      <b>{filenameOf(message) ?? kind}</b>
    </span>
  );
}
