const JITTER = 0.2;

/** A fifth more or less than `ms`. `random` is from 0 to 1. */
export const withJitter = (ms: number, random: number) =>
  Math.round(ms * (1 + JITTER * (2 * random - 1)));
