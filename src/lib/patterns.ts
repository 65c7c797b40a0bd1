import { RE2JS } from "re2js";
import { remembered } from "./memo";

// Patterns that clients write, held against texts that anybody writes: RE2 takes a time linear in the text, but also in the pattern's size.

/** Of a pattern: what is longer is none. */
export const MAX_PATTERN_CHARACTERS = 200;
/** Of a pattern, repeats written out: `\d{1,100}` has as many steps as a hundred `\d?`. */
export const MAX_PATTERN_STEPS = 2_000;
/** Of the patterns that are kept ready. */
const MAX_COMPILED_STEPS = 100_000;
/** A text is looked through up to here. */
export const MAX_MATCHED_CHARACTERS = 1_000;

/** Flags and an empty quote are no step: a repeat behind them repeats what stands before. */
const NO_STEP = /^(\(\?[a-zA-Z-]*\)|\\Q\\E)$/;
const TOKEN =
  /\(\?[a-zA-Z-]*\)|\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gsu;

/** The steps of a group, and among them those of what a repeat behind it would repeat. */
type Group = { steps: number; last: number };

const joined = (group: Group, steps: number): Group => ({
  steps: group.steps + steps,
  last: steps,
});

function repeated({ steps, last }: Group, times: number): Group {
  const all = (last + 1) * times;
  return { steps: steps - last + all, last: all };
}

/** How many steps a pattern of a client's has, at most, give or take a few; none where it is too long for one. */
export function patternSteps(pattern: string): number {
  if (pattern.length > MAX_PATTERN_CHARACTERS) return 0;
  const outer: Group[] = [];
  let group: Group = { steps: 0, last: 0 };
  for (const [token, least, most] of pattern.matchAll(TOKEN)) {
    if (NO_STEP.test(token)) continue;
    if (token === "(") {
      outer.push(group);
      group = { steps: 1, last: 0 };
    } else if (token === ")") group = joined(outer.pop() ?? { steps: 0, last: 0 }, group.steps + 1);
    else if (["*", "+", "?"].includes(token))
      group = { steps: group.steps + 1, last: group.last + 1 };
    else if (least !== undefined)
      group = repeated(group, Math.max(Number(least), Number(most || 0)) + 1);
    else group = joined(group, token.startsWith("\\Q") ? token.length : 1);
  }
  return [group, ...outer].reduce((sum, { steps }) => sum + steps, 0);
}

/** Null where it is no pattern, or one that is too long or too large. The case does not count. */
const compile = remembered(
  MAX_COMPILED_STEPS,
  (pattern) => {
    if (patternSteps(pattern) > MAX_PATTERN_STEPS) return null;
    try {
      const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
      return compiled.programSize() > 2 * MAX_PATTERN_STEPS ? null : compiled;
    } catch {
      return null;
    }
  },
  (compiled) => compiled?.programSize() ?? 1,
);

export const isPattern = (pattern: string) =>
  pattern.length <= MAX_PATTERN_CHARACTERS && compile(pattern) !== null;

/** Whether the pattern is found anywhere in the beginning of the text. What is no pattern is found nowhere. */
export const matchesPattern = (pattern: string, text: string) =>
  isPattern(pattern) &&
  compile(pattern)!.matcher(text.slice(0, MAX_MATCHED_CHARACTERS).trim()).find();
