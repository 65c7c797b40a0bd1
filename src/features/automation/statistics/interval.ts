/** A share, and the bounds between which it lies with a confidence of 95 %. */
export type Share = { share: number; low: number; high: number };

/** The standard normal distribution has 95 % of its mass within this distance of its mean. */
const Z = 1.959963984540054;

/** The Wilson score interval of `hits` among `trials`; null without trials. */
export function shareOf(hits: number, trials: number): Share | null {
  if (trials <= 0) return null;
  const share = Math.min(1, hits / trials);
  const scale = 1 + Z ** 2 / trials;
  const middle = share + Z ** 2 / (2 * trials);
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2));
  return {
    share: rounded(share),
    low: rounded(Math.max(0, (middle - spread) / scale)),
    high: rounded((middle + spread) / scale),
  };
}

const rounded = (value: number) => Number(value.toFixed(4));
