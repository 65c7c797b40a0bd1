import { RE2JS } from "re2js";
import { LATIN, needs } from "./pattern-text";

// A pattern as RE2 compiles it, without the steps that read nothing: places that read a character,
// and the places that may come next.

const CONTRADICTION = needs.boundary | needs.noBoundary;

/** An instruction of RE2. `out` and `arg` are the next ones, or `arg` what is needed to go on. */
type Instruction = {
  op: number;
  out: number;
  arg: number;
  runes: Int32Array;
  matchRune: (rune: number) => boolean;
};
/** The codes of instructions in re2js. */
const [ALT, ALT_MATCH, CAPTURE, EMPTY_WIDTH, MATCH, NOP, RUNE, RUNE_ANY_NOT_NL] = [
  ...[1, 2, 3, 4, 6, 7, 8, 11],
] as const;

/** A program without what comes behind a match: `a{1,100}` finds what `a` finds. */
function withoutRest({ begins, places: all }: Program): Program {
  const places = all.map((one) => {
    const end = one.next.find((edge) => edge.place === END && edge.needs === 0);
    return end ? { ...one, next: [end] } : one;
  });
  const reached = new Map([[END, END]]);
  const pending = [...begins];
  for (let edge = pending.pop(); edge; edge = pending.pop()) {
    if (reached.has(edge.place)) continue;
    reached.set(edge.place, 0);
    pending.push(...(places[edge.place - 1]?.next ?? []));
  }
  const left = places.filter((_, index) => reached.has(index + 1));
  for (const [index, place] of [...reached.keys()].toSorted((a, b) => a - b).entries())
    reached.set(place, index);
  const renumbered = (edges: Edge[]) =>
    edges.map((edge) => ({ ...edge, place: reached.get(edge.place) ?? END }));
  return {
    begins: renumbered(begins),
    places: left.map(({ reader, next }) => ({ reader, next: renumbered(next) })),
  };
}

/** The flag of an instruction that reads small and large letters. */
const IGNORES_CASE = 1;

const reads = ({ op }: Instruction) => op >= RUNE && op <= RUNE_ANY_NOT_NL;

/** A step to the place that comes next: 0 is the end of a match, others are 1 + their index. */
export type Edge = { place: number; needs: number };
export const END = 0;
const KINDS_OF_NEEDS = 64;

/**
 * A character or a class of them, which a place reads. `only`: those beyond Latin, but for their
 * case; null if they are many.
 */
export type Reader = { id: number; only: number[] | null; matchRune: (rune: number) => boolean };
export type Program = { begins: Edge[]; places: { reader: Reader; next: Edge[] }[] };

/** The most edges of a program: those of `(a?){n}` grow with the square of `n`. */
const MAX_EDGES = 100_000;

/** Compiles a pattern, ignoring case; null if it branches too much. Throws if it is malformed. */
export function programOf(pattern: string, maxSize: number): Program | null {
  const { prog } = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).re2Input;
  const all: Instruction[] = prog.inst;
  if (all.length > maxSize) return null;
  const placeOf = new Map<number, number>();
  for (const [index, one] of all.entries()) if (reads(one)) placeOf.set(index, placeOf.size + 1);
  let edges = 0;
  const follow = (from: number) => {
    if (edges > MAX_EDGES) return [];
    const found = edgesFrom(from, all, placeOf);
    edges += found.length;
    return found;
  };
  const begins = follow(prog.start);
  const places = [...placeOf.keys()].flatMap((index) => {
    const one = all[index];
    return one ? [{ reader: readerOf(one), next: follow(one.out) }] : [];
  });
  return edges > MAX_EDGES ? null : withoutRest({ begins, places });
}

/** The readers of all patterns: most of them look for the same letters and classes. */
const readers = new Map<string, Reader>();
const MAX_READERS = 2_000;
/** A repeated class has one list of ranges. */
const byRunes = new WeakMap<Int32Array, Reader>();
let ids = 0;

/** The most characters that are looked for one by one. */
const FEW = 16;

/** The characters of ranges beyond Latin, or the only character, if there are few. */
function fewIn(runes: Int32Array) {
  if (runes.length === 1) return [...runes];
  const few: number[] = [];
  for (let at = 0; at < runes.length; at += 2) {
    const last = runes[at + 1] ?? 0;
    for (let rune = Math.max(runes[at] ?? 0, LATIN); rune <= last; rune++)
      if (few.push(rune) > FEW) return null;
  }
  return few;
}

function readerOf(one: Instruction): Reader {
  const { runes } = one;
  const known = runes.length > 1 ? byRunes.get(runes) : undefined;
  if (known) return known;
  const key = runes.length === 1 ? `${one.arg & IGNORES_CASE} ${runes[0]}` : runes.join();
  const reader = readers.get(key) ?? {
    ...{ id: ++ids, only: fewIn(runes) },
    matchRune: (rune: number) => one.matchRune(rune),
  };
  if (readers.size >= MAX_READERS) readers.clear();
  readers.set(key, reader);
  byRunes.set(runes, reader);
  return reader;
}

/** The edges that lead on from an instruction, each with as little needed as possible. */
function edgesFrom(from: number, all: Instruction[], placeOf: Map<number, number>): Edge[] {
  const seen = new Map<number, number[]>();
  const found = new Map<number, Edge>();
  const pending = [from * KINDS_OF_NEEDS];
  for (let code = pending.pop(); code !== undefined; code = pending.pop()) {
    const index = Math.floor(code / KINDS_OF_NEEDS);
    const needed = code % KINDS_OF_NEEDS;
    const one = all[index];
    const before = seen.get(index) ?? [];
    if (!one || before.some((less) => (less & needed) === less)) continue;
    seen.set(index, [...before, needed]);
    const go = (to: number, more = 0) => pending.push(to * KINDS_OF_NEEDS + (needed | more));
    const place = reads(one) ? placeOf.get(index) : one.op === MATCH ? END : undefined;
    if (place !== undefined) found.set(place * KINDS_OF_NEEDS + needed, { place, needs: needed });
    else if (one.op === ALT || one.op === ALT_MATCH) go(one.arg) && go(one.out);
    else if (one.op === CAPTURE || one.op === NOP) go(one.out);
    else if (one.op === EMPTY_WIDTH && ((needed | one.arg) & CONTRADICTION) !== CONTRADICTION)
      go(one.out, one.arg);
  }
  return [...found.values()];
}
