import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { useDeferredValue, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, type Conversation } from "#client";
import { useMay, useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import { Dialog } from "#console/ui/dialog";
import { useTitle } from "#console/ui/layout";
import { useMedia } from "#console/ui/media";
import { EmptyState, ProblemNote } from "#console/ui/states";
import { useKeys } from "#console/ui/use-keys";
import { type Mode, setDraft } from "./composer/drafts";
import { Help } from "./help";
import styles from "./inbox.module.css";
import { LeadPanel } from "./lead/panel";
import { texts as leadTexts } from "./lead/texts";
import { useConversation, useConversationEvents } from "./list/conversations";
import { focusRow, neighbour } from "./list/neighbour";
import { ListPane } from "./list/pane";
import { texts } from "./texts";
import { useConversationActions } from "./thread/actions";
import { Gone, ThreadLoading, ThreadPane } from "./thread/pane";

const PANEL = "inbox.panel";
const WIDE = "(width >= 80rem)";

/** The lead's panel stands beside a wide page, and comes over a narrow one. */
function usePanel() {
  const isWide = useMedia(WIDE);
  const [isBeside, setBeside] = useState(() => localStorage.getItem(PANEL) !== "closed");
  const [isOver, setOver] = useState(false);
  return {
    isBeside: isWide && isBeside,
    isOver: !isWide && isOver,
    close: () => setOver(false),
    toggle() {
      if (!isWide) return setOver(!isOver);
      setBeside(!isBeside);
      localStorage.setItem(PANEL, isBeside ? "closed" : "open");
    },
  };
}

function Open({
  conversation,
  onCatchUp,
}: {
  conversation: Conversation;
  /** Shows at once which one the list says is open. */
  onCatchUp: () => void;
}) {
  const t = useTexts(leadTexts);
  const panel = usePanel();
  const session = useSession();
  const mayWrite = useMay("conversations:write");
  const { toggle } = useConversationActions();
  const shown = useRef<Conversation>(null);
  useLayoutEffect(() => {
    shown.current = conversation;
    return () => {
      shown.current = null;
    };
  }, [conversation]);
  const caughtUp = () => {
    onCatchUp();
    return mayWrite ? shown.current : null;
  };
  const write = (mode: Mode) => {
    const at = caughtUp();
    if (!at) return;
    flushSync(() => setDraft(session, at.id, { mode }));
    document.querySelector<HTMLElement>("textarea[data-composer]")?.focus();
  };
  useKeys({
    r: () => write("reply"),
    n: () => write("note"),
    i: panel.toggle,
    e: (isHeld) => {
      const at = !isHeld && caughtUp();
      if (at) void toggle(at);
    },
  });
  return (
    <>
      <ThreadPane
        conversation={conversation}
        isPanelOpen={panel.isBeside || panel.isOver}
        onPanel={panel.toggle}
      />
      {panel.isBeside && (
        <aside className={styles.panel} aria-label={t.title}>
          <LeadPanel conversation={conversation} />
        </aside>
      )}
      <Dialog kind="drawer" isOpen={panel.isOver} onClose={panel.close} title={t.title}>
        <div className={styles.drawer}>
          <LeadPanel conversation={conversation} />
        </div>
      </Dialog>
    </>
  );
}

function NoneOpen() {
  const t = useTexts(texts);
  useTitle(t.title);
  return (
    <div className={styles.none}>
      <EmptyState icon={<MessagesSquare />} title={t.noneChosen}>
        {t.noneChosenAbout}
      </EmptyState>
    </div>
  );
}

function Chosen({ id, onCatchUp }: { id: number; onCatchUp: () => void }) {
  const { data, error, refetch } = useConversation(id);
  if (!Number.isSafeInteger(id) || (error instanceof ApiError && error.status === 404))
    return <Gone />;
  if (data) return <Open conversation={data} onCatchUp={onCatchUp} />;
  if (!error) return <ThreadLoading />;
  return (
    <div className={styles.problem}>
      <ProblemNote error={error} onRetry={() => void refetch()} />
    </div>
  );
}

/** Conversations, what was said in one of them, and who the lead is. */
export default function InboxScreen() {
  const navigate = useNavigate();
  const filters = useSearch({ from: "/inbox" });
  const params = useParams({ strict: false });
  const search = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useConversationEvents();
  const openId = params.conversation === undefined ? null : Number(params.conversation);
  // The list shows at once which one is open. The thread may take a moment longer.
  const deferredId = useDeferredValue(openId);
  const [hurriedId, setHurriedId] = useState<number | null>(null);
  const shownId = hurriedId === openId ? openId : deferredId;
  const catchUp = () => flushSync(() => setHurriedId(openId));

  const move = (step: 1 | -1) => {
    const id = neighbour(openId, step);
    if (id === undefined) return;
    void navigate({
      to: "/inbox/$conversation",
      params: { conversation: String(id) },
      search: true,
    });
    focusRow(id);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    "/": () => search.current?.focus(),
    "?": () => setHelpOpen(true),
  });

  return (
    <div className={classes(styles.inbox, openId !== null && styles.hasOpen)}>
      <ListPane
        filters={filters}
        openId={openId}
        searchRef={search}
        onHelp={() => setHelpOpen(true)}
      />
      {shownId === null ? <NoneOpen /> : <Chosen id={shownId} onCatchUp={catchUp} />}
      <Help isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}
