import { BadgeCheck, ChevronLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Channel, Message } from "#client";
import { leadName } from "#console/data/lead-name";
import { platformRow } from "#console/data/platforms";
import { useMe } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Button, IconButton } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Clip } from "#console/ui/text";
import { useTemplates } from "../templates/queries";
import { AnswerForm } from "./answer-form";
import { Bubble, PendingBubble } from "./bubble";
import { useCommenting } from "./comments";
import { Composer } from "./composer";
import { located, reaction, shared, shownOf, tapped, targetOf, written } from "./content";
import type { Person } from "./person";
import styles from "./phone.module.css";
import { PlayMenu } from "./play-menu";
import { useLead, useReadReceipts, useTalk } from "./queries";
import { texts } from "./texts";
import { useWriting } from "./writing";

/** Messages that have not left, and the team's notes, never come to the lead's phone. */
const isOnPhone = ({ direction, status }: Message) =>
  direction === "inbound" || (direction === "outbound" && /^(sent|delivered|read)$/.test(status));

const dayOf = ({ sent_at: at, created_at: created }: Message) =>
  new Date(at ?? created).toDateString();

/** The lead's phone, with the conversation as the lead sees it. */
export function Phone({
  channel,
  person,
  onKnown,
  onLeave,
}: {
  channel: Channel;
  person: Person;
  onKnown: (lead: number) => void;
  onLeave: () => void;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  const { workspace } = useMe();
  const lead = useLead(person);
  const { conversation, messages, isPending } = useTalk(channel, person);
  const templates = useTemplates(channel);
  const { pending, write, sendFile, isUploading } = useWriting(channel, person, lead.data, onKnown);
  const [quoted, setQuoted] = useState<Message | null>(null);
  const [filled, setFilled] = useState<Message | null>(null);
  const comment = useCommenting(channel, person, lead.data, onKnown);
  const end = useRef<HTMLLIElement>(null);

  const all = messages.items.filter(isOnPhone).toReversed();
  const shown = all.filter(({ type }) => type !== "reaction");
  const arrived = new Set(all.map(({ external_id: id }) => id));
  const waiting = pending.filter(({ externalId }) => !arrived.has(externalId));
  const isLoading = isPending || messages.isLoading;
  const lastId = shown.at(-1)?.id;
  useReadReceipts(all);
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [lastId, waiting.length]);

  const { platform } = channel;
  const name =
    person.kind === "new"
      ? person.name || person.from
      : lead.data
        ? leadName(lead.data, c.unknownName)
        : c.unknownName;
  const textOf = (message: Message) =>
    shownOf(message, platform, templates.items).text ?? message.media?.filename ?? t.file;
  const quotedBy = (message: Message) => {
    const id = targetOf(message);
    const target = id && all.find((one) => one.external_id === id);
    return target && message.type !== "interactive" && message.type !== "button"
      ? textOf(target)
      : null;
  };
  const reactionsTo = ({ external_id: id }: Message) =>
    all.flatMap((one) =>
      one.type === "reaction" && id && targetOf(one) === id ? [one.text ?? ""] : [],
    );
  const unread = conversation.data?.unread_count ?? 0;
  const unseen = new Set(
    shown.filter(({ direction }) => direction === "inbound").slice(unread > 0 ? -unread : Infinity),
  );

  return (
    <section className={styles.phone} aria-label={t.phoneOf(name)}>
      <Row as="header" gap={2} className={styles.head}>
        <IconButton
          className={styles.back}
          label={t.back}
          icon={<ChevronLeft />}
          onClick={onLeave}
        />
        <Avatar name={workspace.name} />
        <div className={styles.business}>
          <Clip as="strong">
            {workspace.name} <BadgeCheck />
          </Clip>
          <Clip className={styles.whose}>{t.phoneOf(name)}</Clip>
        </div>
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls. */}
      <div className={styles.wall} tabIndex={0} role="log" aria-label={c.platforms[platform]}>
        {isLoading && waiting.length === 0 && <LoadingRows rows={4} />}
        {messages.error && <ProblemNote error={messages.error} />}
        {messages.hasNextPage && (
          <Row align="stretch" justify="center">
            <Button
              size="small"
              isBusy={messages.isFetchingNextPage}
              onClick={() => void messages.fetchNextPage()}
            >
              {t.earlier}
            </Button>
          </Row>
        )}
        {!isLoading && shown.length + waiting.length === 0 && (
          <p className={styles.beginning}>{t.beginning}</p>
        )}
        <ol className={styles.messages}>
          {shown.map((message, index) => {
            const before = shown[index - 1];
            const isNewDay = !before || dayOf(before) !== dayOf(message);
            return [
              isNewDay && (
                <li key={`day ${message.id}`} className={styles.day}>
                  <span>{format.weekday(message.sent_at ?? message.created_at)}</span>
                </li>
              ),
              <Bubble
                key={message.id}
                message={message}
                shown={shownOf(message, platform, templates.items)}
                isSeen={!unseen.has(message)}
                quoted={quotedBy(message)}
                reactions={reactionsTo(message)}
                on={{
                  tap: (id, title) => void write(tapped(platform, { id, title }, message), title),
                  share() {
                    const number = lead.data?.phone ?? platformRow(platform).newAddress();
                    void write(shared(platform, number, message), number);
                  },
                  place: () => void write(located(platform, message)),
                  form: () => setFilled(message),
                  react: (emoji) => void write(reaction(platform, emoji, message)),
                  quote: () => setQuoted(message),
                }}
              />,
            ];
          })}
          {waiting.map(({ externalId, ...one }) => (
            <PendingBubble key={externalId} {...one} />
          ))}
          <li ref={end} aria-hidden="true" />
        </ol>
      </div>
      <Composer
        name={name}
        quoted={quoted && textOf(quoted)}
        onStopQuoting={() => setQuoted(null)}
        onSend={(text) => {
          void write(written(platform, text, quoted), text);
          setQuoted(null);
        }}
        onFile={(file) => void sendFile(file)}
        isUploading={isUploading}
        menu={<PlayMenu platform={platform} onMessage={write} onComment={comment} />}
      />
      {filled && <AnswerForm message={filled} onClose={() => setFilled(null)} onSend={write} />}
    </section>
  );
}
