import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateClient } from "./support/client.mjs";
import { readDocument } from "./support/document";

const TYPESCRIPT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["esnext", "dom"],
    types: [],
    noEmit: true,
  },
  include: ["client", "program.ts"],
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lead-engagement-client-"));
  await generateClient(readDocument(), join(folder, "client"));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TYPESCRIPT));
});

afterAll(() => rm(folder, { recursive: true }));

const run = promisify(execFile);

/** What TypeScript says of a program that uses the client. */
async function errorsOf(program: string) {
  await writeFile(join(folder, "program.ts"), program);
  const { stdout } = await run("node_modules/.bin/tsc", ["--project", folder, "--pretty", "false"])
    // Errors end the compiler with another code than 0.
    .catch((error: { stdout: string }) => error);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => line.replace(/^.*program\.ts\(/, "("));
}

/** A scenario in which the settings of one node are written so. */
const scenario = (settings: string) => `
import type { ScenarioInput } from "./client";

export const input: ScenarioInput = {
  name: "Welcome",
  platform: "whatsapp",
  nodes: [
    { id: "start", type: "start", position: { x: 1, y: 2 } },
    { id: "wait", type: "delay", data: { seconds: 60 } },
    { id: "hello", type: "message", data: ${settings} },
  ],
  edges: [{ source: "start", target: "wait" }, { source: "wait", target: "hello", source_handle: "next" }],
};
`;

/** Reads and writes a scenario, and tells events by their type. */
const PROGRAM = `
import { getScenario, listEvents, replaceScenario, type LeadListItem } from "./client";

const { data: read } = await getScenario({ path: { scenario: 1 } });
if (read) {
  const { name, platform, nodes, edges } = read.data;
  for (const node of nodes) if (node.type === "delay") node.data.seconds = 30;
  const { data: saved } = await replaceScenario({
    path: { scenario: read.data.id },
    body: { name, platform, nodes, edges },
  });
  console.log(saved?.warnings.map(({ code }) => code === "missing_setting"));
}

const { data: page } = await listEvents({ query: { per_page: 50, "type[]": ["lead.*"] } });
for (const event of page?.data ?? [])
  if (event.type === "lead.stage_changed") console.log(event.data.to, event.actor?.type);

export const stageOf = ({ pipeline_stage: stage, tags }: LeadListItem) =>
  stage === "won" ? tags.length : stage?.toUpperCase();
`;

describe("a client that is generated in TypeScript", () => {
  it("compiles, with a typed scenario, what it is answered, and events by their type", async () => {
    expect(await errorsOf(PROGRAM)).toEqual([]);
    expect(await errorsOf(scenario('{ text: "Hello" }'))).toEqual([]);
  });

  it("compiles with the interceptors that pass bookmarks on", async () => {
    const guide = await readFile("src/features/docs/guides/errors-and-limits.md", "utf8");
    expect(await errorsOf(/```ts\n([^`]+)```/.exec(guide)?.[1] ?? "no program")).toEqual([]);
  });

  it("does not compile with a misspelt setting of a node", async () => {
    expect(await errorsOf(scenario('{ text: "Hello", on_window_close: "skip" }'))).toEqual([
      "(10,60): error TS2561: Object literal may only specify known properties, but " +
        "'on_window_close' does not exist in type 'MessageNodeData'. Did you mean to write " +
        "'on_window_closed'?",
    ]);
  });

  it("has types with names, none of which is numbered", async () => {
    const types = await readFile(join(folder, "client", "types.gen.ts"), "utf8");
    const names = [...types.matchAll(/^export (?:type|const|enum) (\w+)/gm)].map(
      ([, name]) => name,
    );
    expect(names.length).toBeGreaterThan(500);
    const isNumbered = (name = "") =>
      /\d$/.test(name) && names.includes(name.replace(/_*\d+$/, ""));
    expect(names.filter((name) => isNumbered(name) || name?.includes("_"))).toEqual([]);
  });
});
