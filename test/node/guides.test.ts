import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { platforms, platformTraits } from "#domain/platforms";
import { causeRefusalNames, triggerMismatchNames } from "#domain/trigger-mismatches";
import { triggerOutcomeNames } from "#domain/triggers";
import { webhookFields } from "#domain/webhook-fields";
import { Shell } from "./support/shell";
import { shownPart } from "./support/shown";

// Runs the commands of the README and the guides in bash, as a reader does.
//
// - Each text has a shell of its own, with the helpers of the README. Ids are taken from answers,
// so
//   that a text works on any state of the demo's data, also again after itself.
// - ```sh is run, unless its fence says `skip`, or it is about npm.
// - ```json or ```http directly behind a block is what its last command shows: see shown.ts.
//   Without it, the last answer is no error.
// - A block that only reads is run again until it shows what it should: workers need a moment.

const GUIDES = "src/features/docs/guides";
const PATIENCE_MS = 60_000;
const OPERATOR = "dev-operator-token-0123456789abcdef";

const texts = {
  README: readFileSync("README.md", "utf8"),
  ...Object.fromEntries(
    readdirSync(GUIDES)
      .filter((file) => file.endsWith(".md"))
      // It erases somebody, which empties what other texts have sent meanwhile.
      .toSorted((a, b) => Number(a === "privacy.md") - Number(b === "privacy.md"))
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

/** `the` of the README starts a Node for each value. This one has one for all. */
const QUICK_THE = `
coproc VALUES { exec node test/node/support/values.mjs 2>/dev/null; }
exec 18<&"\${VALUES[0]}" 19>&"\${VALUES[1]}"
the() {
  local value
  printf '%s\\0%s\\0' "$ANSWER" "$1" >&19
  IFS= read -r -d '' value <&18
  [ "$value" ] || { echo "The last answer has no $1." >&2; return 1; }
  printf '%s' "$value"
}`;

const { bin } = JSON.parse(readFileSync("package.json", "utf8"));

/** Starts what npx would, which takes longer to find it than the command takes. */
const QUICK_NPX = `
npx() {
  if [ "$1 $2" = "--no lead-engagement" ]; then node "${bin["lead-engagement"]}" "\${@:3}"
  else command npx "$@"
  fi
}`;

/** The output of the last command behind its status, as JSON. */
function answerIn(output: string) {
  const text = output.split(/^HTTP \d{3}$/m).at(-1) ?? "";
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.trim().split("\n").at(-1) ?? "");
  }
}

/** The output of a block, in the form of what it must show. */
function compared(output: string, shown: Block["shown"]): [unknown, unknown] {
  if (shown === undefined) return [/^HTTP [45]|Error|^curl: /m.exec(output)?.[0] ?? null, null];
  if (shown.kind === "json") {
    const wanted = JSON.parse(shown.text);
    return [shownPart(answerIn(output), wanted), wanted];
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

  it("leads to every guide", () => {
    const linked = [
      ...texts.README.matchAll(/^\| \[[^\]]+\]\(src\/features\/docs\/guides\/(.+?)\)/gm),
    ];
    const names = Object.keys(texts).filter((name) => name !== "README");
    expect(linked.map(([, name]) => name).toSorted()).toEqual(names.toSorted());
  });
});

/** Parts of the demo that a text shows, and their forms in its place. */
type Places = [shown: string, real: string][];

async function create<Made>(path: string, token: string, body: object): Promise<Made> {
  const response = await fetch(`${inject("origin")}/v1/${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: Made };
  return data;
}

/** Creates a workspace to try things out in, with a source as the demo has one. */
async function newSandbox(): Promise<Places> {
  const workspace = { name: "Atelier Horizon", default_country: "FR", sandbox: true };
  const data = await create<{ id: number; token: string }>("workspaces", OPERATOR, workspace);
  const source = { kind: "iclosed", name: "Strategy calls" };
  const { inbound_url: url } = await create<{ inbound_url: string }>("sources", data.token, source);
  return [
    ["/in/demo-iclosed-000000000", new URL(url).pathname],
    ["lea_demo-token-of-atelier-horizon-0123456789abc", data.token],
    ["Atelier Horizon (1)", `Atelier Horizon (${data.id})`],
    ["Demo", "First token"],
  ];
}

/** Runs a text's blocks in a shell of their own: in the demo, or in other places. */
async function follow(name: string, text: string, places: Places = []) {
  const shell = new Shell([["http://localhost:8787", inject("origin")], ...places]);
  try {
    await shell.run(`${helpers}\n${QUICK_NPX}`);
    // That of the README is tried where it is shown: in the demo.
    if (name !== "README" || places.length > 0) await shell.run(QUICK_THE);
    for (const { commands, shown } of blocksOf(text)) {
      if (commands === helpers) continue;
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
}

/** The texts with commands that a workspace's token runs. */
const ofWorkspaces = Object.entries(texts).filter(
  ([, text]) => blocksOf(text).length > 0 && !text.includes(`\nTOKEN=${OPERATOR}\n`),
);
/** Each command of this one starts a program: once, in the smaller workspace, is enough. */
const SLOW = "command-line.md";

it("the guide of triggers has a row for each outcome, and for no other", () => {
  const guide = readFileSync(`${GUIDES}/triggers.md`, "utf8");
  const [, section = ""] = guide.split("## Find out why nothing started");
  const rows = section.split("## Limits")[0]!.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm);
  const named = [...rows].flatMap(([, names = ""]) => names.replaceAll("`", "").split(", "));
  const all = [...triggerOutcomeNames, ...triggerMismatchNames, ...causeRefusalNames];
  expect(named.toSorted()).toEqual(all.filter((name) => name !== "started").toSorted());
});

it("the guide of messaging names the fields that each platform's app subscribes to", () => {
  const guide = readFileSync(`${GUIDES}/messaging.md`, "utf8");
  const [, table = ""] = guide.split("| Product | Fields |");
  for (const platform of platforms) {
    const { label, api } = platformTraits[platform];
    const [, row = ""] = new RegExp(`^\\| ${label} \\| (.+) \\|$`, "m").exec(table) ?? [];
    const named = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(named, label).toEqual(webhookFields(api.name));
  }
});

describe("the commands", () => {
  it("of `npx` start what they start here", async () => {
    const shell = new Shell([]);
    const command = "npx --no lead-engagement completion bash --json";
    const said = await shell.run(command);
    expect(JSON.parse(said)).toMatchObject({ shell: "bash" });
    await shell.run(QUICK_NPX);
    expect(await shell.run(`type -t npx\n${command}`)).toBe(`function\n${said}`);
    shell.end();
  });

  it.concurrent.each(Object.entries(texts).filter(([name]) => name !== SLOW))(
    "of %s do what it says",
    (name, text) => follow(name, text),
  );

  it.concurrent.each(ofWorkspaces)(
    "of %s do so in a new workspace, also when they are run again",
    async (name, text) => {
      const sandbox = await newSandbox();
      await follow(name, text, sandbox);
      if (name !== SLOW) await follow(name, text, sandbox);
    },
  );
});
