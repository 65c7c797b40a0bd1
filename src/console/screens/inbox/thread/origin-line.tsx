import { AtSign, CircleDashed, LogIn, type LucideIcon, Megaphone, Share } from "lucide-react";
import type { Message, MessageType } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Row } from "#console/ui/stack";
import styles from "./message.module.css";
import { pointedAt, referralOf, storyOf } from "./pointers";
import { texts } from "./texts";

type Line = { Icon: LucideIcon; text: string; link?: { url: string | null; label: string } };

/** The lines of what lies on the platform: a story, a post, an ad. It is never loaded here. */
function useLines(message: Message): Line[] {
  const t = useTexts(texts);
  const pointed = pointedAt(message);
  const [story, referral] = [storyOf(message), referralOf(message)];
  const own: Partial<Record<MessageType, Line>> = {
    story_mention: {
      Icon: AtSign,
      text: t.mentioned,
      link: { url: pointed.url, label: t.openStory },
    },
    share: {
      Icon: Share,
      text: pointed.title ? t.sharedOf(pointed.title) : t.shared,
      link: { url: pointed.url, label: t.openPost },
    },
    ...(!referral && { referral: { Icon: LogIn, text: t.opened } }),
  };
  const line = own[message.type];
  return [
    ...(line ? [line] : []),
    ...(story
      ? [{ Icon: CircleDashed, text: t.toStory, link: { url: story.url, label: t.openStory } }]
      : []),
    ...(referral
      ? [
          {
            Icon: referral.isAd ? Megaphone : LogIn,
            text: (referral.isAd ? t.byAd : t.byLink)(referral.name),
            link: { url: referral.url, label: t.openAd },
          },
        ]
      : []),
  ];
}

/** The story, the post, the ad or the link that a message is about, each with its way there. */
export function OriginLines({ message }: { message: Message }) {
  return useLines(message).map(({ Icon, text, link }) => (
    <Row key={text} as="p" gap={1} className={styles.origin} dir="auto">
      <Icon size="1rem" aria-hidden="true" />
      <span>
        {text}{" "}
        {link?.url && (
          <a href={link.url} target="_blank" rel="noreferrer">
            {link.label}
          </a>
        )}
      </span>
    </Row>
  ));
}
