import type { Interval } from "#client";

/** A token of the style. */
export type ChartColor = "--accent" | "--blue" | "--amber" | "--red" | "--purple" | "--faint";
export type ChartSeries = { name: string; color: ChartColor; values: readonly number[] };

/** Bars of several series are stacked. */
type ChartKind = "lines" | "bars";

export type PlotProps = {
  kind: ChartKind;
  interval: Interval;
  /** The time zone of the days. Defaults to UTC. */
  timeZone?: string;
  /** The beginnings of the intervals, as ISO 8601. */
  starts: readonly string[];
  series: readonly ChartSeries[];
  height: number;
};
