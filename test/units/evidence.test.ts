import { describe, expect, it } from "vitest";
import type { Claim, Transcript } from "#features/analysis/analyst";
import { verifyEvidence } from "#features/analysis/evidence";

const TALK: Transcript = [
  { id: 1, author: "team", at: 0, text: "You are 34, aren't you?" },
  { id: 2, author: "lead", at: 1, text: "Yes, I’m  34\nyears – “almost” 35." },
  { id: 3, author: "lead", at: 2, text: "J'ai un e\u0301le\u0300ve. 私は学生です。" },
  { id: 4, author: "lead", at: 3, text: "Too expensive! Too expensive, really. ?!" },
];

const claim = (quote: string, more: Partial<Claim> = {}): Claim => ({
  field: "age",
  value: 34,
  confidence: 0.9,
  messageId: 2,
  quote,
  ...more,
});
const quotesOf = (...claims: Claim[]) => verifyEvidence(claims, TALK).map(({ quote }) => quote);

describe("a quote", () => {
  it.each<[string, number, string]>([
    ["I'm 34 years", 2, "I’m  34\nyears"],
    ["I’m  34\nyears", 2, "I’m  34\nyears"],
    ['years - "almost" 35', 2, "years – “almost” 35"],
    ["  34 ", 2, "34"],
    ["un élève", 3, "un élève"],
    ["学生", 3, "学生"],
    ["Too expensive, really", 4, "Too expensive, really"],
  ])(
    "%j is found in the message, and is returned in its spelling there",
    (quote, messageId, words) => {
      expect(quotesOf(claim(quote, { messageId }))).toEqual([words]);
    },
  );

  it.each<[string, number]>([
    ["You are 34", 1],
    ["I'm 34", 3],
    ["I'm 34", 99],
    ["I'm 35", 2],
    ["i'm 34", 2],
    ["m 3", 2],
    ["4 years", 2],
    ["lmost", 2],
    ["", 2],
    [" ", 2],
    ["?!", 4],
    ["…", 2],
  ])("%j of message %i is no evidence", (quote, messageId) => {
    expect(quotesOf(claim(quote, { messageId }))).toEqual([]);
  });

  it("is searched in time proportional to the message", () => {
    const text = "a ".repeat(30_000);
    const [one] = verifyEvidence(
      [claim(`${"a ".repeat(200)}b`, { messageId: 7 }), claim("a a", { messageId: 7 })],
      [{ id: 7, author: "lead", at: 0, text }],
    );
    expect(one!.quote).toBe("a a");
  });
});

describe("a claim", () => {
  it.each<[string, Partial<Claim>]>([
    ["an impossible age", { value: 9 }],
    ["an impossible age", { value: 111 }],
    ["an age that is not a number", { value: "34" }],
    ["an age that is not an integer", { value: 33.5 }],
    ["an unknown choice", { field: "lost_reason", value: "won" }],
    ["a text that is blank", { field: "blockers", value: " " }],
    ["a text that is too long", { field: "primary_objective", value: "x".repeat(501) }],
    ["a confidence above 1", { confidence: 1.1 }],
    ["a confidence below 0", { confidence: -0.1 }],
    ["no confidence", { confidence: Number.NaN }],
  ])("is dropped if it says %s", (_, more) => {
    expect(verifyEvidence([claim("34", more)], TALK)).toEqual([]);
  });

  it("is kept once for each field, from the last message; of lists once for each value, at most twenty", () => {
    const older = claim("34", { value: 33 });
    const newer = claim("really", { value: 35, messageId: 4 });
    expect(verifyEvidence([newer, older], TALK)).toEqual([newer]);
    const listed = Array.from({ length: 25 }, (_, index) =>
      claim("34", { field: "blockers", value: `No ${index % 22}` }),
    );
    const values = verifyEvidence(listed, TALK).map(({ value }) => value);
    expect(values).toEqual(Array.from({ length: 20 }, (_, index) => `No ${index + 2}`));
  });

  it("of the field verbatim has the quote as its value, whatever the answer says", () => {
    expect(
      verifyEvidence([claim("I'm 34", { field: "verbatim", value: "I am fifty" })], TALK),
    ).toMatchObject([{ value: "I’m  34" }]);
  });
});
