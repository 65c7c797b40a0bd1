import { RE2JS } from "re2js";
import { remembered } from "./memo";
import { hasBoundaries, inAllScripts, marked, onMarked } from "./pattern-words";
import { withPlainMarks } from "./text";
import { spend } from "./work";

// Regular expressions that clients write, matched against texts from outside. RE2 takes time in
// proportion to the text, but also to the size of the pattern, which is therefore bounded.

/** A longer text is no pattern. */
export const MAX_PATTERN_CHARACTERS = 200;
/** The most steps of a pattern, with repeats written out: `\d{1,100}` has as many as 100 `\d?`. */
export const MAX_PATTERN_STEPS = 2_000;
/** The most steps of all patterns that are kept compiled. */
const MAX_COMPILED_STEPS = 100_000;
/** Only the beginning of a text is searched. */
export const MAX_MATCHED_CHARACTERS = 1_000;

/** Flags and empty quotes are no steps: a repeat after them repeats what precedes them. */
const NO_STEP = /^(\(\?[a-zA-Z-]*\)|\\Q\\E)$/;
const TOKEN = new RegExp(
  [
    /\(\?[a-zA-Z-]*\)/, // flags
    /\\Q.*?(?:\\E|$)/, // a quote
    /\\[pPx]\{[^}]*\}|\\./, // an escape
    /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/, // a class
    /\{(\d+)(?:,(\d*))?\}/, // a repeat
    /./,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gsu",
);

/** The steps of a group, and those of its last part, which a following repeat would repeat. */
type Group = { steps: number; last: number };

const extended = (group: Group, steps: number): Group => ({
  steps: group.steps + steps,
  last: steps,
});

function repeated({ steps, last }: Group, times: number): Group {
  const all = (last + 1) * times;
  return { steps: steps - last + all, last: all };
}

/** About how many steps a pattern has at most; 0 if it is too long to be one. */
export function patternSteps(pattern: string): number {
  if (pattern.length > MAX_PATTERN_CHARACTERS) return 0;
  const outer: Group[] = [];
  let group: Group = { steps: 0, last: 0 };
  for (const [token, least, most] of pattern.matchAll(TOKEN)) {
    if (NO_STEP.test(token)) continue;
    if (token === "(") {
      outer.push(group);
      group = { steps: 1, last: 0 };
    } else if (token === ")")
      group = extended(outer.pop() ?? { steps: 0, last: 0 }, group.steps + 1);
    else if (["*", "+", "?"].includes(token))
      group = { steps: group.steps + 1, last: group.last + 1 };
    else if (least !== undefined)
      group = repeated(group, Math.max(Number(least), Number(most || 0)) + 1);
    else group = extended(group, token.startsWith("\\Q") ? token.length : 1);
  }
  return [group, ...outer].reduce((sum, { steps }) => sum + steps, 0);
}

/** The longest run of plain letters and digits that each match has, in small letters, or `""`. */
function literalIn(pattern: string) {
  // The characters behind these escapes are no plain ones.
  if (/\\[xpP\d](?!\{)/.test(pattern)) return "";
  const runs = [""];
  let depth = 0;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === "|" && depth === 0) return "";
    if (token === "(") depth++;
    if (token === ")") depth--;
    const run = runs.at(-1) ?? "";
    const isLiteral = depth === 0 && /^[a-z0-9]$/i.test(token);
    if (isLiteral) runs.splice(-1, 1, run + token.toLowerCase());
    // A repeat may leave out the character that it repeats.
    else runs.splice(-1, 1, /^[*?{]/.test(token) ? run.slice(0, -1) : run, "");
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

/** The texts in which a pattern is searched: as it is, and with plain marks. */
const searchedIn = remembered(20, (text) => {
  const plain = withPlainMarks(text);
  // RE2 takes a long s and the sign of Kelvin for letters of ASCII.
  const small = `${text}\n${plain}`.toLowerCase().replaceAll("ſ", "s");
  return { plain, small };
});

/** Compiles a pattern, ignoring case; null if it is malformed or too large. */
const compile = remembered(
  MAX_COMPILED_STEPS,
  (pattern) => {
    if (patternSteps(pattern) > MAX_PATTERN_STEPS) return null;
    const isOnMarked = hasBoundaries(pattern);
    try {
      const compiled = isOnMarked
        ? RE2JS.compile(onMarked(pattern), RE2JS.CASE_INSENSITIVE | RE2JS.LOOKBEHINDS)
        : RE2JS.compile(inAllScripts(pattern), RE2JS.CASE_INSENSITIVE);
      // A marked text is twice as long.
      const most = isOnMarked ? MAX_PATTERN_STEPS : 2 * MAX_PATTERN_STEPS;
      if (compiled.programSize() > most) return null;
      return { compiled, isOnMarked, literal: literalIn(pattern) };
    } catch {
      return null;
    }
  },
  (pattern) => pattern?.compiled.programSize() ?? 1,
);

const compiledOf = (pattern: string) =>
  pattern.length <= MAX_PATTERN_CHARACTERS ? compile(pattern) : null;

export const isPattern = (pattern: string) => compiledOf(pattern) !== null;

/** The results of the last matches: a loop asks for the same again and again. */
const results = remembered(500, (key) => {
  const [pattern = "", searched = ""]: string[] = JSON.parse(key);
  const found = compiledOf(pattern);
  const finds = (text: string) =>
    found?.compiled.matcher(found.isOnMarked ? marked(text) : text).find() ?? false;
  const { plain } = searchedIn(searched);
  return { isMatch: finds(searched) || (plain !== searched && finds(plain)) };
});

/** The characters that are searched for a literal in the time of a unit of work. */
const SEARCHED_PER_UNIT = 50;

/**
 * True if the beginning of a text contains a match, as it is or with plain marks in place of
 * typographic ones; false if the pattern is none. A result that is remembered counts as work, too.
 */
export function matchesPattern(pattern: string, text: string) {
  const found = compiledOf(pattern);
  if (!found) return false;
  const searched = text.slice(0, MAX_MATCHED_CHARACTERS).trim();
  const { small } = searchedIn(searched);
  spend(Math.ceil(small.length / SEARCHED_PER_UNIT));
  if (!small.includes(found.literal)) return false;
  spend(found.compiled.programSize() * searched.length);
  return results(JSON.stringify([pattern, searched])).isMatch;
}
