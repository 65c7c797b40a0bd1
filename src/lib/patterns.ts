import { remembered } from "./memo";
import { type Machine, machineOf } from "./pattern-machine";
import { programOf } from "./pattern-program";
import { finds } from "./pattern-search";
import { type PreparedText, prepareText, replacedIn } from "./pattern-text";
import { inAllScripts } from "./pattern-words";
import { withPlainMarks } from "./text";
import { spend } from "./work";

// Regular expressions that clients write, matched against texts from outside. They take time in
// proportion to the text, but also to the pattern, whose size and cost are therefore bounded.

/** A longer text is no pattern. */
export const MAX_PATTERN_CHARACTERS = 200;
/** The most steps of a pattern, with repeats written out: `\d{1,100}` has as many as 100 `\d?`. */
export const MAX_PATTERN_STEPS = 2_000;
/** The most numbers that all patterns which are kept compiled are made of, about 4 MB. */
const MAX_COMPILED = 1_000_000;
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

/** A text in which patterns are searched, as it is and with plain marks. */
export type SearchedText = { text: string; small: string; variants: () => Variants };

/**
 * `plain` is null of a text that has plain marks alone. `replaced`: its characters in place of
 * those of the text, unless more is different.
 */
type Variants = {
  own: PreparedText;
  plain: PreparedText | null;
  replaced: [own: number, plain: number][] | null;
};

/** Prepares the beginning of a text, to look for patterns in it. */
export function searchedText(whole: string): SearchedText {
  const text = whole.slice(0, MAX_MATCHED_CHARACTERS).trim();
  const plainText = withPlainMarks(text);
  // RE2 takes a long s and the sign of Kelvin for letters of ASCII.
  const small = `${text}\n${plainText}`.toLowerCase().replaceAll("ſ", "s");
  let known: Variants | undefined;
  const variants = () => {
    const own = prepareText(text);
    const plain = plainText === text ? null : prepareText(plainText);
    return { own, plain, replaced: plain && replacedIn(own, plain) };
  };
  return { text, small, variants: () => (known ??= variants()) };
}

const searchedIn = remembered(20, searchedText);

/** Compiles a pattern, ignoring case; null if it is malformed or too large. */
const compile = remembered(
  MAX_COMPILED,
  (pattern) => {
    if (patternSteps(pattern) > MAX_PATTERN_STEPS) return null;
    try {
      const program = programOf(inAllScripts(pattern), 2 * MAX_PATTERN_STEPS);
      return program && { machine: machineOf(program), literal: literalIn(pattern) };
    } catch {
      return null;
    }
  },
  (found) => found?.machine.size ?? 1,
);

const compiledOf = (pattern: string) =>
  pattern.length <= MAX_PATTERN_CHARACTERS ? compile(pattern) : null;
export type Compiled = NonNullable<ReturnType<typeof compile>>;

export const isPattern = (pattern: string) => compiledOf(pattern) !== null;

/** Compiles those of some texts that are patterns. */
export const patternsIn = (patterns: string[]): Compiled[] =>
  patterns.flatMap((pattern) => compiledOf(pattern) ?? []);

/** The steps or the characters of a pattern, whichever are more. */
export const patternSize = (pattern: string) =>
  Math.max(patternSteps(pattern), Math.min(pattern.length, MAX_PATTERN_CHARACTERS));

/** The steps that count for one operation of a character. */
const STEPS_PER_OPERATION = 8;

/** The size of a pattern, or what it costs to look for, in steps: whichever is more. */
export function patternWeight(pattern: string) {
  const cost = compiledOf(pattern)?.machine.cost ?? 0;
  return Math.max(patternSize(pattern), STEPS_PER_OPERATION * cost);
}

/** The results of the last matches: a loop asks for the same again and again. */
const results = remembered(500, (key) => {
  const [pattern = "", searched = ""]: string[] = JSON.parse(key);
  const found = compiledOf(pattern);
  const isMatch = found?.machine !== undefined && isFound(found, searchedIn(searched));
  return { isMatch };
});

function isFound({ machine }: Compiled, searched: SearchedText) {
  const { own, plain, replaced } = searched.variants();
  if (finds(machine, own)) return true;
  const isSame = replaced?.every(([one, other]) => readsAlike(machine, one, other));
  return plain !== null && !isSame && finds(machine, plain);
}

/** True if no place of a pattern tells two characters apart. */
const readsAlike = ({ readers }: Machine, one: number, other: number) =>
  readers.every(({ matchRune }) => matchRune(one) === matchRune(other));

/** The characters that are searched for a literal in the time of a unit of work. */
const SEARCHED_PER_UNIT = 50;
const OPERATIONS_PER_UNIT = 8;

/** Counts the work of a search; false if the text can't have a match. */
function mayFind({ machine, literal }: Compiled, { text, small }: SearchedText) {
  spend(Math.ceil(small.length / SEARCHED_PER_UNIT));
  if (!small.includes(literal)) return false;
  spend(Math.ceil((machine.cost * text.length) / OPERATIONS_PER_UNIT));
  return true;
}

/** True if a text has a match of a pattern, as it is or with plain marks. */
export const findsPattern = (pattern: Compiled, searched: SearchedText) =>
  mayFind(pattern, searched) && isFound(pattern, searched);

/**
 * True if the beginning of a text contains a match, as it is or with plain marks in place of
 * typographic ones; false if the pattern is none. A result that is remembered counts as work, too.
 */
export function matchesPattern(pattern: string, text: string) {
  const found = compiledOf(pattern);
  if (!found) return false;
  const searched = searchedIn(text.slice(0, MAX_MATCHED_CHARACTERS).trim());
  if (!mayFind(found, searched)) return false;
  return results(JSON.stringify([pattern, searched.text])).isMatch;
}
