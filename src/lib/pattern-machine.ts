import { characterMasks } from "./pattern-masks";
import { type Edge, END, type Program, type Reader } from "./pattern-program";

// A pattern as bits: one for each of its places, 32 in a word. All places that a text may have
// reached are followed at once, so the time of a character is bounded by the number of words, and
// by the jumps, which are few: most places lead to the next one or to themselves.

/** Places that lead to those that are so many further on. */
export type Shift = { by: number; from: Int32Array };
/** Places that lead to the same ones, or to the end of a match, if what they need is there. */
export type Jump = { from: Part[]; to: (Part & { needs: number })[]; ends: number[] };
type Part = { word: number; bits: number };

export type Machine = {
  words: number;
  readers: Reader[];
  masksOf: ReturnType<typeof characterMasks>;
  shifts: Shift[];
  /** As `flat` writes them. */
  jumps: Int32Array;
  /** The places that may be first, in front of any character, and those that need something. */
  start: Int32Array;
  begins: Int32Array;
  /** The places at which a match is over. */
  final: Int32Array;
  /**
   * The same for a single word; `BEGINS` is a place that leads to those of `begins`. `first`: those
   * that may be first at all.
   */
  inWord: ReturnType<typeof asWord> & { first: number; mayBeEmpty: boolean };
  /** The operations that a character takes at most. */
  cost: number;
  /** About how many numbers it is made of. */
  size: number;
};

const wordOf = (index: number) => index >>> 5;
const bitOf = (index: number) => 1 << (index & 31);

function bitsOf(indexes: Iterable<number>, words: number) {
  const bits = new Int32Array(words);
  for (const index of indexes) bits[wordOf(index)] = (bits[wordOf(index)] ?? 0) | bitOf(index);
  return bits;
}

const partsOf = (indexes: Iterable<number>, words: number): Part[] =>
  [...bitsOf(indexes, words)].flatMap((bits, word) => (bits === 0 ? [] : { word, bits }));

const isFree = (edge: Edge) => edge.needs === 0;

function jumpOf(from: Iterable<number>, edges: Edge[], words: number): Jump {
  const ahead = edges.filter(({ place }) => place !== END);
  const to = [...Map.groupBy(ahead, (edge) => edge.needs)].flatMap(([needs, those]) =>
    partsOf(
      those.map(({ place }) => place - 1),
      words,
    ).map((part) => ({ ...part, needs })),
  );
  const ends = edges.filter(({ place }) => place === END).map((edge) => edge.needs);
  return { from: partsOf(from, words), to, ends };
}

/** Jumps as numbers, one after another: how many parts of each kind they have, and the parts. */
const flat = (jumps: Jump[]) =>
  Int32Array.from(
    jumps.flatMap(({ from, to, ends }) => [
      ...[from.length, to.length, ends.length],
      ...from.flatMap(({ word, bits }) => [word, bits]),
      ...to.flatMap(({ word, bits, needs }) => [word, bits, needs]),
      ...ends,
    ]),
  );

/** The numbers of places that an edge leads on, the most frequent first. */
function distancesOf(places: Program["places"]) {
  const counts = new Map<number, number>();
  for (const [index, { next }] of places.entries())
    for (const { place, needs } of next) {
      const by = place - 1 - index;
      if (needs === 0 && place !== END && by >= 0) counts.set(by, (counts.get(by) ?? 0) + 1);
    }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([by]) => by);
}

/** The operations of jumps and shifts, of which one takes about as long as another. */
const costOf = (jumps: Jump[], shifts: number, words: number) =>
  words === 1
    ? jumps.reduce((sum, { to, ends }) => sum + to.length + ends.length, shifts)
    : jumps.reduce(
        (sum, { from, to, ends }) => sum + 2 * (2 + from.length + to.length + ends.length),
        2 * shifts * words,
      );

/** The edges of places as shifts by these distances, and the others as jumps. */
function edgesBy(places: Program["places"], distances: number[], words: number) {
  const shifted = new Map<number, number[]>(distances.map((by) => [by, []]));
  const jumping = new Map<string, { from: number[]; edges: Edge[] }>();
  for (const [index, { next }] of places.entries()) {
    const edges = next.filter((edge) => {
      const from = isFree(edge) && edge.place !== END && shifted.get(edge.place - 1 - index);
      if (from) from.push(index);
      return !from;
    });
    if (edges.length === 0) continue;
    const key = edges.map(({ place, needs }) => `${place} ${needs}`).join();
    const same = jumping.get(key);
    if (same) same.from.push(index);
    else jumping.set(key, { from: [index], edges });
  }
  const jumps = [...jumping.values()].map(({ from, edges }) => jumpOf(from, edges, words));
  const shifts = [...shifted].map(([by, from]) => ({ by, from: bitsOf(from, words) }));
  return { shifts, jumps, cost: costOf(jumps, shifts.length, words) };
}

/** The numbers of shifts that are tried: more of them may spare jumps. */
const SHIFTS = [0, 1, 2, 4, 8];

/** Of a pattern in a single word: it is always reached. */
export const BEGINS = 1 << 31;

/** Shifts, jumps and ends as numbers. */
function asWord(shifts: Shift[], jumps: Jump[]) {
  const fromOf = ({ from }: Jump) => from[0]?.bits ?? BEGINS;
  return {
    shifts: Int32Array.from(shifts.flatMap(({ by, from }) => [by, from[0] ?? 0])),
    jumps: Int32Array.from(
      jumps.flatMap((one) => one.to.flatMap(({ bits, needs }) => [fromOf(one), bits, needs])),
    ),
    ends: Int32Array.from(
      jumps.flatMap((one) => one.ends.flatMap((needs) => [fromOf(one), needs])),
    ),
  };
}

/** The cheapest edges of the places of a program, and those at which a match is over. */
function reduced(all: Program["places"], words: number) {
  const isFinal = ({ next }: Program["places"][number]) =>
    next.some((edge) => edge.place === END && isFree(edge));
  const final = all.flatMap((one, index) => (isFinal(one) ? [index] : []));
  const places = all.map((one) => (isFinal(one) ? { ...one, next: [] } : one));
  const distances = distancesOf(places);
  const edges = SHIFTS.map((count) => edgesBy(places, distances.slice(0, count), words)).reduce(
    (best, one) => (one.cost < best.cost ? one : best),
  );
  return { ...edges, final: bitsOf(final, words) };
}

/** Builds the machine of a program. */
export function machineOf({ begins, places }: Program): Machine {
  const words = Math.ceil((places.length + 1) / 32);
  const { shifts, jumps, final, cost } = reduced(places, words);
  const [free, bound] = [begins.filter(isFirst), begins.filter((edge) => !isFirst(edge))];
  const first = free.map(({ place }) => place - 1);
  const begin = bound.length > 0 ? [jumpOf([], bound, words)] : [];
  const flatJumps = flat(jumps);
  const readers = places.map(({ reader }) => reader);
  return {
    words,
    readers: [...new Set(readers)],
    masksOf: characterMasks(readers, words),
    ...{ shifts, final, jumps: flatJumps, start: bitsOf(first, words), begins: flat(begin) },
    inWord: {
      ...asWord(shifts, [...jumps, ...begin]),
      first: begin.reduce((bits, { to }) => bits | union(to), union(partsOf(first, words))),
      mayBeEmpty: begin.some(({ ends }) => ends.length > 0),
    },
    cost: cost + costOf(begin, 0, words) + (words === 1 ? 3 : 4 + 4 * words),
    size: SIZE + SIZE_OF_WORD * words + flatJumps.length,
  };
}

const isFirst = (edge: Edge) => isFree(edge) && edge.place !== END;

const union = (parts: Part[]) => parts.reduce((all, { bits }) => all | bits, 0);

/** About how many numbers a machine has besides its jumps, and for each of its words. */
const [SIZE, SIZE_OF_WORD] = [500, 100];
