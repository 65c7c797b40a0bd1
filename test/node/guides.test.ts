import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { Shell } from "./support/shell";
import { shownPart } from "./support/shown";

// Runs the commands of the README and the guides in bash, as a reader does.
//
// - Each text has a shell of its own, with the helpers of the README. Ids are taken from answers, so
//   that a text works on any state of the demo's data, also again after itself.
// - ```sh is run, unless its fence says `skip`, or it is about npm.
// - ```json or ```http directly behind a block is what its last command shows: see shown.ts.
//   Without it, the last answer is no error.
// - A block that only reads is run again until it shows what it should: workers need a moment.

const GUIDES = "src/features/docs/guides";
const PATIENCE_MS = 60_000;

const texts = {
  README: readFileSync("README.md", "utf8"),
  ...Object.fromEntries(
    readdirSync(GUIDES)
      .filter((file) => file.endsWith(".md"))
      .map((file) => [file, readFileSync(`${GUIDES}/${file}`, "utf8")]),
  ),
};

type Block = { commands: string; shown: { kind: string; text: string } | undefined };

/** The blocks of a text that are run, each with what it must show. */
function blocksOf(text: string): Block[] {
  const fences = [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```\n(\s*)/gm)];
  return fences.flatMap(([whole, , kind, commands = ""], index) => {
    if (kind !== "sh" || commands.startsWith("npm ")) return [];
    const next = fences[index + 1];
    const follows = next && next.index === (fences[index]?.index ?? 0) + whole.length;
    const isAnswer = follows && ["json", "http"].includes(next[2] ?? "");
    return [{ commands, shown: isAnswer ? { kind: next[2]!, text: next[3]! } : undefined }];
  });
}

const onlyReads = (commands: string) => !/ (-d|-X|-A|--json) |\bcurl\b/.test(commands);

const helpers = blocksOf(texts.README)[0]?.commands ?? "";

/** What a block has shown, in the form of what it must show. */
function compared(output: string, shown: Block["shown"]): [unknown, unknown] {
  const answer = output.trim().split("\n").at(-1) ?? "";
  if (shown === undefined) return [/^\{"message":|Error|^curl: /m.exec(output)?.[0] ?? null, null];
  if (shown.kind === "json") {
    const wanted = JSON.parse(shown.text);
    return [shownPart(JSON.parse(answer), wanted), wanted];
  }
  const wanted = shown.text.trim().split("\n");
  const lines = output.split(/\r?\n/);
  return [lines.filter((line) => wanted.includes(line)), wanted];
}

describe("the README", () => {
  it("names the two commands, in at most 10 kB", () => {
    expect(texts.README).toContain("npm ci && npm start");
    expect(texts.README).toContain("npm ci && npm test");
    expect(Buffer.byteLength(texts.README)).toBeLessThanOrEqual(10_000);
  });
});

describe("the commands", () => {
  it.concurrent.each(Object.entries(texts))("of %s do what it says", async (_, text) => {
    const shell = new Shell({ shown: "http://localhost:8787", real: inject("origin") });
    try {
      await shell.run(helpers);
      for (const { commands, shown } of blocksOf(text)) {
        const deadline = Date.now() + PATIENCE_MS;
        let result = compared(await shell.run(commands), shown);
        while (onlyReads(commands) && Date.now() < deadline) {
          if (isDeepStrictEqual(...result)) break;
          result = compared(await shell.run(`sleep 0.3\n${commands}`), shown);
        }
        expect(result[0], commands).toEqual(result[1]);
      }
    } finally {
      shell.end();
    }
  });
});
