import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import uPlot from "uplot";
import { useTheme } from "../style/theme";
import { useFormat } from "../texts/format";
import styles from "./chart.module.css";
import type { ChartSeries, PlotProps } from "./chart-series";
import { optionsOf, valuesOf } from "./plot-options";
import { intervalTexts } from "./time-axis";
import { useLatest } from "./use-latest";
import "./uplot.css";

const dark = matchMedia("(prefers-color-scheme: dark)");

const subscribe = (listener: () => void) => {
  dark.addEventListener("change", listener);
  return () => dark.removeEventListener("change", listener);
};

/** Changes whenever the colours do. */
function useScheme() {
  const isDark = useSyncExternalStore(subscribe, () => dark.matches);
  return `${useTheme()} ${isDark}`;
}

type Pointed = { index: number; x: number; isRight: boolean };

const looksOf = (series: readonly ChartSeries[]) =>
  series.map(({ name, color }) => `${name} ${color}`).join();

/** A canvas with the figures, and what it says of the interval under the pointer. */
export default function Plot(props: PlotProps) {
  const { kind, interval, timeZone, starts, series, height } = props;
  const format = useFormat();
  const scheme = useScheme();
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useLatest(props);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const looks = looksOf(series);

  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const onPoint = (u: uPlot) => {
      const { idx } = u.cursor;
      if (idx == null || (u.cursor.left ?? -1) < 0) return setPointed(null);
      const x = u.valToPos(idx, "x") + u.over.offsetLeft;
      setPointed({ index: idx, x, isRight: x > u.width / 2 });
    };
    const options = optionsOf(() => latest.current, format, box, onPoint);
    const made = new uPlot(options, valuesOf(latest.current), box);
    plot.current = made;
    const observer = new ResizeObserver(() => {
      if (box.clientWidth > 0) made.setSize({ width: box.clientWidth, height });
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
      setPointed(null);
    };
  }, [kind, interval, timeZone, looks, height, format, scheme]);

  useEffect(() => {
    plot.current?.setData(valuesOf(latest.current));
  }, [starts, series]);

  const at = pointed && starts[pointed.index];
  return (
    <div ref={frame} className={styles.frame}>
      {at && (
        <div
          className={styles.tip}
          data-side={pointed.isRight ? "left" : "right"}
          style={{ left: pointed.x }}
        >
          <p className={styles.tipTitle}>
            {intervalTexts(format.locale, interval, timeZone).full(at)}
          </p>
          {series.map(({ name, color, values }) => (
            <p key={name} className={styles.tipRow}>
              <span className={styles.swatch} style={{ background: `var(${color})` }} />
              {name}
              <strong>{format.number(values[pointed.index] ?? 0)}</strong>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
