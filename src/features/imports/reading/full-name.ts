export type Name = { first_name?: string; last_name?: string };

const isLoud = (word: string) => /\p{Lu}{2}/u.test(word) && word === word.toUpperCase();

/**
 * A name in its two parts. `Martin, Anna`: the last name stands before the comma. `MARTIN Anna` and
 * `Anna MARTIN`: it is in capitals. Else the first word is the first name, the others the last one.
 */
export function splitName(name: string): Name {
  const plain = name.replace(/\s+/g, " ").trim();
  const [before = "", behind, ...more] = plain.split(",").map((part) => part.trim());
  if (behind && before && more.length === 0) return { first_name: behind, last_name: before };
  const words = plain.split(" ");
  const loud = words.filter(isLoud);
  const quiet = words.filter((word) => !isLoud(word));
  if (loud.length > 0 && quiet.length > 0 && isTogether(words))
    return { first_name: quiet.join(" "), last_name: loud.join(" ") };
  const [first = "", ...rest] = words;
  return rest.length === 0
    ? { first_name: first }
    : { first_name: first, last_name: rest.join(" ") };
}

/** True if the words in capitals are all at the start, or all at the end. */
function isTogether(words: string[]) {
  const pattern = words.map((word) => (isLoud(word) ? "L" : "q")).join("");
  return /^(L+q+|q+L+)$/.test(pattern);
}
