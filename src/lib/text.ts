/** Length in Unicode code points, by which the API limits texts. */
export const codePoints = (text: string) => {
  let length = 0;
  for (const _ of text) length++;
  return length;
};

const encoder = new TextEncoder();

/** Length in bytes of UTF-8. */
export const utf8Bytes = (text: string) => encoder.encode(text).byteLength;

/** A text without the characters that nobody sees, such as marks of direction and soft hyphens. */
export const withoutInvisible = (text: string) => text.replace(/\p{Cf}/gu, "");

/** The zeros of the scripts that people type digits in. The other nine digits follow each. */
const ZEROS = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50],
  ...[0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10],
];

/** The text with the digits of every common script as 0 to 9. */
export const withPlainDigits = (text: string) =>
  text.replace(/[^\0-\x7f\P{Nd}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? character : String(code - zero);
  });

/**
 * The marks that keyboards and word processors put in place of others: quotes, hyphens and dashes,
 * blanks of any kind and number, and what nobody sees (marks of direction, soft hyphens, variation
 * selectors, fillers). The tags that tell the flags of England and Scotland apart stay.
 */
const PLAIN: [RegExp, string][] = [
  [/(?![\u{e0020}-\u{e007f}])[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]/gu, ""],
  [/[‘’‚‛ʼʻʹ′`´‹›׳＇]/g, "'"],
  [/[“”„‟″«»〝〞״＂]/g, '"'],
  [/[‐‑‒–—―−⁃﹘﹣－]/g, "-"],
  [/[\s\u2800]+/g, " "],
];

/** A text with the plain form of typographic marks: `J’ai  vu` becomes `J'ai vu`. */
export const withPlainMarks = (text: string) =>
  PLAIN.reduce((plain, [marks, mark]) => plain.replace(marks, mark), text);

/** The first `max` code points of a text. */
export const cut = (text: string, max: number) =>
  text.length <= max
    ? text
    : Array.from(text.slice(0, 2 * max))
        .slice(0, max)
        .join("");

/** Trims a text, and turns a blank one into null; returns any other value unchanged. */
export const trimmed = (value: unknown) =>
  typeof value === "string" ? value.trim() || null : value;

/** Folds case by character, so that a final sigma or a sharp s equals its other spellings. */
export const foldCase = (text: string) =>
  text
    .normalize("NFC")
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(CASED, (letter) => letter.toLowerCase().toUpperCase().toLowerCase())
    .normalize("NFC");

const CASED = /[^\0-\x7fı\P{Cased}]|[^\0-\x7fı\P{CWCM}]/gu;

const LETTERS: Record<string, string> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
};

/** The points that Arabic and Hebrew are mostly written without, and the stroke between letters. */
const POINTS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0655\u0670]/g;

/**
 * Folds case, accents and typographic marks for search: `Élodie d’Arc` becomes `elodie d'arc`.
 * Removes the diacritics of Latin, Greek and Cyrillic and the points of Arabic and Hebrew, but not
 * the vowel signs of other scripts. Digits become 0 to 9.
 */
export const foldText = (text: string) =>
  /[^\0-\x7f]/.test(text) ? foldAny(text) : foldPlain(text);

/** Folds a text of ASCII, as `foldAny` does. */
const foldPlain = (text: string) => text.replace(/`/g, "'").replace(/\s+/g, " ").toLowerCase();

const foldAny = (text: string) =>
  foldCase(
    withPlainMarks(withPlainDigits(withPlainMarks(text).normalize("NFKD")))
      .replace(/[\u0300-\u036f]/g, "")
      .replace(POINTS, ""),
  )
    .replace(/[øæœłđðþıħ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");

/** Folds what a person writes, to look for words in it: as `foldText`, and without skin tones. */
export const foldWritten = (text: string) => foldText(text.replace(/\p{EMod}/gu, "")).trim();

/** Folds a label for uniqueness: case and typographic marks, but not accents. */
export const foldLabel = (label: string) => foldCase(withPlainMarks(label).trim());

/** A text without the characters at its end that are among these: `/x+$/` takes quadratic time. */
export function withoutEnd(text: string, characters: RegExp) {
  let end = text.length;
  while (end > 0 && characters.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Quotes and brackets in front of an answer, and behind it, with the marks that end it. */
const FRONT = /^["'([{¡¿]+/;
const BACK = /["')\]}\s.!?。؟।]/;

/**
 * Folds what a person has answered, to compare it with an expected answer: as `foldWritten`, and
 * without key caps, outer quotes and brackets, and marks at the end. An answer of nothing but marks
 * keeps them.
 */
export function foldAnswer(text: string) {
  const folded = foldWritten(text.replace(/\u20e3/g, ""));
  return withoutEnd(folded.replace(FRONT, ""), BACK).trim() || folded;
}

/** Emoji and key caps: some of them hold letters or digits once they are normalised. */
const PICTURES = /\p{Extended_Pictographic}|[\d#*]\ufe0f?\u20e3|[\u{1f1e6}-\u{1f1ff}]/gu;

/**
 * Folds a text for comparison with keywords: only its words, in small letters and without accents,
 * with one space between them. Letters that are spelled one by one are one word. A text without
 * words is its signs, without full stops and exclamation marks at the end.
 */
export function foldKeyword(text: string) {
  const folded = foldText(text.replace(PICTURES, " "));
  const words = folded.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu);
  if (!words) return foldSigns(text);
  const isSpelled = words.length > 2 && words.every((word) => /^\p{L}$/u.test(word));
  return words.join(isSpelled ? "" : " ");
}

const foldSigns = (text: string) => withoutEnd(foldText(text).trim(), /[\s.!]/);

/** Folds a text; an absent one stays absent, and a null one null. */
export const folded = <Folded>(text: string | null | undefined, fold: (text: string) => Folded) =>
  text == null ? text : fold(text);

/**
 * A number as English texts write it: `10,000`. An `Intl` for this would take milliseconds to load.
 */
export const withCommas = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
