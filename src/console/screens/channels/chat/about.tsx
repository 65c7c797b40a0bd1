import {
  AtSign,
  CircleDashed,
  ClipboardList,
  LogIn,
  type LucideIcon,
  MapPin,
  Megaphone,
  Phone,
  Share,
  UserRound,
} from "lucide-react";
import type { Message, MessageType } from "#client";
import { isObject, membersOf } from "#console/data/messages/members";
import type { TextsOf } from "#console/texts/catalogue";
import { useTexts } from "#console/texts/catalogue";
import { Row } from "#console/ui/stack";
import styles from "./bubble.module.css";
import { texts } from "./texts";

type Line = readonly [Icon: LucideIcon, text: string];

const asText = (value: unknown) => (isObject(value) ? JSON.stringify(value) : String(value ?? ""));

function placeLine({ payload }: Message): Line {
  const { name, latitude, longitude } = { ...payload, ...membersOf(payload.location) };
  return [MapPin, typeof name === "string" && name ? name : `${latitude}, ${longitude}`];
}

function contactLine({ payload }: Message): Line {
  const [card] = Array.isArray(payload.contacts) ? payload.contacts : [];
  const { name, phones } = membersOf(card);
  const [phone] = Array.isArray(phones) ? phones : [];
  const number = typeof phone === "string" ? phone : membersOf(phone).phone;
  const full = typeof name === "string" ? name : membersOf(name).formatted_name;
  return [UserRound, [full, number].filter((one) => typeof one === "string").join(", ")];
}

/** The lines of each type that says something besides its text. */
function linesOf(message: Message, t: TextsOf<typeof texts>["about"]): Line[] {
  const { type, payload, answers } = message;
  const own: Partial<Record<MessageType, () => Line>> = {
    location: () => placeLine(message),
    contacts: () => contactLine(message),
    story_mention: () => [AtSign, t.mention],
    share: () => [Share, t.share],
    call: () => [Phone, t.call],
  };
  const line = own[type]?.();
  const { ad_id, source_id, ref } = membersOf(payload.referral);
  const ad = ad_id ?? source_id;
  return [
    ...(line ? [line] : []),
    ...(isObject(membersOf(payload.reply_to).story) ? [[CircleDashed, t.storyReply] as const] : []),
    ...(typeof ad === "string" ? [[Megaphone, t.ad(ad)] as const] : []),
    ...(typeof ref === "string" ? [[LogIn, t.link(ref)] as const] : []),
    ...(answers
      ? [[ClipboardList, Object.values(answers.values).flat().map(asText).join(", ")] as const]
      : []),
  ];
}

/** The content of a message besides its text: a place, a story, an ad. */
export function About({ message }: { message: Message }) {
  const t = useTexts(texts);
  return linesOf(message, t.about).map(([Icon, text]) => (
    <Row key={text} as="p" gap={1} className={styles.about} dir="auto">
      <Icon size="0.9rem" aria-hidden="true" />
      {text}
    </Row>
  ));
}
