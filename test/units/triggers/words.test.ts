import { describe, expect, it } from "vitest";
import { holds } from "#features/automation/engine/nodes/condition/evaluate";
import { activeTrigger, candidates, fitsText, speech } from "#test/support/triggers";
import { generator } from "../../support/pseudo-random";

const WHEN = { region: { country: "FR", timeZone: null }, now: 0 } as const;

/** The words of authors, and messages that say the same. */
const SAME: [word: string, text: string][] = [
  ["GUIDE", "guide"],
  ["Élodie", "elodie"],
  ["J'ai vu", "j’ai  vu"],
  ["❤", "❤️"],
  ["👍", "👍🏽"],
  ["👍🏿", "👍🏽"],
  ["prix 10", "PRIX\u00a0١٠"],
  ["straße", "STRASSE"],
  ["gui\u00adde", "guide"],
  ["سلام", "سَلام"],
  ["ガイド", "ｶﾞｲﾄﾞ"],
  ["İstanbul", "istanbul"],
];

describe("folding", () => {
  it.each(SAME)("takes %j and %j for the same, in triggers and conditions", (word, text) => {
    const clause = { field: "variables.text", value: word };
    const [equals, contains] = (["equals", "contains"] as const).map((op) =>
      holds({ ...clause, op }, text, WHEN),
    );
    const found = (["word", "is", "begins", "contains"] as const).map((match) =>
      fitsText({ words: [word], match }, text),
    );
    expect([equals, contains, ...found]).toEqual([true, true, true, true, true, true]);
  });

  it.each([
    ["guide", "guild"],
    ["❤", "💙"],
    ["हिन्दी", "हन्द"],
  ])("tells %j from %j, in triggers and conditions", (word, text) => {
    const clause = { field: "variables.text", value: word };
    expect(holds({ ...clause, op: "contains" }, text, WHEN)).toBe(false);
    expect(fitsText({ words: [word], match: "contains" }, text)).toBe(false);
  });
});

describe("a word", () => {
  it.each<[boolean, string, string]>([
    [true, "guide", "Send me the guide, please"],
    [true, "guide", "GUIDE!"],
    [true, "guide", "«guide»"],
    [false, "guide", "guides"],
    [false, "guide", "guide2"],
    [false, "guide", "misguided"],
    [true, "le guide", "Je veux le  GUIDE."],
    [false, "le guide", "quelle guide"],
    [true, "le guide", "quelle guide ? le guide"],
    [true, "c++", "I know C++ well"],
    [true, "+1", "a +1 b"],
    [false, "+1", "a +10"],
    [true, "🔥", "so🔥hot"],
    [true, "价格", "请问价格是多少"],
    [true, "guide", "我要guide谢谢"],
    [false, "guide", "我要guides谢谢"],
    [true, "ราคา", "ขอราคาหน่อย"],
    [true, "カタログ", "カタログください"],
    [true, "iPhone价格", "问iPhone价格吗"],
    [false, "iPhone价格", "myiPhone价格"],
    [false, "цена", "оценка"],
    [true, "цена", "Какая ЦЕНА?"],
    [false, "हिन्द", "हिन्दी"],
    [true, "10", "n°10"],
  ])("is in the text (%s): %j, %j", (isIn, word, text) => {
    expect(fitsText({ words: [word] }, text)).toBe(isIn);
  });
});

it.each<[boolean, object, string]>([
  [true, { words: ["guide"], match: "is" }, "“Guide”!"],
  [true, { words: ["1"], match: "is" }, "1️⃣"],
  [false, { words: ["guide"], match: "is" }, "guide please"],
  [true, { words: ["guide"], match: "begins" }, "Guidebook, please"],
  [false, { words: ["guide"], match: "begins" }, "the guide"],
  [true, { words: ["guide"], match: "contains" }, "misguided"],
  [true, { words: ["price", "prix"] }, "Quel prix ?"],
  [false, { words: ["price"], exclude: ["giveaway"] }, "price of the Giveaway"],
  [true, { words: ["price"], exclude: ["giveaway"] }, "price of the giveaways"],
  [true, { patterns: ["^order \\d+$"] }, "Order 12"],
  [false, { patterns: ["^order \\d+$"], exclude: ["12"] }, "Order 12"],
  [false, { patterns: ["\\bguide\\b"] }, "guides"],
])("fits (%s) by %j: %j", (fits, data, text) => {
  expect(fitsText(data, text)).toBe(fits);
});

it("searches the beginning of a text", () => {
  const [near, far] = ["x ".repeat(2_000), "x ".repeat(2_048)];
  expect(fitsText({ words: ["guide"] }, `${near}guide`)).toBe(true);
  expect(fitsText({ words: ["guide"] }, `${far}guide`)).toBe(false);
  expect(fitsText({ patterns: ["guide"] }, `${"x".repeat(995)}guide`)).toBe(true);
  expect(fitsText({ patterns: ["guide"] }, `${"x".repeat(996)}guide`)).toBe(false);
});

it("finds for all triggers at once what each of them looks for", () => {
  const { upTo, pick } = generator(5);
  const any = (most: number) =>
    Array.from({ length: 1 + upTo(most) }, () => pick([..."ab c-"])).join("");
  const word = () => any(4).trim() || "a";
  const patterns = ["a+b", "^b|c$", "\\ba", "c\\b.b", "(ab|c){2,3}-", "\\w{5}", "[^a] [^b]"];
  const dataOf = (): Sought => ({
    ...(upTo(3) === 0
      ? { patterns: [pick(patterns), pick(patterns)] }
      : { words: [word(), word()], match: pick(["word", "is", "begins", "contains"]) }),
    ...(upTo(2) === 0 && { exclude: [word()] }),
  });
  let fitting = 0;
  for (let round = 0; round < 60; round++) {
    const sought = Array.from({ length: 30 }, dataOf);
    const triggers = sought.map((data, index) =>
      activeTrigger("keyword", data, { id: `${index}`, since: index }),
    );
    const text = any(20);
    const found = candidates(triggers, speech([{ text }])).map(({ trigger }) => trigger.id);
    const alone = sought.flatMap((data, index) => (fitsAlone(data, text) ? [`${index}`] : []));
    expect([text, ...found.toSorted()]).toEqual([text, ...alone.toSorted()]);
    fitting += alone.length;
  }
  expect(fitting).toBeGreaterThan(200);
});

type Sought = { words?: string[]; match?: string; patterns?: string[]; exclude?: string[] };

/** The meaning of settings, of ASCII alone. */
function fitsAlone({ words = [], match, patterns = [], exclude = [] }: Sought, text: string) {
  const folded = text.replace(/ +/g, " ").trim();
  const says = (one: string) => {
    const plain = one.replace(/ +/g, " ");
    if (match === "is") return folded === plain;
    if (match === "begins") return folded.startsWith(plain);
    return match === "contains" ? folded.includes(plain) : isWordIn(plain, folded);
  };
  const matches = (one: string) =>
    new RegExp(one).test(text.trim()) || new RegExp(one).test(folded);
  return (
    (words.some(says) || patterns.some(matches)) &&
    !exclude.some((one) => isWordIn(one.replace(/ +/g, " "), folded))
  );
}

/** A letter at an end of the word has none beside it. */
const isWordIn = (word: string, text: string) =>
  new RegExp(
    `${word.startsWith("-") ? "" : "(?<![a-c])"}${word}${word.endsWith("-") ? "" : "(?![a-c])"}`,
  ).test(text);
