const SHORTEST = 3;

/** Two letters of Han, Kana, Hangul, Thai or Arabic. */
const SCRIPTS = ["Han", "Hira", "Kana", "Hang", "Thai", "Arab"]
  .map((name) => `\\p{scx=${name}}`)
  .join("");
const PAIR = new RegExp(`^(?:(?=[\\p{L}\\p{M}])[${SCRIPTS}]){2}$`, "u");

/** True if a text is long enough for the API to search messages for it. */
export function isSearchable(text: string) {
  const plain = text.normalize("NFC");
  return [...plain].length >= SHORTEST || PAIR.test(plain);
}
