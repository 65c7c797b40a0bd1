import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { CircleCheckBig, Inbox } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button, buttonClass } from "#console/ui/button";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { useNow } from "../clock";
import type { Filters } from "../filters";
import { texts } from "../texts";
import { useConversations } from "./conversations";
import styles from "./list.module.css";
import { onArrow } from "./neighbour";
import { ConversationRow } from "./row";

/** Of a row, in CSS too. */
const ROW_PX = 84;
/** The number of rows before the end at which the next page is asked for. */
const AHEAD = 15;

function Empty({ filters, onChange }: { filters: Filters; onChange: (to: Filters) => void }) {
  const t = useTexts(texts);
  const mayConnect = useMay("channels:write");
  const { state, q: _, ...others } = filters;
  if (Object.values(others).some((value) => value !== undefined)) {
    return (
      <EmptyState icon={<Inbox />} title={t.emptyFiltered}>
        {t.emptyFilteredAbout}
      </EmptyState>
    );
  }
  if (state === undefined) {
    return (
      <EmptyState
        icon={<CircleCheckBig />}
        title={t.allDone}
        actions={
          <Button size="small" onClick={() => onChange({ state: "all" })}>
            {t.showAll}
          </Button>
        }
      >
        {t.allDoneAbout}
      </EmptyState>
    );
  }
  const channels: string = "/channels";
  return (
    <EmptyState
      icon={<Inbox />}
      title={t.empty}
      actions={
        state === "all" &&
        mayConnect && (
          <Link to={channels} className={buttonClass("plain", "small")}>
            {t.connectChannel}
          </Link>
        )
      }
    >
      {t.emptyAbout}
    </EmptyState>
  );
}

/** All conversations of a filter: only the rows that can be seen are in the page. */
export function ConversationList({
  filters,
  openId,
  onChange,
}: {
  filters: Filters;
  openId: number | null;
  onChange: (to: Filters) => void;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const now = useNow();
  const list = useConversations(filters, openId);
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const mayFetch = hasNextPage && !isFetchingNextPage && !list.isFetchNextPageError;
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 8,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    const isNear = last >= items.length - AHEAD;
    if (isNear && mayFetch) void fetchNextPage();
  }, [last, items.length, mayFetch, fetchNextPage]);

  // Keys move to conversations that may not be in view. When the list moves by itself it stays.
  const open = items.findIndex(({ id }) => id === openId);
  useEffect(() => {
    if (open >= 0) rows.scrollToIndex(open, { align: "auto" });
  }, [openId]);

  const [place, setPlace] = useState({ id: openId, at: open });
  const isThere = place.id === openId && (open < 0 || place.at === open);
  if (!isThere) setPlace({ id: openId, at: open });
  const { at } = place;
  const isOpenShown = shown.some(({ index }) => index === open);

  if (list.isPending) return <LoadingRows rows={8} />;
  if (list.isError && items.length === 0)
    return (
      <div className={styles.problem}>
        <ProblemNote error={list.error} onRetry={() => void list.refetch()} />
      </div>
    );
  if (items.length === 0) return <Empty filters={filters} onChange={onChange} />;
  return (
    <div className={styles.scroll} ref={scroll}>
      <ul
        className={styles.rows}
        style={{ height: rows.getTotalSize() }}
        data-place={open < 0 && at >= 0 ? at : undefined}
        onKeyDown={onArrow}
      >
        {shown.map(({ index, key, start }, position) => {
          const conversation = items[index];
          return (
            conversation && (
              <li
                key={key}
                className={styles.place}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ConversationRow
                  conversation={conversation}
                  isOpen={index === open}
                  isTabStop={isOpenShown ? index === open : position === 0}
                  now={now}
                />
              </li>
            )
          );
        })}
      </ul>
      {isFetchingNextPage && <LoadingRows rows={2} />}
      {list.isFetchNextPageError && (
        <ProblemNote error={list.error} onRetry={() => void fetchNextPage()} />
      )}
    </div>
  );
}
