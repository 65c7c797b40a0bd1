import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import {
  isPattern,
  MAX_PATTERN_STEPS,
  matchesPattern,
  patternSteps,
  patternWeight,
} from "#lib/patterns";
import { withPlainMarks } from "#lib/text";
import { workSpent } from "#lib/work";
import { generator } from "../support/pseudo-random";

describe("a pattern", () => {
  it.each([
    ["^[A-Z]{2}\\d{6}$", "ab123456", true],
    ["oui|yes", "Ah OUI!", true],
    ["^.{1,500}$", "Hello", true],
    ["^\\w{1,100}@\\w{1,200}$", "me@here", true],
    ["^\\d+$", "12a", false],
    // The start of a text, without the space around it.
    ["^a+$", ` ${"a".repeat(999)}b`, true],
    ["b$", `${"a".repeat(1_000)}b`, false],
    // Words of all scripts.
    ["\\bsí\\b", "sí claro", true],
    ["\\bsí\\b", "¿sí?", true],
    ["\\bsí\\b", "así", false],
    ["\\bя\\b", "это я", true],
    ["\\bя\\b", "ясно", false],
    ["^\\bнет\\b$", "Нет", true],
    ["caf\\B", "café", true],
    ["caf\\b", "café", false],
    ["^\\w+$", "élodie", true],
    ["^[\\w-]+$", "anaïs-zoé", true],
    ["\\W", "élodie", false],
    ["\\b\\x{65}\\x6c\\pL", "el niño: elé", true],
    ["\\b\\Qa.b\\E\\b", "a.b", true],
    ["\\b\\Qa.b\\E\\b", "acb", false],
    ["(?i)(?P<oui>\\boui\\b|\\bsí\\b){1}", "OUI", true],
    ["^.{4}\\b", "sí\ue000 x", true],
    ["\\b.{4}$", "sí", false],
    // Letters that differ by their case alone, also beyond Latin.
    ["^k$", "\u212a", true],
    ["s", "ſ", true],
    ["ЦЕНА|стоит", "какая цена?", true],
    ["[а-я]{4}\\?", "ЦЕНА?", true],
    ["[价问].[钱?]", "问价钱", true],
    // More places than a word has bits, and jumps between words.
    ["^(ab|c){2,40}!$", `${"abc".repeat(20)}!`, true],
    ["^(ab|c){2,40}!$", `${"abc".repeat(21)}!`, false],
    ["(a?b?){30}c{40}d", `${"ab".repeat(30)}${"c".repeat(40)}d`, true],
    // Typographic marks.
    ["j'ai", "J’ai 29 ans", true],
    ["J’ai", "J’ai 29 ans", true],
    ["e-mail", "e\u2011mail", true],
  ])("%s is searched for in a text", (pattern, text, found) => {
    expect([isPattern(pattern), matchesPattern(pattern, text)]).toEqual([true, found]);
  });

  it.each(["(", "a{2,1}", "(?=a)", "\\1", "[", ""])("is invalid: %j", (pattern) => {
    expect(isPattern(pattern)).toBe(pattern === "");
  });

  it.each([
    "(\\w?){999}",
    "(\\w?){999}".repeat(18),
    ".{0,1000}".repeat(21),
    "(((a?){10}){10}){10}",
    `(${"a".repeat(190)}){999}`,
    "((a|b){2,30}c){60}",
    `(?:${"a?".repeat(85)})(?i){300}`,
    `(?:${"a?".repeat(85)})\\Q\\E{300}`,
    `a{${"9".repeat(150)}}{2}`,
  ])("is too large: %s", (pattern) => {
    expect(patternSteps(pattern)).toBeGreaterThan(MAX_PATTERN_STEPS);
    expect(isPattern(pattern)).toBe(false);
  });

  it.each(["[", "\\p{", "a|", "(a"])(
    "that is too long is invalid without being parsed: %j again and again",
    (piece) => {
      const pattern = piece.repeat(500_000);
      expect([patternSteps(pattern), isPattern(pattern), matchesPattern(pattern, "a")]).toEqual([
        0,
        false,
        false,
      ]);
    },
  );

  it("is never larger than its estimate", () => {
    const { upTo, pick } = generator(7);
    const atoms = [
      "a",
      "\\d",
      "\\pL",
      "\\p{L}",
      "[a-z]",
      "[^]a]",
      "[[:alpha:]x]",
      "\\x{41}",
      ".",
      "(?:ab|c)",
      "(?P<n>q)",
      "\\Qa{3}\\E",
      "é",
      "\\{3}",
      "[{3}]",
      "😀",
      "^",
      "\\b",
      "(?i)",
      "\\Q\\E",
    ];
    const repeats = [
      "",
      "",
      "*",
      "+",
      "?",
      "{3}",
      "{2,}",
      "{0,7}",
      "{10,20}",
      "{5}?",
      "{,5}",
      "{a}",
    ];
    const group = (depth: number): string =>
      `${pick(["(", "(?:"])}${grown(depth)}|${grown(depth)})`;
    const grown = (depth: number): string =>
      Array.from(
        { length: 1 + upTo(2) },
        () => (depth > 0 && upTo(3) === 0 ? group(depth - 1) : pick(atoms)) + pick(repeats),
      ).join("");
    const patterns = Array.from({ length: 1_000 }, () => grown(3));
    const sound = patterns.filter(
      (pattern) => patternSteps(pattern) <= MAX_PATTERN_STEPS && isPattern(pattern),
    );
    expect(sound.length).toBeGreaterThan(500);
    const larger = sound.filter(
      (pattern) =>
        RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize() >
        (patternSteps(pattern) + 4) * 1.3,
    );
    expect(larger).toEqual([]);
  });

  it("finds what RE2 finds, in texts without boundaries that RE2 does not know", () => {
    const { upTo, pick } = generator(11);
    const atoms = [
      ...["a", "b", "-", "k", "s", "\\b", "\\B", "^", "$", ".", "[^a]", "\\Qa-\\E", "\\z", "ab"],
      ...["(?m:^)", "(?m:$)", "(?s:.)", "(?:ab|-)", "(a|b){2}", "x{0,3}", "\\pL", "[а-я]", "é"],
      ...["σ", "θ", "(?-i:k)", "\\n", "[^é]", "ß", "漢"],
    ];
    const repeats = ["", "", "", "*", "+", "?", "{2}", "*?", "{0,3}", "{2,40}"];
    const grown = (depth: number): string =>
      Array.from({ length: 1 + upTo(3) }, () => {
        const isGroup = depth > 0 && upTo(3) === 0;
        const one = isGroup ? `(${grown(depth - 1)}|${grown(depth - 1)})` : pick(atoms);
        return one + pick(repeats);
      }).join("");
    const letters = [..."abab-_ \nkK\u212asſSéÉжЖσςΣϑθΘϴßẞ漢😀"];
    const differing = Array.from({ length: 1_500 }, (_, index) => {
      const pattern = grown(1);
      const length = upTo(index % 5 === 0 ? 60 : 7);
      const all = Array.from({ length }, () => pick(letters)).join("");
      const text = (/\\b/i.test(pattern) ? all.replace(/[^\0-\x7f]/g, "") : all).trim();
      if (!isPattern(pattern) || withPlainMarks(text) !== text) return [];
      const expected = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(text).find();
      return matchesPattern(pattern, text) === expected
        ? [expected]
        : [`${pattern} in "${text}": ${expected}`];
    }).flat();
    expect(differing.filter((one) => typeof one === "string")).toEqual([]);
    expect(differing.filter((one) => one === true).length).toBeGreaterThan(300);
  });

  it.each<[string, number, number]>([
    ["oui|yes", 10, 60],
    ["\\w{1,500}@", 1_000, 1_500],
    ["a{1,500}", 1_000, 1_500],
    ["[a-z]+\\s[?]", 10, 60],
    // Each of its places may lead to all that follow.
    ["((a|b)?){200}!", 10_000, 30_000],
    ["(", 1, 10],
  ])("%s weighs what it costs", (pattern, least, most) => {
    expect(patternWeight(pattern)).toBeGreaterThanOrEqual(least);
    expect(patternWeight(pattern)).toBeLessThanOrEqual(most);
  });

  it("does work by its cost, however a text drives it", () => {
    const patterns = ["(\\w+\\s?){1,50}[?]", "(\\w*\\d*){9}[?]", "\\b\\w{1,99}\\b[?]{2}"];
    for (const pattern of patterns) {
      const before = workSpent();
      expect(matchesPattern(pattern, "a1 ".repeat(333))).toBe(false);
      expect(workSpent() - before).toBeLessThan(1_000 * (patternWeight(pattern) / 40));
    }
  });
});
