import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { node } from "#client";
import { generateClient } from "../../src/features/docs/build/client.mjs";
import { packClient } from "../../src/features/docs/build/pack-client.mjs";
import { operationsOf } from "../../src/features/docs/site/reference/operations.mjs";
import { typescriptOf } from "../../src/features/docs/site/reference/samples.mjs";
import { readDocument } from "./support/document";

const GENERATED = "src/client/generated";
const KB = 1_000;
const MAX_KB_OF_ONE_CALL = 10.5;
const SHOWN_ORIGIN = "http://localhost:8787";

/**
 * The strictest settings that a user of the package may have, with Node's resolution of modules.
 */
const TYPESCRIPT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: "esnext",
    module: "nodenext",
    lib: ["esnext", "dom"],
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
    noEmit: true,
  },
  include: ["*.ts"],
};

const run = promisify(execFile);

/** A folder of a user who has installed the package and nothing else. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lead-engagement-client-"));
  const file = await packClient(join(folder, "built"), folder);
  const home = join(folder, "node_modules/lead-engagement-client");
  await mkdir(home, { recursive: true });
  await run("tar", ["-xzf", join(folder, file), "-C", home, "--strip-components=1"]);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TYPESCRIPT));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
});

afterAll(() => rm(folder, { recursive: true }));

/** Programs by name. They are compiled together, as each start of the compiler takes a second. */
const compiled = new Map<string, string>();
/** The compiler's output about all of them. */
let said: string[];

/** Has programs compiled before the tests. Returns what gives the errors in them. */
function compile(programs: Record<string, string>) {
  for (const [name, text] of Object.entries(programs)) {
    if (compiled.has(name)) throw new Error(`Two programs are called ${name}.`);
    compiled.set(name, text);
  }
  // An error that is in no program is everybody's.
  return () =>
    said.filter((line) => {
      const [name = ""] = line.split("(");
      return name in programs || !compiled.has(name);
    });
}

async function compileAll() {
  for (const [name, text] of compiled) await writeFile(join(folder, `${name}.ts`), text);
  const { stdout } = await run("node_modules/.bin/tsc", ["--project", folder, "--pretty", "false"])
    // Errors end the compiler with another code than 0.
    .catch((error: { stdout: string }) => error);
  for (const name of compiled.keys()) await rm(join(folder, `${name}.ts`));
  return stdout
    .split("\n")
    .filter((line) => /^\S/.test(line))
    .map((line) => line.replace(/^.*?(\w+)\.ts\(/, "$1("));
}

const filesOf = (root: string) =>
  Object.fromEntries(
    globSync("**/*.ts", { cwd: root })
      .toSorted()
      .map((file) => [file, readFileSync(join(root, file), "utf8")]),
  );

/** The programs of the guide, each with what it prints. */
const programs = [
  ...readFileSync("src/features/docs/guides/typescript-client.md", "utf8").matchAll(
    /```ts\n([\s\S]*?)```\n(?:\s*```text\n([\s\S]*?)```)?/g,
  ),
].map(([, program = "", printed = ""], index) => ({ name: `guide${index}`, program, printed }));

/** The calls that the reference shows of each operation, as one program. */
function samplesOf(document: object) {
  const operations: { operation: { operationId: string } }[] = operationsOf(document);
  const calls = operations.flatMap((one) => typescriptOf(document, one) ?? []);
  const names = calls.map((call) => /await (\w+)/.exec(call)?.[1]);
  return `
import { ${names.join(", ")}, type Client } from "lead-engagement-client";
declare const client: Client;
declare const file: Blob;
${calls.map((call) => `{ ${call} }`).join("\n")}
`;
}

/** A node of each type that is right, and a handle that it has, if it has any. */
const NODES: Record<string, [right: string, handle?: string]> = {
  start: ["{", "next"],
  message: ['{ text: "Hi",', "failed"],
  template: ['{ name: "hi", language: "en",', "failed"],
  commentReply: ['{ texts: ["Thanks"],', "failed"],
  delay: ["{ seconds: 1,", "next"],
  waitForReply: ["{ timeout_seconds: 60,", "timeout"],
  waitForEvent: ['{ event: "tag_added", timeout_seconds: 60,', "event"],
  condition: ["{ branches: [],", "else"],
  split: ['{ branches: [{ handle: "a", percent: 100 }],', "a"],
  addTag: ["{ tag_ids: [1],", "next"],
  removeTag: ["{ tag_ids: [1],", "next"],
  updateLead: ['{ pipeline_stage: "won",', "next"],
  webhook: ['{ url: "https://example.com/",', "success"],
  aiAnalyze: ["{", "failed"],
  startScenario: ["{ scenario_id: 1,", "next"],
  handoff: ['{ reason: "Help",'],
  exit: ["{"],
};

const wrong = (nodes: string) => `
import { node, scenario } from "lead-engagement-client";
export const input = scenario({ name: "Welcome", platform: "whatsapp", nodes: {
  start: node.start({ next: "ask" }),
  ${nodes}
} });
`;

describe("the client", () => {
  it("is what the document makes: `npm run client` if not", async () => {
    const made = join(folder, "generated");
    await generateClient(readDocument(), made);
    expect(filesOf(GENERATED)).toEqual(filesOf(made));
    await rm(made, { recursive: true });
  });

  it("has types with names, none of which is numbered", () => {
    const types = readFileSync(`${GENERATED}/types.gen.ts`, "utf8");
    const names = [...types.matchAll(/^export (?:type|const|enum) (\w+)/gm)].map(
      ([, name]) => name,
    );
    expect(names.length).toBeGreaterThan(500);
    const isNumbered = (name = "") =>
      /\d$/.test(name) && names.includes(name.replace(/_*\d+$/, ""));
    expect(names.filter((name) => isNumbered(name) || name?.includes("_"))).toEqual([]);
  });

  it(`adds at most ${MAX_KB_OF_ONE_CALL} kB to a program that calls one operation`, async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { createClient, listLeads } from "lead-engagement-client";
          const client = createClient({ baseUrl: "https://example.com", token: "lea_" });
          console.log(await listLeads({ client }));`,
        resolveDir: folder,
      },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
    });
    const bytes = outputFiles[0]?.contents.length ?? 0;
    expect(bytes).toBeGreaterThan(KB);
    expect(bytes).toBeLessThanOrEqual(MAX_KB_OF_ONE_CALL * KB);
  });
});

describe("programs that use the package", () => {
  beforeAll(async () => {
    said = await compileAll();
  });

  const ofGuide = compile({
    ...Object.fromEntries(programs.map(({ name, program }) => [name, program])),
    samples: samplesOf(readDocument()),
  });
  it("compile and print what the guide says, in plain Node", async () => {
    expect(programs.length).toBeGreaterThan(4);
    expect(ofGuide()).toEqual([]);
    for (const { name, program, printed } of programs) {
      const file = join(folder, `${name}.ts`);
      await writeFile(file, program.replaceAll(SHOWN_ORIGIN, inject("origin")));
      const { stdout } = await run("node_modules/.bin/node", [file]);
      await rm(file);
      expect(stdout, program).toBe(printed);
    }
  });

  const bye = "bye: node.exit(),";
  const ofScenarios = compile({
    right: wrong(`ask: node.message({ text: "Hello" }, { next: "bye" }), ${bye}`),
    setting: wrong(`ask: node.message({ text: "Hello", on_window_close: "skip" }), ${bye}`),
    value: wrong(`ask: node.message({ text: "Hello", on_window_closed: "jump" }), ${bye}`),
    handle: wrong(`ask: node.message({ text: "Hello" }, { nxt: "bye" }), ${bye}`),
    branch: wrong(
      `ask: node.split({ branches: [{ handle: "a", percent: 100 }] }, { b: "bye" }), ${bye}`,
    ),
    match: wrong(
      `ask: node.waitForReply({ timeout_seconds: 60, matches: [{ handle: "yes", value: "y" }] },
        { timeout: "bye" }), ${bye}`,
    ),
    button: wrong(
      `ask: node.message({ text: "Hi", buttons: [{ id: "a", title: "A" }], wait: {} },
        { reply: "bye" }), ${bye}`,
    ),
    onward: wrong(`ask: node.message({ text: "Hi", wait: {} }, { next: "bye" }), ${bye}`),
    target: wrong(`ask: node.delay({ seconds: 1 }, { next: "by" }), ${bye}`),
    type: wrong(`ask: node.mesage({ text: "Hello" }), ${bye}`),
  });
  it("do not compile with a scenario that is wrong", () => {
    expect(
      ofScenarios().map((error) => error.replace(/\(.*?: error \w+: .*?'(.*?)' .*/, " $1")),
    ).toEqual([
      'branch "bye"',
      'button { reply: "bye"; }',
      'handle "bye"',
      'match { timeout: "bye"; }',
      'onward "bye"',
      "setting on_window_close",
      'target Node<"by">',
      "type mesage",
      'value "jump"',
    ]);
  });

  const ofNode = (name: string, data: string, handle: string | undefined) =>
    wrong(
      name === "start"
        ? `ask: node.start({ ${handle}: "bye" }), ${bye}`
        : `ask: node.${name}(${data} }${handle ? `, { ${handle}: "bye" }` : ""}), ${bye}`,
    );
  const cases = Object.entries(NODES).flatMap(([name, [data, handle]]) => [
    [`${name}_right`, ofNode(name, data, handle)],
    ...(name === "start" ? [] : [[`${name}_setting`, ofNode(name, `${data} misspelt: 1`, handle)]]),
    [`${name}_handle`, ofNode(name, data, "misspelt")],
  ]);
  const ofNodes = compile(Object.fromEntries(cases));
  it("do not compile with a setting or a handle that a node of any type does not have", () => {
    expect(Object.keys(NODES).toSorted()).toEqual(Object.keys(node).toSorted());
    const errors = ofNodes();
    const expected = cases.map(([name]) => name).filter((name) => !name?.endsWith("_right"));
    expect(errors.map((error) => error.split("(")[0])).toEqual(expected.toSorted());
    const isOther = (error: string) =>
      !/'misspelt'|misspelt is no handle|Expected 0-1 arguments/.test(error);
    expect(errors.filter(isOther)).toEqual([]);
  });

  const program = `
import { type Client, each, getScenario, type LeadListItem, listEvents } from "lead-engagement-client";
export const stageOf = ({ pipeline_stage: stage, tags }: LeadListItem) =>
  stage === "won" ? tags.length : stage?.toUpperCase();
export async function read(client: Client) {
  const { data } = await getScenario({ client, path: { scenario: 1 } });
  for (const node of data.nodes) if (node.type === "delay") console.log(node.data.seconds);
  for await (const event of each(listEvents, { client, query: { "type[]": ["lead.*"] } }))
    if (event.type === "lead.stage_changed") console.log(event.data.to, event.actor?.type);
}`;
  const undefinable = `
import { type Client, createLead, node } from "lead-engagement-client";
declare const [name, next]: (string | undefined)[];
export const call = (client: Client) =>
  createLead({ client, body: { first_name: name }, headers: { "Idempotency-Key": name } });
export const start = node.start({ next });`;
  const misspelt = program.replace("event.data.to", "event.data.too");
  const ofTypes = compile({ program, undefinable, misspelt });
  it("tell answers, events and errors by their types", () => {
    expect(ofTypes()).toEqual([expect.stringMatching(/^misspelt.*'too'/)]);
  });

  const call = (options: string, rest = "") => `
import { type Client, getLead } from "lead-engagement-client";
declare const client: Client;
const { data, error } = await getLead({ path: { lead: 1 }, throwOnError: false, ${options} });
console.log(client, error ? error.message : data.first_name ${rest});`;
  const ofCalls = compile({
    right_call: call("client"),
    nobody: call(""),
    style: call('client, responseStyle: "fields"'),
    unchecked: call("client", ", data.first_name"),
  });
  it("do not compile without a client, nor with an option that would change the answer", () => {
    expect(ofCalls()).toEqual([
      expect.stringMatching(/^nobody.*'client' is missing|^nobody.*not assignable/),
      expect.stringMatching(/^style.*'responseStyle' does not exist/),
      expect.stringMatching(/^unchecked.*'data' is possibly 'undefined'/),
    ]);
  });
});
