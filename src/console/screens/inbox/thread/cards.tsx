import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Film, Image } from "lucide-react";
import { getMedium } from "#client";
import { ownUrl } from "#console/data/own-url";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Row } from "#console/ui/stack";
import styles from "./cards.module.css";
import message from "./message.module.css";
import type { Card } from "./payload";
import { texts } from "./texts";

const MEDIUM_MS = 60_000;

/**
 * Buttons below a text. One that has the lead's own link can't be followed here, as that would be
 * the lead's click.
 */
export function Buttons({
  buttons,
  isOwnLink,
}: {
  buttons: Card["buttons"];
  isOwnLink: (url: string) => boolean;
}) {
  if (buttons.length === 0) return null;
  return (
    <Row as="ul" gap={1} wraps align="stretch" className={message.choices}>
      {buttons.map(({ title, url }, index) => (
        <li key={index}>
          {url && /^https?:/.test(url) && !isOwnLink(url) ? (
            <a href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
          {url && <ExternalLink size="0.75rem" aria-hidden="true" />}
        </li>
      ))}
    </Row>
  );
}

/** A picture or a film of ours. What lies elsewhere is a link: loading it would tell who reads. */
function Picture({ media: { id, url, isFilm } }: { media: NonNullable<Card["media"]> }) {
  const t = useTexts(texts);
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["inbox", "medium", id],
    queryFn: async ({ signal }) =>
      (await getMedium({ client, signal, path: { media: id ?? 0 } })).data,
    enabled: id !== null,
    staleTime: MEDIUM_MS,
  });
  if (data?.url)
    return isFilm ? (
      // biome-ignore lint/a11y/useMediaCaption: cards have films without captions.
      <video className={styles.picture} src={ownUrl(data.url)} controls preload="metadata" />
    ) : (
      <img className={styles.picture} src={ownUrl(data.url)} alt="" loading="lazy" />
    );
  const Icon = isFilm ? Film : Image;
  return (
    <span className={styles.elsewhere}>
      <Icon size="1.25rem" aria-hidden="true" />
      {url && URL.canParse(url) && /^https?:/.test(url) && (
        <a href={url} target="_blank" rel="noreferrer">
          {t.elsewhereAbout(new URL(url).host)}
        </a>
      )}
    </span>
  );
}

/** The cards of a message, which the lead leafs through. */
export function Cards({
  cards,
  isOwnLink,
}: {
  cards: readonly Card[];
  isOwnLink: (url: string) => boolean;
}) {
  const t = useTexts(texts);
  if (cards.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls.
    <ul className={styles.cards} aria-label={t.cards} tabIndex={0}>
      {cards.map(({ title, text, media, buttons }, index) => (
        <li key={index} className={styles.card} dir="auto">
          {media && <Picture media={media} />}
          {title && <b>{title}</b>}
          {text && <p className={message.text}>{text}</p>}
          <Buttons buttons={buttons} isOwnLink={isOwnLink} />
        </li>
      ))}
    </ul>
  );
}
