/** The most further pairs. */
const MAX_FURTHER = 200;

/**
 * Pairs of the values of two lists: each value once at least, and a bounded number of further ones.
 * A trigger looks for each by itself, so that one which fits the first pairs fits all.
 */
export function pairsOf<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
): [One, Other][] {
  const pairs = (some: readonly One[], more: readonly Other[]) =>
    some.flatMap((one) => more.map((other): [One, Other] => [one, other]));
  const rows = Math.ceil(MAX_FURTHER / Math.max(others.length, 1));
  return [
    ...pairs(ones, others.slice(0, 1)),
    ...pairs(ones.slice(0, 1), others.slice(1)),
    ...pairs(ones.slice(1, rows + 1), others.slice(1)).slice(0, MAX_FURTHER),
  ];
}
