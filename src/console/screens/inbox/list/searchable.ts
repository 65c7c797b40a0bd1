const SHORTEST = 3;

/** Two letters of Han, Kana, Hangul, Thai or Arabic. */
const PAIR =
  /^(?:(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Arab}]){2}$/u;

/** True if a text is long enough for the API to search messages for it. */
export function isSearchable(text: string) {
  const plain = text.normalize("NFC");
  return [...plain].length >= SHORTEST || PAIR.test(plain);
}
