import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readDocument } from "./support/document";

// The words of the glossary (concepts.md) are the only ones for their things, in all that is read.

const GUIDES = "src/features/docs/guides";
const DECISIONS = "src/features/docs/decisions";

/** Words that must not be used, and the ones in their place. */
const OTHERS: [RegExp, string][] = [
  [/\b(multi-)?tenants?\b/i, "workspace"],
  [/(?<!\ban )\bAPI keys?\b/i, "token"],
  [/\b(permissions?(?! at Meta)|access rights?)\b/i, "ability"],
  [/\bsubscribers?\b/i, "lead"],
  [/(?<!Cloudflare |WhatsApp )\b(work)?flows?\b(?! of)/i, "scenario"],
  [/\b(journeys?|campaigns?)\b/i, "scenario"],
  [/\b(tracking|tracked|personal|individual) (links?|URLs?)\b/i, "recipient link"],
  [/\bpassages?\b/i, "run"],
  [/\b(sharding|shards?)\b/i, "database"],
  [/\bopt(ed)?-out lists?\b/i, "suppressions"],
  [/\bMeta's webhooks?\b/i, "platform webhook"],
  [/\b(anew|hence|thereof|whereby|be it)\b/i, "plain English"],
];

const texts: [string, string][] = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].map(
    (file): [string, string] => [file, readFileSync(file, "utf8")],
  ),
  ...readdirSync(DECISIONS).map((file): [string, string] => [
    file,
    readFileSync(`${DECISIONS}/${file}`, "utf8"),
  ]),
  ...readdirSync(GUIDES)
    .filter((file) => file.endsWith(".md"))
    .map((file): [string, string] => [file, readFileSync(`${GUIDES}/${file}`, "utf8")]),
];

/** All descriptions of the OpenAPI document. */
function descriptionsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    (name === "description" || name === "summary") && typeof value === "string"
      ? [value]
      : descriptionsOf(value),
  );
}

/** A text as readers read it: without code. */
const prose = (text: string) => text.replace(/```[\s\S]*?```/g, "").replace(/`[^`]*`/g, "");

beforeAll(async () => {
  texts.push(["the document", descriptionsOf(readDocument()).join("\n\n")]);
});

describe("the words", () => {
  it("are those of the glossary", () => {
    const found = texts.flatMap(([name, text]) =>
      OTHERS.flatMap(([other, ours]) => {
        const match = other.exec(prose(text));
        return match ? [`${name}: say ${ours} for "${match[0]}"`] : [];
      }),
    );
    expect(found).toEqual([]);
  });
});

describe("the lists of what there is to read", () => {
  it("have every guide, and every decision", () => {
    const guides: string[] = JSON.parse(readFileSync(`${GUIDES}/order.json`, "utf8"));
    const rows = readFileSync("README.md", "utf8").matchAll(/^\| \[.*?\]\(.*\/([\w-]+)\.md\)/gm);
    expect([...rows].map(([, name]) => name).toSorted()).toEqual(guides.toSorted());
    const index = readFileSync(`${DECISIONS}/README.md`, "utf8");
    const decisions = [...index.matchAll(/^\| \[.*?\]\(([\w-]+\.md)\)/gm)].map(([, file]) => file);
    expect(["README.md", ...decisions].toSorted()).toEqual(readdirSync(DECISIONS).toSorted());
  });
});

/** The sources that are held to the form of comments, lines and names. */
const sources = ["src", "drizzle", "test"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.(?:m?[jt]sx?|css)$/.test(file))
  .filter((file) => !/^(?:src\/client\/generated|test\/fixtures)\//.test(file));
/** Catalogues of texts, whose lines may be long. */
const isOfTexts = (source: string) => /\b(?:en|fr)\.ts$/.test(source);

/** The lines of these sources that are found wrong, behind the line before. */
const linesThat = (isWrong: (line: string, before: string, source: string) => boolean) =>
  sources.flatMap((source) => {
    const lines = readFileSync(source, "utf8").split("\n");
    return lines.flatMap((line, at) =>
      isWrong(line, (lines[at - 1] ?? "").trim(), source) ? [`${source}: ${line.trim()}`] : [],
    );
  });

describe("the comments of the source", () => {
  it("begin with the thing that they are about", () => {
    const isBlunt = (line: string) =>
      /^\s*(?:\/\*\*?|\{\/\*|\*|\/\/) (?:What|Whether|Who|Whose|How|Which|Why)\b/.test(line);
    const goesOn = (line: string, before: string) =>
      !line.includes("/**") && before !== "/**" && /^(?:\*|\/\/) /.test(before);
    expect(linesThat((line, before) => isBlunt(line) && !goesOn(line, before))).toEqual([]);
  });

  it("have lines of at most 100 characters, as all lines of src but texts", () => {
    const isComment = (line: string) => /^\s*(?:\/?\*\*? |\/\/ )/.test(line);
    const isShort = (line: string, source: string) =>
      isComment(line) || (source.startsWith("src/") && !isOfTexts(source));
    expect(linesThat((line, _, source) => line.length > 100 && isShort(line, source))).toEqual([]);
  });
});

/** The words that the glossary rules out for names in code. */
const PRIVATE_WORDS = new RegExp(
  `^(?:${[
    "taken|turns?|told|said|heard|unheard|played|carry|carries|carried|carriers?",
    "judged?|judges|foresees?|foreseen|stands?|standing|stood|happens?|happened|happenings?",
    "lapses?|lapsed|pins?|pinned|desk|anew|misfits?|rounds?|course|madeup",
  ].join("|")})$`,
  "i",
);

/** The names that have one of them nevertheless, and why. */
const EXCEPTIONS: Record<string, string> = {
  "src/lib/problem.ts: taken": "a code of errors, on the wire",
  "src/features/automation/test-runs/schema.ts: PlayedTestRun": "a schema of the document",
};

/** The names that a source declares: of values, functions, types, and private members. */
const DECLARED =
  /\b(?:const|let|function|class|interface|type(?=.* =)) +([A-Za-z]\w*)|^ +(?:readonly |async |get )*#(\w+)/gm;

/** The words of a name. "made up" is one word. */
const wordsOf = (name: string) => [
  ...name.split(/(?<=[a-z\d])(?=[A-Z])|_/),
  ...(/made_?up/i.test(name) ? ["madeup"] : []),
];

it("the names of the source have no word that the glossary rules out", () => {
  const found = sources
    .filter((source) => source.startsWith("src/"))
    .flatMap((source) => {
      const names = readFileSync(source, "utf8").matchAll(DECLARED);
      return [...names]
        .map(([, name, member]) => name ?? member ?? "")
        .filter((name) => wordsOf(name).some((word) => PRIVATE_WORDS.test(word)))
        .map((name) => `${source}: ${name}`);
    });
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});
