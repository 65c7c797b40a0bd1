import type { Reader } from "./pattern-program";
import { casesOf, LATIN, type PreparedText } from "./pattern-text";

// The places of a pattern that read a character, as bits.

/** The masks, one after another, and for the id of each character the number of its mask. */
type CharacterMasks = { all: Int32Array; of: Uint16Array };

/** Places that read the same. */
type Reading = { reader: Reader; bits: Int32Array };
/** The masks of a pattern, by their words. */
type Store = { all: Int32Array; words: number; numbers: Map<string, number> };

function readingsOf(readers: Reader[], words: number): Reading[] {
  const readings = new Map<Reader, Reading>();
  for (const [place, reader] of readers.entries()) {
    const reading = readings.get(reader) ?? { reader, bits: new Int32Array(words) };
    readings.set(reader, reading);
    const word = place >>> 5;
    reading.bits[word] = (reading.bits[word] ?? 0) | (1 << (place & 31));
  }
  return [...readings.values()];
}

/** The number of the mask that some readings make together. */
function numberOf(store: Store, readings: Reading[]) {
  const { words, numbers } = store;
  const mask = new Int32Array(words);
  for (const { bits } of readings)
    for (let word = 0; word < words; word++) mask[word] = (mask[word] ?? 0) | (bits[word] ?? 0);
  const key = mask.join();
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = numbers.size;
  numbers.set(key, number);
  if (store.all.length < (number + 1) * words) {
    const larger = new Int32Array(2 * (number + 1) * words);
    larger.set(store.all);
    store.all = larger;
  }
  store.all.set(mask, number * words);
  return number;
}

function readBy({ id, matchRune }: Reader, { others, read }: PreparedText) {
  const known = read.get(id);
  if (known) return known;
  const own = Uint8Array.from(others, (rune) => (matchRune(rune) ? 1 : 0));
  read.set(id, own);
  return own;
}

/** Returns a function that tells the masks of a text's characters, until it is asked anew. */
export function characterMasks(
  readers: Reader[],
  words: number,
): (text: PreparedText) => CharacterMasks {
  const store: Store = { all: new Int32Array(words), words, numbers: new Map() };
  const readings = readingsOf(readers, words);
  const numberFor = (rune: number) =>
    numberOf(
      store,
      readings.filter(({ reader }) => reader.matchRune(rune)),
    );
  // The mask of what no place reads is the first.
  numberOf(store, []);
  const ofLatin = Uint16Array.from({ length: LATIN }, (_, rune) => numberFor(rune));
  const byClasses = numbersByClasses(readings, store);
  const only = readings.flatMap(({ reader }) => reader.only ?? []);
  const sought = [...new Set(only.flatMap((rune) => [...casesOf(rune)]))];
  const bySought = new Map<number, number>();
  return (text) => {
    if (text.others.length === 0) return { all: store.all, of: ofLatin };
    const of = new Uint16Array(LATIN + text.others.length);
    of.set(ofLatin);
    byClasses(text, of);
    for (const rune of sought)
      for (const place of text.byCase.get(rune) ?? []) {
        const other = text.others[place] ?? 0;
        const number = bySought.get(other) ?? numberFor(other);
        bySought.set(other, number);
        of[LATIN + place] = number;
      }
    return { all: store.all, of };
  };
}

/** Numbers for the combinations of that many classes are kept in a list. */
const MAX_LISTED = 8;

/** For each of a text's other characters, a code of the classes that have it. */
let codes = new Float64Array(1_024);

/** Returns a function that sets the masks of characters by the classes that have them. */
function numbersByClasses(readings: Reading[], store: Store) {
  const classes = readings.filter(({ reader }) => reader.only === null);
  const listed = new Int32Array(classes.length <= MAX_LISTED ? 1 << classes.length : 0);
  const others = new Map<number, number>();
  const newNumber = (code: number, place: number, reads: Uint8Array[]) => {
    const number = numberOf(
      store,
      classes.filter((_, index) => reads[index]?.[place] === 1),
    );
    if (code < listed.length) listed[code] = number;
    else others.set(code, number);
    return number;
  };
  return (text: PreparedText, of: Uint16Array) => {
    const count = text.others.length;
    const reads = classes.map(({ reader }) => readBy(reader, text));
    if (codes.length < count) codes = new Float64Array(count);
    codes.fill(0, 0, count);
    for (const read of reads)
      for (let place = 0; place < count; place++)
        codes[place] = 2 * (codes[place] as number) + (read[place] as number);
    for (let place = 0; place < count; place++) {
      const code = codes[place] as number;
      if (code === 0) continue;
      const known = code < listed.length ? listed[code] : others.get(code);
      of[LATIN + place] = known || newNumber(code, place, reads);
    }
  };
}
