import { useQuery } from "@tanstack/react-query";
import { getStats, getUsage, type StatsInterval } from "#client";
import { useLiveQueries } from "#console/live/live";
import { useClient } from "#console/session/session";

/** Events come by the hundred in a busy workspace. */
const SETTLE_MS = 3_000;
/** No event tells of clicks on base URLs. */
const BASE_CLICKS_MS = 60_000;
const WEEK = 7;

/** The days up to today, the newest last. Asks again when something happens. */
export function useDays() {
  const client = useClient();
  useLiveQueries(
    [
      ...(["message.received", "message.sent", "message.failed", "message.unknown"] as const),
      ...(["lead.created", "lead.deleted", "lead.stage_changed", "lead.opted_out"] as const),
      ...(["link.clicked", "run.started", "run.completed", "run.exited", "run.failed"] as const),
    ],
    [["stats"], ["usage", "stored"]],
    { settleMs: SETTLE_MS },
  );
  return useQuery({
    queryKey: ["stats"],
    queryFn: async ({ signal }) =>
      (await getStats({ client, query: { interval: "day" }, signal })).data.intervals,
    refetchInterval: BASE_CLICKS_MS,
  });
}

/** The numbers of leads, channels and the like in a workspace, which tick off its first steps. */
export function useStored() {
  const client = useClient();
  const today = new Date().toISOString().slice(0, 10);
  return useQuery({
    queryKey: ["usage", "stored"],
    // No event tells of a new channel or scenario.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await getUsage({ client, query: { from: today, to: today }, signal })).data.stored,
  });
}

export const FIGURES = {
  received: ({ messages }: StatsInterval) => messages.received,
  sent: ({ messages }: StatsInterval) => messages.sent,
  failed: ({ messages }: StatsInterval) => messages.failed,
  optOuts: ({ opt_outs }: StatsInterval) => opt_outs,
  clicks: ({ clicks }: StatsInterval) => clicks,
  started: ({ runs }: StatsInterval) => runs.started,
  ended: ({ runs }: StatsInterval) => runs.ended,
};
export type Figure = keyof typeof FIGURES;

export const leadsIn = ({ stages }: StatsInterval) =>
  stages.reduce((total, { leads }) => total + leads, 0);

const sum = (days: readonly StatsInterval[], figure: Figure) =>
  days.reduce((total, day) => total + FIGURES[figure](day), 0);

/** A figure's total of the last seven days, and of the seven before. */
export const weeksOf = (days: readonly StatsInterval[], figure: Figure) => ({
  now: sum(days.slice(-WEEK), figure),
  before: sum(days.slice(-2 * WEEK, -WEEK), figure),
});

/** The day a week before the newest. */
export const weekAgo = (days: readonly StatsInterval[]) => days.at(-1 - WEEK);
