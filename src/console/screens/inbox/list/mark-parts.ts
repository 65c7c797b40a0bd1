/** Folds case, accents and typographic marks, as the search does. */
const plain = (text: string) =>
  text
    .replace(/[‘’ʼ`´]/g, "'")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐-―−]/g, "-")
    .replace(/\s+/g, " ")
    .toLowerCase();

const BEFORE = 30;

/** A text cut to where it contains `wanted`, as the search finds it, in marked and other parts. */
export function markParts(text: string, wanted: string) {
  // Character by character, so that places in the plain text are places in the text.
  const at = [...text].map(plain);
  const needle = plain(wanted);
  const start = at.join("").indexOf(needle);
  if (start < 0) return [{ part: text, isMarked: false }];
  let length = 0;
  const placeOf = (end: number) => {
    length = 0;
    for (const [index, character] of at.entries()) {
      if (length >= end) return index;
      length += character.length;
    }
    return at.length;
  };
  const characters = [...text];
  const [from, to] = [placeOf(start), placeOf(start + needle.length)];
  const cut = Math.max(0, from - BEFORE);
  return [
    { part: (cut > 0 ? "…" : "") + characters.slice(cut, from).join(""), isMarked: false },
    { part: characters.slice(from, to).join(""), isMarked: true },
    { part: characters.slice(to).join(""), isMarked: false },
  ];
}
