const MAX_CHARACTERS = 64;
/** A name that holds the other one counts as near from this length on: `stage`, `tag`. */
const MIN_PART_CHARACTERS = 3;

/**
 * The known name that a misspelt one resembles most, without regard to case; undefined if none is
 * near: at most a third of its characters may differ, or at most `most`. Two that are swapped
 * count as one.
 */
export function nearest(name: string, known: Iterable<string>, most?: number): string | undefined {
  if (name.length > MAX_CHARACTERS) return undefined;
  const sought = name.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = distanceWithin(sought, candidate.toLowerCase(), most);
    if (distance !== undefined && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { name: candidate, distance };
  }
  return best?.name;
}

/**
 * The distance of two names that are near each other. With `most`, a part is not near its whole.
 */
function distanceWithin(a: string, b: string, most?: number): number | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const limit = most ?? Math.max(1, Math.floor(long.length / 3));
  const isPart = most === undefined && short.length >= MIN_PART_CHARACTERS && long.includes(short);
  const isFar = long.length - short.length > limit || long.length > MAX_CHARACTERS;
  const distance = isFar ? limit + 1 : editDistance(a, b);
  if (distance <= limit) return distance;
  return isPart ? limit : undefined;
}

/**
 * The insertions, deletions, replacements and swaps of neighbours that turn one text into the other
 * (optimal string alignment).
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const differs = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + differs,
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last[b.length] ?? 0;
}
