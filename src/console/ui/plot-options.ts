import uPlot from "uplot";
import type { Formats } from "../texts/format";
import type { ChartSeries, PlotProps } from "./chart-series";
import { intervalTexts, tickIndexes } from "./time-axis";

const TICK_WIDTH_PX = 72;
const TICK_HEIGHT_PX = 44;
const LEAST_TOP = 4;
const FONT_SIZE_PX = 12;
const STEPS = [1, 100, 10_000, 1_000_000].flatMap((unit) =>
  [1, 2, 5, 10, 20, 50].map((step) => step * unit),
);
const MOST_STEPS = 5;

/** The end of the axis: a round number, not far above the highest value. */
function topOf(highest: number) {
  const least = Math.max(highest, LEAST_TOP);
  const step = STEPS.find((size) => least / size <= MOST_STEPS) ?? least;
  return Math.ceil(least / step) * step;
}

/** The order in which series are drawn: of stacked bars the highest first, behind the others. */
const drawn = ({ kind, series }: PlotProps) => (kind === "bars" ? series.toReversed() : series);

/** The figures as uPlot takes them. Those of bars are stacked. */
export function valuesOf(props: PlotProps): uPlot.AlignedData {
  const { kind, starts, series } = props;
  const indexes = starts.map((_, index) => index);
  if (kind === "lines") return [indexes, ...series.map(({ values }) => [...values])];
  let below = indexes.map(() => 0);
  const stacked = series.map(({ values }) => {
    below = below.map((height, index) => height + (values[index] ?? 0));
    return below;
  });
  return [indexes, ...stacked.toReversed()];
}

/** Resolves colours of the style, which a canvas can't. */
function colorsOf(box: HTMLElement) {
  return (color: string) => {
    const probe = document.createElement("span");
    probe.style.color = color;
    box.append(probe);
    const resolved = getComputedStyle(probe).color;
    probe.remove();
    return resolved;
  };
}

function seriesOf(kind: PlotProps["kind"], { name, color }: ChartSeries): uPlot.Series {
  const solid = `var(${color})`;
  if (kind === "bars")
    return {
      label: name,
      fill: solid,
      width: 0,
      points: { show: false },
      ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.66, 28], radius: [0.2, 0] }) }),
    };
  return {
    label: name,
    stroke: solid,
    fill: `color-mix(in srgb, ${solid} 9%, transparent)`,
    width: 2,
    points: { show: false },
    ...(uPlot.paths.linear && { paths: uPlot.paths.linear() }),
  };
}

/** The options of the chart. `propsOf` gives the props at the time of drawing. */
export function optionsOf(
  propsOf: () => PlotProps,
  format: Formats,
  box: HTMLElement,
  onPoint: (plot: uPlot) => void,
): uPlot.Options {
  const props = propsOf();
  const isBars = props.kind === "bars";
  const resolve = colorsOf(box);
  const { tick } = intervalTexts(format.locale, props.interval, props.timeZone);
  const font = `${FONT_SIZE_PX}px ${getComputedStyle(box).fontFamily}`;
  const axis = { stroke: resolve("var(--soft)"), font, ticks: { show: false } };
  const startAt = (index: number) => propsOf().starts[index];
  return {
    width: box.clientWidth,
    height: props.height,
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: isBars ? { show: false } : { size: 8, width: 2 },
    },
    scales: {
      x: {
        time: false,
        range: () => {
          const last = propsOf().starts.length - 1;
          return isBars ? [-0.5, last + 0.5] : [0, Math.max(last, 1)];
        },
      },
      y: { range: (_, __, highest) => [0, topOf(highest ?? 0)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        gap: 8,
        grid: { show: false },
        splits: (plot) => {
          const { starts, interval } = propsOf();
          return tickIndexes(starts, interval, Math.max(2, plot.width / TICK_WIDTH_PX));
        },
        values: (_, splits) => splits.map((index) => tick(startAt(index) ?? "")),
      },
      {
        ...axis,
        gap: 8,
        size: (_, values) => 16 + 7 * Math.max(1, ...(values ?? []).map((text) => text.length)),
        space: TICK_HEIGHT_PX,
        incrs: STEPS,
        grid: { stroke: resolve("var(--line)"), width: 1 },
        values: (_, splits) => splits.map((value) => format.compact(value)),
      },
    ],
    series: [
      {},
      ...drawn(props)
        .map((shown) => seriesOf(props.kind, shown))
        .map((look) => ({
          ...look,
          ...(typeof look.stroke === "string" && { stroke: resolve(look.stroke) }),
          ...(typeof look.fill === "string" && { fill: resolve(look.fill) }),
        })),
    ],
    hooks: { setCursor: [onPoint] },
  };
}
