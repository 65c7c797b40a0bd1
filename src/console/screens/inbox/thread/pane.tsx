import { MessageCircleDashed } from "lucide-react";
import type { Conversation } from "#client";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useTitle } from "#console/ui/layout";
import { NARROW, useMedia } from "#console/ui/media";
import { EmptyState, LoadingRows } from "#console/ui/states";
import { Composer } from "../composer/composer";
import { useLeadName } from "../lead/lead";
import { ThreadHead } from "./head";
import { MessageList } from "./message-list";
import { useReading } from "./read";
import { texts } from "./texts";
import styles from "./thread.module.css";

export function Gone() {
  const t = useTexts(texts);
  return (
    <EmptyState icon={<MessageCircleDashed />} title={t.gone}>
      {t.goneAbout}
    </EmptyState>
  );
}

export const ThreadLoading = () => (
  <section className={styles.pane}>
    <LoadingRows rows={10} />
  </section>
);

/** The second pane: what was said, and what to answer. */
export function ThreadPane({
  conversation,
  isPanelOpen,
  onPanel,
}: {
  conversation: Conversation;
  isPanelOpen: boolean;
  onPanel: () => void;
}) {
  const mayWrite = useMay("conversations:write");
  const name = useLeadName(conversation);
  // On a phone the list, whose title heads the page, is not shown.
  const Heading = useMedia(NARROW) ? "h1" : "h2";
  useTitle(name);
  useReading(conversation);
  return (
    <section className={styles.pane} aria-label={name}>
      <Heading className="visually-hidden">{name}</Heading>
      <ThreadHead
        conversation={conversation}
        name={name}
        isPanelOpen={isPanelOpen}
        onPanel={onPanel}
      />
      <MessageList key={conversation.id} conversation={conversation} name={name} />
      {mayWrite && <Composer key={`c${conversation.id}`} conversation={conversation} name={name} />}
    </section>
  );
}
