import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { isPattern, MAX_PATTERN_STEPS, matchesPattern, patternSteps } from "#lib/patterns";
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
    const patterns = Array.from({ length: 2_000 }, () => grown(3));
    const sound = patterns.filter(
      (pattern) => patternSteps(pattern) <= MAX_PATTERN_STEPS && isPattern(pattern),
    );
    expect(sound.length).toBeGreaterThan(1_000);
    const larger = sound.filter(
      (pattern) =>
        RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize() >
        (patternSteps(pattern) + 4) * 1.3,
    );
    expect(larger).toEqual([]);
  });

  it("with boundaries of words finds in ASCII what RE2 finds", () => {
    const { upTo, pick } = generator(11);
    const atoms = [
      "a",
      "b",
      "-",
      "\\b",
      "\\B",
      "^",
      "$",
      ".",
      "[^a]",
      "\\w",
      "\\W",
      "(?:ab|-)",
      "\\Qa-\\E",
    ];
    const repeats = ["", "", "", "*", "+", "?", "{2}", "*?"];
    const differing = Array.from({ length: 3_000 }, () => {
      const length = 1 + upTo(4);
      const pattern = Array.from({ length }, () => pick(atoms) + pick(repeats)).join("");
      const text = Array.from({ length: upTo(6) }, () => pick(["a", "b", "-", " ", "_"])).join("");
      const expected = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(text.trim()).find();
      return isPattern(pattern) && matchesPattern(pattern, text) === expected
        ? []
        : [`${pattern} in "${text}": ${expected}`];
    }).flat();
    expect(differing).toEqual([]);
  });
});
