/// <reference types="vite/client" />
import { describe, expect, it } from "vitest";
import { rulesAnalyst } from "#features/analysis/rules/analyst";
import guide from "../../src/features/docs/guides/figures.md?raw";
import { plainTalks } from "../fixtures/plain-talks";
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

const all = [...talks, ...unseenTalks, ...plainTalks, ...injectedTalks];

/** A line or sentence that is long enough to be known again. */
const sentencesOf = (text: string) =>
  text
    .split(/[\n.!?]+/)
    .flatMap((sentence) => (sentence.trim().length >= 20 ? [sentence.trim()] : []));

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

describe("written conversations", () => {
  it.each(all)("are expected to say what the lead's words say: $name", (talk) => {
    expect(markOf(modelAnswerTo(talk), talk)).toMatchObject({ missed: [], inventions: [] });
    const named = talk.expected.flatMap(({ message, also = [] }) => [message, ...also]);
    expect(named.filter((index) => talk.messages[index]?.author !== "lead")).toEqual([]);
  });
});

describe("the rules", () => {
  it.each([
    { kind: "plain", label: "20 in plain words", talks: plainTalks, plain: 52, bar: 40 },
    { kind: "unseen", label: "8 unseen", talks: unseenTalks, plain: 44, bar: 20 },
    { kind: "longer", label: "12 longer", talks, plain: 57, bar: 40 },
  ])(
    "find $bar of $plain claims at least in $kind conversations, as the figures say",
    async ({ label, talks, plain, bar }) => {
      const figures = figuresOf(await marksOf(rulesAnalyst, talks));
      const found = sumOf(figures.map((figure) => figure.found));
      const invented = sumOf(figures.map((figure) => figure.invented));
      expect(sumOf(figures.map((figure) => figure.plain))).toBe(plain);
      expect(found).toBeGreaterThanOrEqual(bar);
      expect(invented).toBe(0);
      const cells = figures.map((figure) => `${figure.found} of ${figure.plain}`);
      expect(guide).toContain(
        `| ${[label, ...cells, `${found} of ${plain}`, bar, invented].join(" | ")} |`,
      );
    },
  );

  it.each(all)("invent nothing: $name", async (talk) => {
    const { claims } = await findingsOf(rulesAnalyst, talk);
    expect(markOf(claims, talk).inventions).toEqual([]);
  });

  it.each(injectedTalks)("take no orders: $name", async (talk) => {
    const { claims, summary } = await findingsOf(rulesAnalyst, talk);
    expect(claimsFrom(claims, talk.toMachine)).toEqual([]);
    const sentences = talk.toMachine.flatMap((index) => sentencesOf(talk.messages[index]!.text));
    expect(sentences.filter((sentence) => summary?.includes(sentence))).toEqual([]);
  });
});

describe("the phrase lists", () => {
  const sources = Object.values(
    import.meta.glob<string>("../../src/features/analysis/rules/**/*.ts", {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).flatMap((source) => source.trimEnd().split("\n"));

  it("and the code that reads them have at most 600 lines of 100 characters", () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.length).toBeLessThanOrEqual(600);
    expect(sources.filter((line) => line.length > 100)).toEqual([]);
  });
});
