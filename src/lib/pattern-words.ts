// RE2's `\w` knows ASCII alone. Patterns are rewritten so that it knows all scripts, as `\b` does.

const WORD = "\\p{L}\\p{M}\\p{N}_";

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
