import { describe, expect, it } from "vitest";
import { codePoints, foldCase, folded, foldText } from "../../src/lib/text";

describe("codePoints", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 2],
    ["🙂", 1],
    ["👩‍🚀", 3],
    ["\ud800", 1],
    ["a\0b", 3],
  ])("counts %j as %i", (text, length) => {
    expect(codePoints(text)).toBe(length);
  });
});

describe("foldCase", () => {
  it.each([
    ["École", "ÉCOLE"],
    ["é", "e\u0301"],
    ["Straße", "STRASSE"],
    ["Straße", "STRAẞE"],
    ["ΟΔΟΣ", "οδος"],
    ["ǅ", "ǆ"],
    ["ﬁ", "FI"],
    ["Ångström", "A\u030angström"],
  ])("folds %j and %j to the same text", (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  it.each([
    ["e", "é"],
    ["o", "0"],
    ["a b", "ab"],
  ])("folds %j and %j to different texts", (one, other) => {
    expect(foldCase(one)).not.toBe(foldCase(other));
  });

  it("leaves folded text unchanged", () => {
    for (const text of ["İstanbul", "ẞ", "ŉ", "ΐ", "ﬃ", "Ω", "🙂"])
      expect(foldCase(foldCase(text))).toBe(foldCase(text));
  });
});

describe("foldText", () => {
  it.each([
    ["Élodie Søren", "elodie soren"],
    ["ŁÓDŹ", "lodz"],
    ["Æsir œuvre", "aesir oeuvre"],
    ["Ñandú", "nandu"],
    ["İstanbul", "istanbul"],
    ["Ёлка", "елка"],
    ["हिन्दी", "हिन्दी"],
    ["한국어", "한국어"],
    ["１２３", "123"],
    ["100% _sûr_", "100% _sur_"],
    ["🙂", "🙂"],
  ])("folds %j to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("leaves folded text unchanged", () => {
    for (const text of ["Élodie", "İ", "ﬁn", "हिन्दी", "ẞ"])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

describe("folded", () => {
  it("keeps null and undefined", () => {
    expect([folded(null, foldText), folded(undefined, foldText), folded("É", foldText)]).toEqual([
      null,
      undefined,
      "e",
    ]);
  });
});
