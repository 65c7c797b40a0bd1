import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { listLeads } from "#client";
import { useClient } from "#console/session/session";
import { type Filters, queryOf } from "./filters";
import { pageAt, pagesAt, type Slot, START, settle, startsOf } from "./pages";

const PER_PAGE = 100;
/** Pages that are out of sight are forgotten after a while, and read again by their cursors. */
const KEPT_MS = 60_000;

function pagesInSight(slots: readonly Slot[], { from, to }: { from: number; to: number }) {
  const { starts, count } = startsOf(slots);
  return pagesAt(starts, from, Math.min(to, count - 1));
}

/**
 * The leads that match filters, of which the pages in sight are held. `see` says which rows are in
 * sight.
 */
export function useLeadPages(filters: Filters) {
  const client = useClient();
  const key = JSON.stringify(filters);
  const [known, setKnown] = useState({ key, slots: START });
  const [seen, setSeen] = useState({ from: 0, to: 0 });
  const slots = known.key === key ? known.slots : START;
  const inSight = pagesInSight(slots, seen);

  const pages = useQueries({
    queries: inSight.map((index) => {
      const cursor = slots[index]?.cursor ?? null;
      return {
        queryKey: ["leads", "list", key, cursor],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          listLeads({
            client,
            query: { ...queryOf(filters), per_page: PER_PAGE, ...(cursor && { cursor }) },
            signal,
          }),
        gcTime: KEPT_MS,
      };
    }),
  });

  const settled = inSight.reduce((before, index, at) => {
    const page = pages[at]?.data;
    const ids = page?.data.map(({ id }) => id);
    return page && ids ? settle(before, index, ids, page.meta.next_cursor) : before;
  }, slots);
  useEffect(() => {
    if (settled !== slots) setKnown({ key, slots: settled });
  }, [settled, slots, key]);
  const { starts, count } = useMemo(() => startsOf(settled), [settled]);

  const leadAt = (row: number) => {
    const index = pageAt(starts, row);
    return pages[inSight.indexOf(index)]?.data?.data[row - (starts[index] ?? 0)];
  };
  const idAt = (row: number) => {
    const index = pageAt(starts, row);
    return settled[index]?.ids?.[row - (starts[index] ?? 0)];
  };
  const rowOf = (id: number) => {
    const index = settled.findIndex(({ ids }) => ids?.includes(id));
    const at = settled[index]?.ids?.indexOf(id);
    return at === undefined ? undefined : (starts[index] ?? 0) + at;
  };
  const see = useCallback((from: number, to: number) => {
    setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, []);

  return {
    count,
    /** The number of leads that have been read. */
    readCount: settled.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0),
    /** True if `count` is that of all leads, not of those reached so far. */
    isWhole: settled.at(-1)?.ids !== undefined,
    leadAt,
    idAt,
    rowOf,
    see,
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => pages.forEach(({ isError, refetch }) => void (isError && refetch())),
  };
}
