// RE2's `\b` and `\w` know ASCII alone. Patterns are rewritten so that they know all scripts.

const WORD = "\\p{L}\\p{M}\\p{N}_";
const isWord = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);

const TOKEN = new RegExp(
  [
    /\(\?[a-zA-Z-]*\)/, // flags
    /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?/, // the beginning of a group
    /\\Q.*?(?:\\E|$)/, // a quote
    /\\[pPx]\{[^}]*\}|\\p[A-Za-z]|\\P[A-Za-z]|\\x[\da-fA-F]{2}|\\[0-7]{1,3}|\\./, // an escape
    /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/, // a class
    /\{\d+(?:,\d*)?\}/, // a repeat
    /./,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gsu",
);

const tokensOf = (pattern: string) => pattern.match(TOKEN) ?? [];

/** A token whose `\w` knows all scripts. A class can't say so of its `\W`. */
function ofAllScripts(token: string) {
  if (token === "\\w") return `[${WORD}]`;
  if (token === "\\W") return `[^${WORD}]`;
  return token.startsWith("[")
    ? token.replace(/\\./gsu, (escaped) => (escaped === "\\w" ? WORD : escaped))
    : token;
}

/** The pattern with a `\w` and a `\W` of all scripts. */
export const inAllScripts = (pattern: string) => tokensOf(pattern).map(ofAllScripts).join("");

/** True if a pattern looks for the boundaries of words. */
export const hasBoundaries = (pattern: string) =>
  tokensOf(pattern).some((token) => token === "\\b" || token === "\\B");

// RE2 can look behind itself, but not ahead. So each place of the text gets a mark, in front of the
// character behind it, which says whether it is a boundary.
const [BOUNDARY, INSIDE] = ["\u{e000}", "\u{e001}"];
const MARK = `[${BOUNDARY}${INSIDE}]`;

/** A text with a mark at each place, for a pattern of `onMarked`. */
export function marked(text: string) {
  const characters = [...text.replace(/[\ue000\ue001]/g, "\u{e002}")];
  const markAt = (place: number) =>
    isWord(characters[place - 1]) === isWord(characters[place]) ? INSIDE : BOUNDARY;
  return characters.reduce(
    (all, character, place) => all + character + markAt(place + 1),
    markAt(0),
  );
}

const NO_CHARACTER = /^(\(.*|[)|*+?$]|\{\d.*|\\[zZ])$/su;

function overMarks(token: string): string {
  if (token.startsWith("\\Q"))
    return [...token.slice(2).replace(/\\E$/, "")]
      .map((character) => `(?:\\x{${character.codePointAt(0)?.toString(16)}}${MARK})`)
      .join("");
  if (token === "\\b") return `(?<=${BOUNDARY})`;
  if (token === "\\B") return `(?<=${INSIDE})`;
  if (token === "^" || token === "\\A") return `(?<=${token}${MARK})`;
  return NO_CHARACTER.test(token) ? token : `(?:${ofAllScripts(token)}${MARK})`;
}

/**
 * A pattern that finds in marked texts what `pattern` describes, with boundaries of all scripts.
 */
export const onMarked = (pattern: string) => tokensOf(pattern).map(overMarks).join("");
