/** Length in Unicode code points, as the contract counts. */
export const codePoints = (text: string) => {
  let length = 0;
  for (const _ of text) length++;
  return length;
};

/** The first `max` code points of a text. */
export const cut = (text: string, max: number) =>
  text.length <= max
    ? text
    : Array.from(text.slice(0, 2 * max))
        .slice(0, max)
        .join("");

/** A text without the space around it, `null` where nothing is left; any other value as it is. */
export const trimmed = (value: unknown) =>
  typeof value === "string" ? value.trim() || null : value;

/** Folds case one character at a time, so that a final sigma or a sharp s, small or capital, compares like its other spellings. */
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

/** Folds case and accents for search: `Élodie Søren` becomes `elodie soren`. Only the diacritics of Latin, Greek and Cyrillic go; vowel signs of other scripts stay. */
export const foldText = (text: string) =>
  foldCase(text.normalize("NFKD").replace(/[\u0300-\u036f]/g, ""))
    .replace(/[øæœłđðþıħ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");

/** A text as keywords are compared: without case, accents and characters that can't be seen, nor space around it, nor full stops and exclamation marks behind it. */
export function foldKeyword(text: string) {
  const folded = foldText(text.replace(/\p{Cf}/gu, "").trim());
  let end = folded.length;
  while (end > 0 && /[\s.!]/.test(folded[end - 1]!)) end--;
  return folded.slice(0, end);
}

/** Folds what is there: an absent text stays absent, a null one null. */
export const folded = (text: string | null | undefined, fold: (text: string) => string) =>
  text == null ? text : fold(text);
