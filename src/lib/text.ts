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
export const foldCase = (text: string) => {
  let folded = "";
  for (const character of text.normalize("NFC"))
    folded += character === "ı" ? character : character.toLowerCase().toUpperCase().toLowerCase();
  return folded.normalize("NFC");
};

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

/**
 * Folds case and accents for search: `Élodie Søren` becomes `elodie soren`. Removes the diacritics
 * of Latin, Greek and Cyrillic, but not the vowel signs of other scripts.
 */
export const foldText = (text: string) =>
  foldCase(text.normalize("NFKD").replace(/[\u0300-\u036f]/g, ""))
    .replace(/[øæœłđðþıħ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");

/**
 * Folds a text for comparison with keywords: without case, accents, invisible characters,
 * surrounding space, and full stops and exclamation marks at the end.
 */
export function foldKeyword(text: string) {
  const folded = foldText(withoutInvisible(text).trim());
  let end = folded.length;
  while (end > 0 && /[\s.!]/.test(folded.charAt(end - 1))) end--;
  return folded.slice(0, end);
}

/** Folds a text; an absent one stays absent, and a null one null. */
export const folded = <Folded>(text: string | null | undefined, fold: (text: string) => Folded) =>
  text == null ? text : fold(text);

/** A number as English texts write it: `10,000`. An `Intl` for this would take milliseconds to load. */
export const withCommas = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
