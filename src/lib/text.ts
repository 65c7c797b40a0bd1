/** Length in Unicode code points, as the contract counts. */
export const codePoints = (text: string) => {
  let length = 0;
  for (const _ of text) length++;
  return length;
};

/** Folds case one character at a time, so that a final sigma or a sharp s, small or capital, compares like its other spellings. */
export const foldCase = (text: string) => {
  let folded = "";
  for (const character of text.normalize("NFC"))
    folded += character === "ı" ? character : character.toLowerCase().toUpperCase().toLowerCase();
  return folded.normalize("NFC");
};

const LETTERS: Record<string, string> = { ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ħ: "h" };

/** Folds case and accents for search: `Élodie Søren` becomes `elodie soren`. Only the diacritics of Latin, Greek and Cyrillic go; vowel signs of other scripts stay. */
export const foldText = (text: string) =>
  foldCase(text.normalize("NFKD").replace(/[\u0300-\u036f]/g, ""))
    .replace(/[øæœłđðþıħ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");

/** Folds what is there: an absent text stays absent, a null one null. */
export const folded = (text: string | null | undefined, fold: (text: string) => string) => (text == null ? text : fold(text));
