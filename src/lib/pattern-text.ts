// A text that patterns are looked for in, prepared once for all of them.

/** The demands that RE2 makes on the place between two characters. */
export const needs = {
  ...{ lineBegins: 1, lineEnds: 2, textBegins: 4, textEnds: 8, boundary: 16, noBoundary: 32 },
} as const;

/** The characters of Latin have an id of their own. */
export const LATIN = 256;

/**
 * A text as the ids of its characters: itself of one of Latin, and for others LATIN and the place
 * among `others`. `between`: what of a pattern's needs is there in front of each character, and at
 * the end.
 */
export type PreparedText = {
  ids: Uint16Array;
  between: Uint8Array;
  others: number[];
  /** The places among `others` of those that are a character but for its case. */
  byCase: Map<number, number[]>;
  /** By the id of a reader, 1 for each of the others that it reads. */
  read: Map<number, Uint8Array>;
};

const WORD = /[\p{L}\p{M}\p{N}_]/u;
/** By character: 1 if it belongs to a word, 2 if not, 0 while that is not known. */
const known = new Uint8Array(0x1_0000);

function isWord(rune: number) {
  if (rune > 0xffff) return WORD.test(String.fromCodePoint(rune));
  if (known[rune] === 0) known[rune] = WORD.test(String.fromCharCode(rune)) ? 1 : 2;
  return known[rune] === 1;
}

const [FIRST, LAST] = [needs.textBegins | needs.lineBegins, needs.textEnds | needs.lineEnds];
const NEW_LINE = 10;

function betweenAll(runes: number[]) {
  const between = new Uint8Array(runes.length + 1);
  let wasWord = false;
  for (let at = 0; at < runes.length; at++) {
    const rune = runes[at] ?? 0;
    const isOfWord = isWord(rune);
    between[at] =
      (at === 0 ? FIRST : runes[at - 1] === NEW_LINE ? needs.lineBegins : 0) |
      (rune === NEW_LINE ? needs.lineEnds : 0) |
      (isOfWord === wasWord ? needs.noBoundary : needs.boundary);
    wasWord = isOfWord;
  }
  between[runes.length] =
    (runes.length === 0 ? FIRST : runes.at(-1) === NEW_LINE ? needs.lineBegins : 0) |
    (LAST | (wasWord ? needs.boundary : needs.noBoundary));
  return between;
}

/** The character, and its small and large forms that are one character. */
export function casesOf(rune: number) {
  const own = String.fromCodePoint(rune);
  const cases = [own, own.toLowerCase(), own.toUpperCase()];
  return new Set(
    cases.filter((one) => [...one].length === 1).map((one) => one.codePointAt(0) ?? 0),
  );
}

export function prepareText(text: string): PreparedText {
  const runes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const rune = text.codePointAt(at) ?? 0;
    if (rune > 0xffff) at++;
    runes.push(rune);
  }
  const ids = new Uint16Array(runes.length);
  const places = new Map<number, number>();
  for (let at = 0; at < runes.length; at++) {
    const rune = runes[at] ?? 0;
    if (rune >= LATIN && !places.has(rune)) places.set(rune, places.size);
    ids[at] = rune < LATIN ? rune : LATIN + (places.get(rune) ?? 0);
  }
  const byCase = new Map<number, number[]>();
  for (const [rune, place] of places)
    for (const one of casesOf(rune)) byCase.set(one, [...(byCase.get(one) ?? []), place]);
  const others = [...places.keys()];
  return { ids, between: betweenAll(runes), others, byCase, read: new Map() };
}

/**
 * The characters that another text has in place of a text's own, if nothing else is different;
 * null if more is.
 */
export function replacedIn(one: PreparedText, other: PreparedText) {
  if (one.ids.length !== other.ids.length) return null;
  const runeAt = ({ ids, others }: PreparedText, at: number) => {
    const id = ids[at] ?? 0;
    return id < LATIN ? id : (others[id - LATIN] ?? 0);
  };
  const replaced = new Map<number, number>();
  for (let at = 0; at < one.ids.length; at++) {
    if (one.between[at] !== other.between[at]) return null;
    const [own, its] = [runeAt(one, at), runeAt(other, at)];
    if (own !== its && (replaced.get(own) ?? its) !== its) return null;
    if (own !== its) replaced.set(own, its);
  }
  return [...replaced];
}
