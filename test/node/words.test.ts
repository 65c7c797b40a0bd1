import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// The words of the glossary (concepts.md) are the only ones for their things, in all that is read.

const GUIDES = "src/features/docs/guides";

/** Words that must not be used, and the ones in their place. */
const OTHERS: [RegExp, string][] = [
  [/\b(multi-)?tenants?\b/i, "workspace"],
  [/(?<!\ban )\bAPI keys?\b/i, "token"],
  [/\b(permissions?|access rights?)\b/i, "ability"],
  [/\bsubscribers?\b/i, "lead"],
  [/\b(work)?flows?\b(?! of)/i, "scenario"],
  [/\b(journeys?|campaigns?)\b/i, "scenario"],
  [/\b(tracking|tracked|personal|individual) (links?|URLs?)\b/i, "recipient link"],
  [/\bpassages?\b/i, "run"],
  [/\b(sharding|shards?)\b/i, "database"],
  [/\bopt(ed)?-out lists?\b/i, "suppressions"],
  [/\bMeta's webhooks?\b/i, "platform webhook"],
  [/\b(anew|hence|thereof|whereby|be it)\b/i, "plain English"],
];

const texts: [string, string][] = [
  ["README.md", readFileSync("README.md", "utf8")],
  ...readdirSync(GUIDES)
    .filter((file) => file.endsWith(".md"))
    .map((file): [string, string] => [file, readFileSync(`${GUIDES}/${file}`, "utf8")]),
];

/** What a reader reads: without code. */
const prose = (text: string) => text.replace(/```[\s\S]*?```/g, "").replace(/`[^`]*`/g, "");

describe("the words", () => {
  it.each(texts)("of %s are those of the glossary", (_, text) => {
    const found = OTHERS.flatMap(([other, ours]) => {
      const match = other.exec(prose(text));
      return match ? [`"${match[0]}": say ${ours}`] : [];
    });
    expect(found).toEqual([]);
  });
});
