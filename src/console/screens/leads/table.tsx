// biome-ignore-all lint/a11y/useSemanticElements: a table can't scroll with some rows only.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and the active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid listens to keys.
import { useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTexts } from "#console/texts/catalogue";
import { NARROW, useMedia } from "#console/ui/media";
import { Soft } from "#console/ui/text";
import { useLatest } from "#console/ui/use-latest";
import { layoutOf, ROW_PX, useView } from "./columns";
import type { Chosen } from "./selection";
import styles from "./table.module.css";
import { LeadCard, LeadRow } from "./table-row";
import { texts } from "./texts";
import type { useLeadPages } from "./use-lead-pages";
import { useValues } from "./use-values";

const CARD_PX = 92;
const HEAD_PX = 37;
const OVERSCAN = 8;

/**
 * The list of leads. Its rows are walked with arrow keys or `j` and `k`, chosen by space, opened by
 * Enter.
 */
export function LeadTable({
  pages,
  chosen,
  listKey,
}: {
  pages: ReturnType<typeof useLeadPages>;
  /** Null where nothing can be done with those that are chosen. */
  chosen: Chosen | null;
  /** Another list begins at its top. */
  listKey: string;
}) {
  const t = useTexts(texts);
  const { fields } = useValues();
  const { columns, density } = useView();
  const isNarrow = useMedia(NARROW);
  const navigate = useNavigate();
  const grid = useRef<HTMLDivElement>(null);
  const [walked, setWalked] = useState<{ row: number; id?: number | undefined }>({ row: 0 });
  // Where leads come or go before it, the one that was walked to stays the active one.
  const { row: place, id: own } = walked;
  const active =
    own === undefined || pages.idAt(place) === own ? place : (pages.rowOf(own) ?? place);
  const setActive = (row: number) => setWalked({ row, id: pages.idAt(row) });
  const rowPx = isNarrow ? CARD_PX : ROW_PX[density];
  const headPx = isNarrow ? 0 : HEAD_PX;
  const virtual = useVirtualizer({
    count: pages.count,
    getScrollElement: () => grid.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
  });

  const rows = virtual.getVirtualItems();
  const [from, to] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0];
  useEffect(() => {
    pages.see(from, to);
  }, [pages.see, from, to]);
  useEffect(() => {
    virtual.measure();
  }, [rowPx]);
  useEffect(() => {
    setWalked({ row: 0 });
    virtual.scrollToOffset(0);
  }, [listKey]);

  const go = (row: number, isRange = false) => {
    const next = Math.max(0, Math.min(row, pages.count - 1));
    if (isRange) choose(next, true);
    setActive(next);
    virtual.scrollToIndex(next);
  };
  const choose = (row: number, isRange: boolean) =>
    chosen?.toggle({ row, from: active, isRange }, pages);
  // Rows are drawn again only if something of their own has changed.
  const latest = useLatest(choose);
  const onChoose = useCallback(
    (row: number, isRange: boolean) => {
      setActive(row);
      latest.current(row, isRange);
    },
    [latest],
  );
  const open = (row: number) => {
    const id = pages.idAt(row);
    if (id !== undefined) void navigate({ to: "/leads/$lead", params: { lead: String(id) } });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const screenful = Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / rowPx) - 2);
    const isChord = event.metaKey || event.ctrlKey;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => go(active + 1, event.shiftKey),
      ArrowUp: () => go(active - 1, event.shiftKey),
      j: isChord ? undefined : () => go(active + 1),
      k: isChord ? undefined : () => go(active - 1),
      PageDown: () => go(active + screenful),
      PageUp: () => go(active - screenful),
      Home: () => go(0),
      End: () => go(pages.count - 1),
      " ": () => choose(active, event.shiftKey),
      Enter: () => open(active),
      a: isChord ? chosen?.chooseAll : undefined,
      Escape: chosen?.isEmpty ? undefined : chosen?.clear,
    };
    const act = event.target === grid.current ? keys[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };

  const isSeen = active >= from && active <= to;
  return (
    <div
      ref={grid}
      className={styles.grid}
      role="grid"
      tabIndex={0}
      aria-label={t.title}
      aria-multiselectable="true"
      aria-rowcount={pages.isWhole ? pages.count + 1 : -1}
      aria-activedescendant={isSeen ? `lead-row-${active}` : undefined}
      data-density={density}
      style={{ ...layoutOf(columns), "--row": `${rowPx}px` } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      {!isNarrow && (
        <Soft role="rowgroup" as="div" size="small" className={styles.head}>
          <div role="row" className={styles.row} aria-rowindex={1}>
            <span role="columnheader">
              <span className="visually-hidden">{t.chosen}</span>
              {chosen && (
                <input
                  type="checkbox"
                  tabIndex={-1}
                  aria-label={t.chooseAll}
                  checked={chosen.isAll}
                  onChange={() => (chosen.isAll ? chosen.clear() : chosen.chooseAll())}
                />
              )}
            </span>
            <span role="columnheader">{fields.name}</span>
            {columns.map((name) => (
              <span role="columnheader" key={name}>
                {fields[name]}
              </span>
            ))}
          </div>
        </Soft>
      )}
      <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const lead = pages.leadAt(index);
          const isChosen = lead !== undefined && (chosen?.has(lead.id) ?? false);
          const Row = isNarrow ? LeadCard : LeadRow;
          return (
            <div
              role="row"
              key={index}
              id={`lead-row-${index}`}
              aria-rowindex={index + 2}
              aria-selected={isChosen}
              className={isNarrow ? styles.card : styles.row}
              data-active={index === active || undefined}
              style={{ transform: `translateY(${start - headPx}px)` }}
              onClick={(event) => {
                setActive(index);
                if (event.shiftKey) choose(index, true);
                else open(index);
              }}
            >
              <Row
                row={index}
                lead={lead}
                columns={columns}
                isChosen={isChosen}
                onChoose={chosen && onChoose}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
