import { BEGINS, type Machine, type Shift } from "./pattern-machine";
import type { PreparedText } from "./pattern-text";

// The search for a pattern in a text. It makes up most of the time that patterns take, hence its
// numbers in place of objects.

/** The places that are reached, one bit for each, and those that are reached next. */
let [state, next] = [new Int32Array(64), new Int32Array(64)];

/** True if a text has a match. */
export const finds = (machine: Machine, text: PreparedText) =>
  machine.words <= 1 ? findsInWord(machine, text) : findsInWords(machine, text);

function findsInWords(machine: Machine, text: PreparedText) {
  const { words, masksOf, shifts, jumps, start, begins, final } = machine;
  const { all, of } = masksOf(text);
  const { ids, between } = text;
  if (state.length < words) [state, next] = [new Int32Array(words), new Int32Array(words)];
  let isLive = false;
  for (let at = 0; at <= ids.length; at++) {
    for (let word = 0; word < words; word++) next[word] = start[word] as number;
    const given = between[at] as number;
    if (begins.length > 0 && jump(begins, 0, given)) return true;
    if (isLive) {
      for (let index = 0; index < shifts.length; index++) shift(shifts[index] as Shift, words);
      if (jumps.length > 0 && jumpAll(jumps, given)) return true;
    }
    if (at === ids.length) return false;
    const mask = (of[ids[at] as number] as number) * words;
    let [reached, over] = [0, 0];
    for (let word = 0; word < words; word++) {
      const those = (next[word] as number) & (all[mask + word] as number);
      next[word] = those;
      reached |= those;
      over |= those & (final[word] as number);
    }
    if (over !== 0) return true;
    isLive = reached !== 0;
    [state, next] = [next, state];
  }
  return false;
}

/** The same for a pattern of few places. */
function findsInWord({ masksOf, inWord, start, final }: Machine, text: PreparedText) {
  const { all, of } = masksOf(text);
  const { ids, between } = text;
  const { shifts, jumps, ends, first: possible, mayBeEmpty } = inWord;
  const [first, over] = [start[0] as number, final[0] as number];
  let reached = BEGINS;
  for (let at = 0; at <= ids.length; at++) {
    const mask = at < ids.length ? (all[of[ids[at] as number] as number] as number) : 0;
    if (reached === BEGINS && (possible & mask) === 0 && !mayBeEmpty) continue;
    let after = first;
    const given = between[at] as number;
    for (let one = 0; one < shifts.length; one += 2)
      after |= (reached & (shifts[one + 1] as number)) << (shifts[one] as number);
    for (let one = 0; one < jumps.length; one += 3) {
      const needs = jumps[one + 2] as number;
      if ((reached & (jumps[one] as number)) !== 0 && (given & needs) === needs)
        after |= jumps[one + 1] as number;
    }
    for (let one = 0; one < ends.length; one += 2) {
      const needs = ends[one + 1] as number;
      if ((reached & (ends[one] as number)) !== 0 && (given & needs) === needs) return true;
    }
    if ((after & mask & over) !== 0) return true;
    reached = (after & mask) | BEGINS;
  }
  return false;
}

function shift({ by, from }: Shift, words: number) {
  const [whole, bits] = [by >>> 5, by & 31];
  for (let at = 0; at + whole < words; at++) {
    const moved = (state[at] as number) & (from[at] as number);
    if (moved === 0) continue;
    const to = at + whole;
    next[to] = (next[to] as number) | (moved << bits);
    if (bits > 0 && to + 1 < words)
      next[to + 1] = (next[to + 1] as number) | (moved >>> (32 - bits));
  }
}

/** Makes each jump that begins at a place that is reached. True if one ends a match. */
function jumpAll(jumps: Int32Array, given: number) {
  for (let at = 0; at < jumps.length; ) {
    const from = jumps[at] as number;
    const parts = at + 3;
    let isReached = false;
    for (let part = parts; part < parts + 2 * from && !isReached; part += 2)
      isReached = ((state[jumps[part] as number] as number) & (jumps[part + 1] as number)) !== 0;
    if (isReached && jump(jumps, at, given)) return true;
    at = parts + 2 * from + 3 * (jumps[at + 1] as number) + (jumps[at + 2] as number);
  }
  return false;
}

/** Makes a jump. True if it ends a match. */
function jump(jumps: Int32Array, at: number, given: number) {
  const to = at + 3 + 2 * (jumps[at] as number);
  const ends = to + 3 * (jumps[at + 1] as number);
  for (let part = to; part < ends; part += 3) {
    const needs = jumps[part + 2] as number;
    if ((needs & given) !== needs) continue;
    const word = jumps[part] as number;
    next[word] = (next[word] as number) | (jumps[part + 1] as number);
  }
  for (let part = ends; part < ends + (jumps[at + 2] as number); part++) {
    const needs = jumps[part] as number;
    if ((needs & given) === needs) return true;
  }
  return false;
}
