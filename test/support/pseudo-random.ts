/** Pseudo-random numbers from a seed: mulberry32, by Tommy Ettinger (public domain). */
export function generator(seed: number) {
  let state = seed;
  const number = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (most: number) => Math.floor(number() * (most + 1));
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length - 1)]!;
  return { number, upTo, pick };
}
