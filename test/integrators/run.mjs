// Tries the service with what integrators have: `node test/integrators/run.mjs`. Installs the tools
// of versions.json into a temporary folder, which takes minutes and a connection; none of them is a
// dependency. Ends with 1 if a tool fails. `node test/integrators/run.mjs orval` runs one.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { packClient } from "../../src/features/docs/build/pack-client.mjs";
import { listInBrowser } from "./browser.mjs";
import { runGuides } from "./guides.mjs";
import { newSandbox, startService } from "./service.mjs";

const HERE = "test/integrators";
const PORT = Number(process.env.PORT ?? 8797);
const NODE_20 = "20.20.2";
const MAX_OUTPUT_BYTES = 2 ** 26;
const versions = JSON.parse(readFileSync(`${HERE}/versions.json`, "utf8"));

const folder = mkdtempSync(join(tmpdir(), "lead-engagement-integrators-"));
const bin = (name) => join(folder, "node_modules/.bin", name);
const run = async (command, args = []) => {
  const options = { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES };
  const { stdout } = await promisify(execFile)(command, args, options);
  return stdout;
};

const TYPESCRIPT = {
  compilerOptions: {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    lib: ["esnext", "dom", "dom.iterable"],
    types: ["node"],
  },
};

const ORVAL = (origin) => `export default { api: {
  input: "./openapi.json",
  output: { target: "./generated/orval/api.ts", client: "fetch", baseUrl: "${origin}" },
} };`;

const KUBB = `
import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
export default defineConfig({
  root: ".",
  input: { path: "./openapi.json" },
  output: { path: "./generated/kubb", clean: true },
  plugins: [pluginOas({ validate: false }), pluginTs(), pluginClient({ client: "fetch" })],
});`;

/** Generates a client, compiles a program that lists leads by it, and runs that. */
const generated = (name, generate) => async (service) => {
  await generate();
  const config = join(folder, `tsconfig.${name}.json`);
  writeFileSync(config, JSON.stringify({ ...TYPESCRIPT, files: [`programs/${name}.ts`] }));
  await run(bin("tsc"), ["--project", config]);
  return lists(service, bin("bun"), [`programs/${name}.ts`]);
};

/** Runs a program that lists leads. */
async function lists({ origin, token }, command, args) {
  const names = (await run(command, [...args, origin, token])).trim();
  if (names === "") throw new Error("It has listed no leads.");
  return "lists leads";
}

const program = "programs/client.mjs";

const TOOLS = {
  prism: async ({ origin, token, document }) => {
    const { files, violations } = await runGuides({
      ...{ folder, origin, token, document },
      port: PORT + 1,
    });
    if (violations.length > 0) throw new Error(violations.join("\n"));
    return `no answer of ${files.length} guides is other than the document says`;
  },
  newman: async ({ origin, token }) => {
    const collection = await (await fetch(`${origin}/docs/collection.json`)).text();
    writeFileSync(join(folder, "collection.json"), collection);
    const report = join(folder, "newman.json");
    await run(bin("newman"), [
      ...["run", "collection.json", "--env-var", `token=${token}`],
      ...["--reporters", "json", "--reporter-json-export", report],
    ]);
    const { stats } = JSON.parse(readFileSync(report, "utf8")).run;
    return `${stats.requests.total} requests, all of them 2xx`;
  },
  "openapi-fetch": generated("openapi-fetch", () =>
    run(bin("openapi-typescript"), ["openapi.json", "-o", "generated/openapi-fetch.d.ts"]),
  ),
  "hey-api": generated("hey-api", () =>
    run(bin("openapi-ts"), ["-i", "openapi.json", "-o", "generated/hey-api"]),
  ),
  orval: generated("orval", () => run(bin("orval"), ["--config", "orval.config.mjs"])),
  kubb: generated("kubb", () => run(bin("kubb"), ["generate", "--config", "kubb.config.mjs"])),
  "client in Node 20": (service) => lists(service, "npx", ["--yes", `node@${NODE_20}`, program]),
  "client in Node 24": (service) => lists(service, resolve("node_modules/.bin/node"), [program]),
  "client in Bun": (service) => lists(service, bin("bun"), [program]),
  "client in Deno": (service) =>
    lists(service, bin("deno"), ["run", "--allow-all", "--node-modules-dir=manual", program]),
  "client in a browser": ({ origin, token }) => listInBrowser({ folder, origin, token }),
};

/** Installs the tools and the packed client, and writes what they are configured by. */
async function prepare(origin) {
  const dependencies = { ...versions };
  dependencies["lead-engagement-client"] =
    `file:${await packClient(join(folder, "built"), folder)}`;
  const manifest = { private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  await run("npm", ["install", "--no-audit", "--no-fund"]);
  const document = await (await fetch(`${origin}/openapi.json`)).text();
  for (const name of ["programs", "generated"]) mkdirSync(join(folder, name));
  cpSync(`${HERE}/programs`, join(folder, "programs"), { recursive: true });
  writeFileSync(join(folder, "openapi.json"), document);
  writeFileSync(join(folder, "orval.config.mjs"), ORVAL(origin));
  writeFileSync(join(folder, "kubb.config.mjs"), KUBB);
  return document;
}

/** Makes a lead, for a list that is not empty. */
const addLead = (origin, token) =>
  fetch(`${origin}/v1/leads`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ first_name: "Maud" }),
  });

async function tryAll(wanted) {
  const { origin, end } = await startService(PORT);
  try {
    const document = await prepare(origin);
    for (const [name, check] of Object.entries(TOOLS)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const token = await newSandbox(origin);
      await addLead(origin, token);
      const outcome = await check({ origin, token, document }).catch((error) => {
        process.exitCode = 1;
        return `FAILED: ${error.stdout || error.stderr || error.message}`;
      });
      console.log(`${name}: ${outcome}`);
    }
  } finally {
    end();
    rmSync(folder, { recursive: true, force: true });
  }
}

await tryAll(process.argv.slice(2));
