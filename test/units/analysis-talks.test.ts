import { describe, expect, it } from "vitest";
import { rulesAnalyst } from "../../src/features/analysis/rules/analyst";
import { injectedTalks, talks } from "../fixtures/talks";
import { unseenTalks } from "../fixtures/unseen-talks";
import {
  claimsFrom,
  figuresOf,
  findingsOf,
  markOf,
  marksOf,
  modelAnswerTo,
} from "../support/analysis-score";

/** Of one language, for the README: `--reporter=verbose` shows it. */
const told = ({ language, talks, plain, found, invented }: ReturnType<typeof figuresOf>[number]) =>
  `${language}: ${found} of ${plain} plain claims found in ${talks} conversations, ${invented} invented`;

/** A line or sentence that is long enough to be known again. */
const sentencesOf = (text: string) =>
  text
    .split(/[\n.!?]+/)
    .flatMap((sentence) => (sentence.trim().length >= 20 ? [sentence.trim()] : []));

describe("written conversations", () => {
  it.each([...talks, ...unseenTalks, ...injectedTalks])(
    "are told as the lead's words have it: $name",
    (talk) => {
      expect(markOf(modelAnswerTo(talk), talk)).toMatchObject({ missed: [], inventions: [] });
      const named = talk.expected.flatMap(({ message, also = [] }) => [message, ...also]);
      expect(named.filter((index) => talk.messages[index]?.author !== "lead")).toEqual([]);
    },
  );
});

describe("the rules", () => {
  it("find four of five of the plain claims, at least", async ({ annotate }) => {
    const marks = await marksOf(rulesAnalyst, talks);
    const figures = figuresOf(marks);
    for (const figure of figures) await annotate(told(figure));
    expect(figures.map(({ language, talks }) => [language, talks])).toEqual(
      ["en", "fr", "es", "pt"].map((language) => [language, 3]),
    );
    const [plain, found] = [
      figures.reduce((sum, { plain }) => sum + plain, 0),
      figures.reduce((sum, { found }) => sum + found, 0),
    ];
    const missed = marks.flatMap(({ talk, missed }) =>
      missed.map((claim) => `${talk.name}: ${claim}`),
    );
    expect(found / plain, `Missed:\n${missed.join("\n")}`).toBeGreaterThanOrEqual(0.8);
  });

  it("find what they find in conversations that they were not made with", async ({ annotate }) => {
    const figures = figuresOf(await marksOf(rulesAnalyst, unseenTalks));
    expect(figures.map(({ language, talks }) => [language, talks])).toEqual(
      ["en", "fr", "es", "pt"].map((language) => [language, 2]),
    );
    for (const figure of figures) await annotate(told(figure));
  });

  it.each([...talks, ...unseenTalks, ...injectedTalks])("invent nothing: $name", async (talk) => {
    const { claims } = await findingsOf(rulesAnalyst, talk);
    expect(markOf(claims, talk).inventions).toEqual([]);
  });

  it.each(injectedTalks)("hear nothing of what is said to the machine: $name", async (talk) => {
    const { claims, summary } = await findingsOf(rulesAnalyst, talk);
    expect(claimsFrom(claims, talk.toMachine)).toEqual([]);
    const sentences = talk.toMachine.flatMap((index) => sentencesOf(talk.messages[index]!.text));
    expect(sentences.filter((sentence) => summary?.includes(sentence))).toEqual([]);
  });
});
