const WIDTH = 96;
const HEIGHT = 28;
const EDGE = 2;

/** The points of a line through values, within the drawing. */
function pointsOf(values: readonly number[]) {
  const highest = Math.max(1, ...values);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  return values.map(
    (value, index) =>
      [EDGE + index * step, HEIGHT - EDGE - (value / highest) * (HEIGHT - 2 * EDGE)] as const,
  );
}

/** A small line that shows how values went, beside the number that says it. It can be stretched. */
export function Sparkline({
  values,
  color = "var(--accent)",
}: {
  values: readonly number[];
  color?: string;
}) {
  const line = pointsOf(values)
    .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(" ");
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      preserveAspectRatio="none"
      style={{ color }}
      aria-hidden="true"
    >
      <polygon
        points={`${EDGE},${HEIGHT} ${line} ${WIDTH - EDGE},${HEIGHT}`}
        fill="currentColor"
        opacity="0.12"
      />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
