/** The quantile: the value below which this share of the values lies. */
export const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

export const median = (values) => percentile(values, 0.5);

const BOUNDS = {
  atLeast: { sign: "≥", holds: (value, bound) => value >= bound },
  atMost: { sign: "≤", holds: (value, bound) => value <= bound },
  exactly: { sign: "=", holds: (value, bound) => value === bound },
};

/**
 * Adds a verdict to a row by bars such as `{ share: { atLeast: 0.8 } }`. Without bars there is
 * none.
 */
export function withVerdict(row, bars = {}) {
  const judgements = Object.entries(bars).map(([figure, bar]) => {
    const [[kind, bound]] = Object.entries(bar);
    const { sign, holds } = BOUNDS[kind];
    return { figure, text: `${figure} ${sign} ${bound}`, held: holds(row[figure], bound) };
  });
  if (judgements.length === 0) return row;
  const missed = judgements.filter(({ held }) => !held).map(({ figure }) => figure);
  return {
    ...row,
    bar: judgements.map(({ text }) => text).join(", "),
    verdict: missed.length === 0 ? "pass" : `MISS ${missed.join(", ")}`,
  };
}

export const isMiss = ({ verdict = "" }) => verdict.startsWith("MISS");
