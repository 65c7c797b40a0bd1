import { useSearch } from "@tanstack/react-router";
import { useLinkStats } from "./queries";
import { fromOf, shownOf } from "./range";

const REFRESH_MS = 30_000;

/** The figures of the range and interval that the address names. */
export function useShownStats(linkId: number) {
  const { range, by } = shownOf(useSearch({ from: "/links/$link" }));
  const stats = useLinkStats(linkId, {
    interval: by,
    range,
    from: () => fromOf(range, by),
    refetchInterval: REFRESH_MS,
  });
  return { range, by, stats };
}
