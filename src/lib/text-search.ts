import { spend } from "./work";

// A search for tens of thousands of texts in one, in a single pass: at each place of the text it is
// looked up whether one of those sought begins there, once for each of their lengths. So the time
// grows with the text and the number of lengths alone, whatever they have in common.

/** Where a text may stand: anywhere, at the start, or with no letter, digit or mark beside it. */
export type Place = "anywhere" | "start" | "word";
/** A text that is looked for, and the key under which it is found. */
export type Sought = { key: string; place: Place; text: string };

/** The scripts that write no blanks between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const OF_WORDS = /[\p{L}\p{N}\p{M}]/u;

const goesOn = (character: string) => OF_WORDS.test(character) && !UNSPACED.test(character);

/** By code unit: 1 if a word goes on with the character, 2 if not, 0 while that is not known. */
const units = new Uint8Array(0x1_0000);

/**
 * For each code unit of a text, 1 if its character belongs to a word that has blanks around it. The
 * first and the last value are those of what is around the text.
 */
function wordsIn(text: string) {
  const isOn = new Uint8Array(text.length + 2);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (units[unit] === 0) units[unit] = goesOn(text.charAt(at)) ? 1 : 2;
    isOn[at + 1] = units[unit] === 1 ? 1 : 0;
    const code = text.codePointAt(at) ?? unit;
    if (code !== unit) isOn.fill(goesOn(String.fromCodePoint(code)) ? 1 : 0, at + 1, ++at + 2);
  }
  return isOn;
}

const BASE = 0x2545_f491;

/** The hashes of a text's beginnings: of one that is a unit longer than another by one step. */
function beginningsOf(text: string) {
  const hashes = new Int32Array(text.length + 1);
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    hash = (Math.imul(hash, BASE) + text.charCodeAt(at) + 1) | 0;
    hashes[at + 1] = hash;
  }
  return hashes;
}

/** The hash of a part of a text, by those of the beginnings. */
const hashOf = (beginnings: Int32Array, at: number, length: number) =>
  ((beginnings[at + length] ?? 0) - Math.imul(beginnings[at] ?? 0, powers[length] ?? 0)) | 0;

/** The longest text that is looked for. */
const MAX_LENGTH = 4_096;
const powers = new Int32Array(MAX_LENGTH + 1).fill(1);
for (let at = 1; at <= MAX_LENGTH; at++) powers[at] = Math.imul(powers[at - 1] ?? 1, BASE);

/** A set of hashes, of which it has some more by chance. */
function hashSet(hashes: number[]) {
  const shift = 32 - Math.ceil(Math.log2(16 * hashes.length + 32));
  const bits = new Int32Array(2 ** (27 - shift));
  const placeOf = (hash: number) => Math.imul(hash, 0x9e37_79b1) >>> shift;
  for (const hash of hashes) {
    const place = placeOf(hash);
    bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << place);
  }
  return (hash: number) => {
    const place = placeOf(hash);
    return ((bits[place >>> 5] ?? 0) & (1 << place)) !== 0;
  };
}

/** A text and its keys, by place. */
type Entry = { text: string } & { [P in Place]?: string };

function entriesOf(sought: Iterable<Sought>) {
  const entries = new Map<string, Entry>();
  for (const { key, place, text } of sought) {
    const entry = entries.get(text) ?? { text };
    entry[place] = key;
    entries.set(text, entry);
  }
  return entries;
}

/** The lengths of the texts that may stand at one of the places, the shortest first. */
function lengthsOf(entries: Entry[], places: Place[]) {
  const those = entries.filter((one) => places.some((place) => one[place]));
  return Int32Array.from(new Set(those.map(({ text }) => text.length))).sort();
}

/** Texts are looked up in full where a text begins so. */
const HEAD = 4;

/** Returns a function that finds the keys of those sought texts that a text has. */
export function searchFor(sought: Iterable<Sought>): (text: string) => Set<string> {
  const byText = entriesOf(sought);
  const entries = [...byText.values()];
  const beginnings = entries.map(({ text }) => beginningsOf(text));
  const mayHave = hashSet(beginnings.map((hashes) => hashes.at(-1) ?? 0));
  const mayBegin = hashSet(beginnings.map((hashes) => hashes[HEAD] ?? 0));
  const everywhere = lengthsOf(entries, ["anywhere"]);
  const atWords = lengthsOf(entries, ["anywhere", "word"]);
  const atStart = lengthsOf(entries, ["anywhere", "word", "start"]);
  return (text) => {
    const found = new Set<string>();
    const [hashes, isOn] = [beginningsOf(text), wordsIn(text)];
    const isFree = (at: number) => isOn[at] === 0 || isOn[at + 1] === 0;
    let lookups = text.length;
    for (let at = 0; at < text.length; at++) {
      const lengths = at === 0 ? atStart : isFree(at) ? atWords : everywhere;
      for (let index = 0; index < lengths.length; index++) {
        const length = lengths[index] ?? 0;
        if (at + length > text.length) break;
        if (length >= HEAD && !mayBegin(hashOf(hashes, at, HEAD))) break;
        lookups++;
        if (!mayHave(hashOf(hashes, at, length))) continue;
        const { anywhere, start, word } = byText.get(text.slice(at, at + length)) ?? NOTHING;
        if (anywhere) found.add(anywhere);
        if (start && at === 0) found.add(start);
        if (word && isFree(at) && isFree(at + length)) found.add(word);
      }
    }
    spend(lookups);
    return found;
  };
}

const NOTHING: Omit<Entry, "text"> = {};
