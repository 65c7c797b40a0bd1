/** Lines around a change that are shown, too. */
const CONTEXT = 2;

type Line = { kind: " " | "-" | "+"; text: string };

/** The length of the longest common sequence from each pair of lines on. */
function commonLengths(before: string[], after: string[]) {
  const lengths = before.map(() => new Uint32Array(after.length + 1));
  lengths.push(new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const [row, next] = [lengths[i]!, lengths[i + 1]!];
      row[j] = before[i] === after[j] ? next[j + 1]! + 1 : Math.max(next[j]!, row[j + 1]!);
    }
  return lengths;
}

function changedLines(before: string[], after: string[]): Line[] {
  const lengths = commonLengths(before, after);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const isSame = i < before.length && j < after.length && before[i] === after[j];
    if (isSame) {
      lines.push({ kind: " ", text: before[i++]! });
      j++;
    } else if (
      i < before.length &&
      (j >= after.length || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)
    )
      lines.push({ kind: "-", text: before[i++]! });
    else lines.push({ kind: "+", text: after[j++]! });
  }
  return lines;
}

/** Cuts the lines that both texts begin, or end, with. */
function sharedEnds(before: string[], after: string[]) {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}

/**
 * The lines that differ between two texts, with `-` or `+` and a few around them. Empty if none do.
 */
export function diffLines(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const { head, tail } = sharedEnds(old, now);
  const lines: Line[] = [
    ...old.slice(0, head).map((text): Line => ({ kind: " ", text })),
    ...changedLines(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map((text): Line => ({ kind: " ", text })),
  ];
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== " "),
  );
  return lines.flatMap(({ kind, text }, index) => {
    if (isNear[index]) return [`${kind} ${text}`];
    return isNear[index - 1] ? ["  …"] : [];
  });
}
