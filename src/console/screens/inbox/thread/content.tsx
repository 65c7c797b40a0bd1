import { Info, MapPin, Phone, PhoneIncoming, SmilePlus, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { MediaKind, type Message } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Row } from "#console/ui/stack";
import attached from "./attached.module.css";
import { Buttons, Cards } from "./cards";
import { FormAnswers, FormButton } from "./form-parts";
import { linkify } from "./linkify";
import { Media } from "./media";
import styles from "./message.module.css";
import {
  cardsOf,
  choicesOf,
  contactsOf,
  emojiOf,
  isOwnNumber,
  linkButtonsOf,
  placeOf,
} from "./payload";
import { TemplateText } from "./template-text";
import { texts } from "./texts";

const FILES: string[] = Object.values(MediaKind);
const EMOJI = /^(\p{RGI_Emoji}|\s){1,8}$/v;

/** A text, with addresses as links. Emoji alone are large. */
export function Text({ text }: { text: string }) {
  return (
    <p className={EMOJI.test(text.trim()) ? styles.emoji : styles.text} dir="auto">
      {linkify(text).map(({ part, href }, index) =>
        href ? (
          <a key={index} href={href} target="_blank" rel="noreferrer" dir="ltr">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}

function Choices({ message }: { message: Message }) {
  const t = useTexts(texts);
  const choices = choicesOf(message);
  if (choices.length === 0) return null;
  return (
    <Row as="ul" gap={1} wraps align="stretch" className={styles.choices} aria-label={t.listOf}>
      {choices.map((choice) => (
        <li key={choice}>{choice}</li>
      ))}
    </Row>
  );
}

function Place({ message }: { message: Message }) {
  const t = useTexts(texts);
  const place = placeOf(message);
  if (!place) return <p>{t.unsupported}</p>;
  const { latitude, longitude, name, address } = place;
  const marker = `mlat=${latitude}&mlon=${longitude}`;
  const url = `https://www.openstreetmap.org/?${marker}#map=16/${latitude}/${longitude}`;
  return (
    <a className={attached.file} href={url} target="_blank" rel="noreferrer">
      <MapPin />
      <span>
        <b>{name ?? `${latitude}, ${longitude}`}</b>
        {address && <small>{address}</small>}
        <small>{t.openMap}</small>
      </span>
    </a>
  );
}

function Contacts({ message }: { message: Message }) {
  const t = useTexts(texts);
  const isOwn = isOwnNumber(message);
  return contactsOf(message).map(({ name, phone }) => (
    <span key={name} className={attached.file}>
      {isOwn ? <Phone /> : <UserRound />}
      <span>
        {isOwn && <small>{t.sharedNumber}</small>}
        <b>
          <bdi>{name}</bdi>
        </b>
        {phone && <small>{phone}</small>}
      </span>
    </span>
  ));
}

/** The button of WhatsApp's own below a request, by which the lead shares its number. */
function NumberButton() {
  const t = useTexts(texts);
  return (
    <Row as="p" gap={1} className={styles.shares}>
      <Phone size="0.9rem" aria-hidden="true" />
      {t.sharesNumber}
    </Row>
  );
}

/** The button below a request for the location. */
function PlaceButton() {
  const t = useTexts(texts);
  return (
    <Row as="p" gap={1} className={styles.shares}>
      <MapPin size="0.9rem" aria-hidden="true" />
      {t.sendsPlace}
    </Row>
  );
}

/** A text that stands back, with a sign of what it is. */
const Quiet = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Row as="p" gap={1} className={styles.quiet} dir="auto">
    {icon}
    {children}
  </Row>
);

/** The text of a message with what can be tapped below it, and its cards. */
function Spoken({ message, isOwnLink }: { message: Message; isOwnLink: (url: string) => boolean }) {
  const t = useTexts(texts);
  const { type, text } = message;
  return (
    <>
      {(type === "interactive" || type === "button") && (
        <Row as="small" gap={1} className={styles.quiet}>
          {t.chose}
        </Row>
      )}
      {message.payload.media !== undefined && <Media message={message} />}
      {text && <Text text={text} />}
      <Choices message={message} />
      <Buttons buttons={linkButtonsOf(message)} isOwnLink={isOwnLink} />
      <Cards cards={cardsOf(message)} isOwnLink={isOwnLink} />
      <FormButton message={message} />
      {type === "request_phone" && <NumberButton />}
      {type === "request_location" && <PlaceButton />}
    </>
  );
}

const isEmpty = (message: Message) => !message.text && cardsOf(message).length === 0;

/** The content of a message of any type. */
export function Content({
  message,
  channelId,
  isOwnLink,
}: {
  message: Message;
  channelId: number | null;
  /** Tells if a link was made for the lead alone. */
  isOwnLink: (url: string) => boolean;
}) {
  const t = useTexts(texts);
  const { type, text } = message;
  if (message.answers) return <FormAnswers message={message} />;
  if (type === "template") return <TemplateText message={message} channelId={channelId} />;
  if (type === "location") return <Place message={message} />;
  if (type === "contacts") return <Contacts message={message} />;
  if (type === "reaction")
    return <Quiet icon={<SmilePlus size="1rem" />}>{t.reacted(emojiOf(message) ?? "")}</Quiet>;
  if (FILES.includes(type))
    return (
      <>
        <Media message={message} />
        {text && <Text text={text} />}
      </>
    );
  if (type === "system" && text)
    return <Quiet icon={<Info size="1rem" aria-hidden="true" />}>{text}</Quiet>;
  if (!isEmpty(message)) return <Spoken message={message} isOwnLink={isOwnLink} />;
  if (type === "call")
    return <Quiet icon={<PhoneIncoming size="1rem" aria-hidden="true" />}>{t.rang}</Quiet>;
  // The line above it tells what it points to.
  if (type === "share" || type === "story_mention" || type === "referral") return null;
  return <Quiet icon={null}>{type === "unsupported" ? t.unsupported : t.noText}</Quiet>;
}
