import type { ScenarioDayStats, ScenarioStats } from "#client";

const DAY_MS = 86_400_000;

/** The last days, of UTC as the statistics count them, the oldest first. */
export const lastDays = (count: number, now = Date.now()) =>
  Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );

type Figure = Exclude<keyof ScenarioDayStats, "date">;

export const sumOf = (days: readonly ScenarioDayStats[], figure: Figure) =>
  days.reduce((sum, day) => sum + day[figure], 0);

/** The figure of each of these days; 0 where the statistics have none. */
export function seriesOf(stats: ScenarioStats, days: readonly string[], figure: Figure) {
  const byDate = new Map(stats.days.map((day) => [day.date, day[figure]]));
  return days.map((date) => ({ date, value: byDate.get(date) ?? 0 }));
}

/** Active runs that stand at any node. */
export const waitingIn = ({ nodes }: ScenarioStats) =>
  nodes.reduce((sum, { waiting }) => sum + waiting, 0);

/** A share of something; null of nothing. */
export const shareOf = (part: number, whole: number) => (whole > 0 ? part / whole : null);

/** The share of the runs through a branch of a split that reached its goal. */
export function conversionOf({ nodes }: ScenarioStats) {
  const branches = nodes.flatMap(({ branches }) => branches);
  const [runs, converted] = [
    branches.reduce((sum, branch) => sum + branch.runs, 0),
    branches.reduce((sum, branch) => sum + branch.converted, 0),
  ];
  return shareOf(converted, runs);
}
