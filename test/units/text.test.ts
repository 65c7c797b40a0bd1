import { describe, expect, it } from "vitest";
import { codePoints, foldAnswer, foldCase, folded, foldLabel, foldText } from "#lib/text";

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
    ["J’ai ‘vu‘ cʼest d´accord", "j'ai 'vu' c'est d'accord"],
    ["“super” «génial» „gut‟", '"super" "genial" "gut"'],
    ["e\u2011mail 9–17 −3", "e-mail 9-17 -3"],
    ["a\u00a0 \u2009\n\u3000b", "a b"],
    ["co\u00adop\u200b\u200eé\u2060\ufeff", "coope"],
    ["❤️\u3164", "❤"],
    ["١٢٣ ۴۵ ०९ ๑", "123 45 09 1"],
    ["شكرًا إيقـاف", "شكرا ايقاف"],
    ["שָׁלוֹם", "שלום"],
  ])("folds %j to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("leaves folded text unchanged", () => {
    for (const text of ["Élodie", "İ", "ﬁn", "हिन्दी", "ẞ", "ŉ´´ ‑ 1️⃣", "«a»  b"])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

describe("foldLabel", () => {
  it.each([
    ["L’offre", "L'offre"],
    ["pré\u2011vente", "PRÉ-VENTE"],
    ["a  b\u200b", " a\u00a0b"],
  ])("folds %j and %j to the same text", (one, other) => {
    expect(foldLabel(one)).toBe(foldLabel(other));
  });

  it("tells labels with other accents apart", () => {
    expect(foldLabel("pâté")).not.toBe(foldLabel("pate"));
  });
});

describe("foldAnswer", () => {
  it.each([
    ["Yes!", "yes"],
    ["“yes”", "yes"],
    ["« Oui. »", "oui"],
    ["¡Sí!", "si"],
    ["1️⃣", "1"],
    ["1.", "1"],
    ["1)", "1"],
    ["(2)", "2"],
    ["١", "1"],
    ["👍🏽", "👍"],
    ["❤️", "❤"],
    ["d’accord…", "d'accord"],
    ["yes?!", "yes"],
    ["?", "?"],
    ["3.5", "3.5"],
    ["e-mail", "e-mail"],
  ])("folds %j to %j", (answer, folded) => {
    expect(foldAnswer(answer)).toBe(folded);
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
