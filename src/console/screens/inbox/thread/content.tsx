import {
  AtSign,
  Info,
  LogIn,
  type LucideIcon,
  MapPin,
  Phone,
  PhoneIncoming,
  Share,
  SmilePlus,
  UserRound,
} from "lucide-react";
import { MediaKind, type Message, type MessageType } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Row } from "#console/ui/stack";
import attached from "./attached.module.css";
import { Links } from "./cards";
import { FormAnswers, FormButton } from "./form-parts";
import { linkify } from "./linkify";
import { Media } from "./media";
import styles from "./message.module.css";
import { cardsOf, choicesOf, contactsOf, emojiOf, isOwnNumber, placeOf } from "./payload";
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
  const { latitude, longitude, name } = place;
  const marker = `mlat=${latitude}&mlon=${longitude}`;
  const url = `https://www.openstreetmap.org/?${marker}#map=16/${latitude}/${longitude}`;
  return (
    <a className={attached.file} href={url} target="_blank" rel="noreferrer">
      <MapPin />
      <span>
        <b>{name ?? `${latitude}, ${longitude}`}</b>
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

/** The icons of messages that may have no text. */
const WORDLESS: Partial<Record<MessageType, LucideIcon>> = {
  call: PhoneIncoming,
  share: Share,
  story_mention: AtSign,
  referral: LogIn,
};
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

/** The content of a message of any type. */
export function Content({ message, channelId }: { message: Message; channelId: number | null }) {
  const t = useTexts(texts);
  const { type, text } = message;
  const Icon = WORDLESS[type];
  const wordless: Partial<Record<MessageType, string>> = {
    ...{ call: t.rang, share: t.shared, story_mention: t.mentioned },
    ...{ referral: t.opened, unsupported: t.unsupported },
  };
  if (type === "template") return <TemplateText message={message} channelId={channelId} />;
  if (type === "location") return <Place message={message} />;
  if (type === "contacts") return <Contacts message={message} />;
  if (type === "reaction")
    return (
      <Row as="p" gap={1} className={styles.quiet}>
        <SmilePlus size="1rem" />
        {t.reacted(emojiOf(message) ?? "")}
      </Row>
    );
  if (FILES.includes(type))
    return (
      <>
        <Media message={message} />
        {text && <Text text={text} />}
      </>
    );
  if (!text && cardsOf(message).length > 0) return <Links message={message} />;
  if (message.answers) return <FormAnswers message={message} />;
  if (!text)
    return (
      <Row as="p" gap={1} className={styles.quiet}>
        {Icon && <Icon size="1rem" aria-hidden="true" />}
        {wordless[type] ?? t.noText}
      </Row>
    );
  if (type === "system")
    return (
      <Row as="p" gap={1} className={styles.quiet} dir="auto">
        <Info size="1rem" aria-hidden="true" />
        {text}
      </Row>
    );
  return (
    <>
      {(type === "interactive" || type === "button") && (
        <Row as="small" gap={1} className={styles.quiet}>
          {t.chose}
        </Row>
      )}
      <Text text={text} />
      <Choices message={message} />
      <Links message={message} />
      {type === "request_phone" && <NumberButton />}
      {type === "request_location" && <PlaceButton />}
      <FormButton message={message} />
    </>
  );
}
