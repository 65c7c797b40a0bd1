import { describe, expect, it } from "vitest";
import { readTexts } from "./support/sources";

const migrations = readTexts("drizzle", ["*.sql"]);

/** Files by their path in src, without `.ts` and `.tsx`. */
const files = Object.fromEntries(
  Object.entries(readTexts("src", ["**/*.{ts,tsx}"]))
    .filter(([path]) => !path.startsWith("client/generated/"))
    .map(([path, text]) => [path.replace(/\.tsx?$/, ""), text]),
);

function readImports(file: string, text: string) {
  const specifiers = [
    ...text.matchAll(
      /^\s*(?:import|export)\b(?:[^;"'=(]*?\bfrom)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm,
    ),
  ];
  return specifiers.map(([, fixed, dynamic]) => {
    const specifier = (fixed ?? dynamic)!;
    if (specifier.startsWith("."))
      return new URL(specifier, `http://src/${file}`).pathname.slice(1);
    return specifier === "#client" ? "client/index" : specifier.replace(/^#/, "");
  });
}

/** A path that climbs two folders, or leaves a folder of src: package.json has names for those. */
function isFar(file: string, line: string) {
  const climbed = /["']((?:\.\.\/)+)[^"'.]*["']/.exec(line)?.[1]?.length ?? 0;
  const depth = file.split("/").length - 1;
  return climbed > 3 || (climbed > 0 && depth === 1);
}

/** The imports of the files that were read last: most tests change one file of all. */
const known = new Map<string, { text: string; imports: string[] }>();

/**
 * The imports of a file: files of ours by their path in src, packages by their name. Type imports
 * count.
 */
function importsOf(file: string, text: string): string[] {
  const last = known.get(file);
  if (last?.text === text) return last.imports;
  const imports = readImports(file, text);
  known.set(file, { text, imports });
  return imports;
}

const isOurs = (target: string) =>
  /^(index|shim|app|env|(lib|domain|db|http|features|client|cli|mcp|console)\/.*)$/.test(target);
const isPackage = (name: string) => (target: string) =>
  target === name || target.startsWith(`${name}/`);
const [isHono, isDrizzle] = [isPackage("hono"), isPackage("drizzle-orm")];
const isNode = (target: string) => target.startsWith("node:");
const isRuntime = (target: string) => target === "cloudflare:workers";
const nameOf = (file: string) => file.split("/").at(-1) ?? file;

/** The areas of src/features from the ground: a file imports its own area and those before it. */
const AREAS = [
  "access",
  "leads",
  "links",
  "messaging",
  "analysis",
  "automation",
  "events",
  "imports",
  "privacy",
  "operations",
  "docs",
];
const areaOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1];

type Layer =
  | "index"
  | "shim"
  | "app"
  | "env"
  | "lib"
  | "domain"
  | "db"
  | "http"
  | "client"
  | "cli"
  | "mcp"
  | "console";
/**
 * The kind of a file of src/features, by its imports: `pure` needs neither storage nor HTTP nor
 * zod.
 */
type Kind = "routes" | "object" | "store" | "schema" | "pure";

const layerOf = (file: string) =>
  /^(index|shim|app|env|lib|domain|db|http|client|cli|mcp|console)(\/|$)/.exec(file)?.[1] as Layer;

type Sources = Record<string, string>;

/** The kinds of all files of src/features. Whoever imports a store is one. */
function kindsOf(sources: Sources) {
  const kinds = new Map<string, Kind>();
  const find = (file: string): Kind => {
    const text = sources[file] ?? "";
    const targets = importsOf(file, text);
    const isFeature = (target: string) => areaOf(target) !== undefined && target in sources;
    const usesHttp = (target: string) => isHono(target) || /^http\/(?!page$)/.test(target);
    const usesData = (target: string) =>
      isDrizzle(target) || target === "env" || target.startsWith("db/");
    if (/extends DurableObject\b/.test(text)) return "object";
    if (targets.some(usesHttp)) return "routes";
    if (targets.some(usesData)) return "store";
    if (targets.filter(isFeature).some((target) => kindOf(target) === "store")) return "store";
    return targets.includes("zod") || targets.includes("http/page") ? "schema" : "pure";
  };
  const kindOf = (file: string): Kind => {
    // A file that is reached again by way of its own imports is looked at as a pure one: cycles
    // have a test of their own.
    if (!kinds.has(file)) kinds.set(file, "pure").set(file, find(file));
    return kinds.get(file) ?? "pure";
  };
  for (const file of Object.keys(sources)) if (areaOf(file)) kindOf(file);
  return kinds;
}

const isForBrowsers = (target: string) =>
  /^(react|react-dom|@tanstack|@base-ui|@xyflow|@dagrejs|lucide-react|mediabunny|uplot|uqr|virtual:(?:node-types|platforms))(\/|$)/.test(
    target,
  );

/** The imports that a layer may have, of ours and of packages. */
const LAYERS: Record<Layer, (target: string) => boolean> = {
  index: () => true,
  shim: (target) => (isOurs(target) ? /^(lib|domain|env)(\/|$)/.test(target) : isRuntime(target)),
  app: (target) => !isDrizzle(target) && !target.startsWith("mcp/"),
  env: (target) => (isOurs(target) ? /^(lib|domain)\//.test(target) : isDrizzle(target)),
  lib: (target) =>
    isOurs(target)
      ? target.startsWith("lib/")
      : !isHono(target) && !isDrizzle(target) && !isRuntime(target),
  domain: (target) => isOurs(target) && /^(lib|domain)\//.test(target),
  db: (target) => (isOurs(target) ? /^(lib|domain|db|env)(\/|$)/.test(target) : !isHono(target)),
  http: (target) => (isOurs(target) ? /^(lib|http|env)(\/|$)/.test(target) : !isDrizzle(target)),
  client: (target) => target.startsWith("client/"),
  mcp: (target) =>
    isOurs(target)
      ? /^(lib|domain|mcp|env)(\/|$)/.test(target)
      : isPackage("@modelcontextprotocol/server")(target),
  cli: (target) =>
    isOurs(target)
      ? /^(cli\/|client\/(index|package\.json)$)/.test(target)
      : target === "commander" || isNode(target),
  console: (target) =>
    isOurs(target) ? /^(console\/|client\/index$)/.test(target) : isForBrowsers(target),
};

/** The imports that a kind of file of src/features may have beyond other features. */
const KINDS: Record<Kind, (target: string) => boolean> = {
  routes: (target) =>
    isOurs(target)
      ? /^(lib|domain|http|env)(\/|$)/.test(target)
      : !isDrizzle(target) && !isRuntime(target),
  object: (target) =>
    isOurs(target) ? /^(lib|domain|env)(\/|$)/.test(target) : !isHono(target) && !isDrizzle(target),
  store: (target) =>
    isOurs(target)
      ? /^(lib|domain|db|env)(\/|$)/.test(target)
      : !isHono(target) && !isRuntime(target) && target !== "zod",
  schema: (target) =>
    isOurs(target) ? /^(lib\/|domain\/|http\/page$)/.test(target) : target === "zod",
  pure: (target) =>
    isOurs(target) ? /^(lib|domain)\//.test(target) : !isHono(target) && !isDrizzle(target),
};

/**
 * The kinds of other features that a kind may import. Routes are for `app.ts`, objects for
 * `index.ts`.
 */
const FEATURES: Record<Kind, Kind[]> = {
  routes: ["store", "schema", "pure"],
  object: ["store", "schema", "pure"],
  store: ["store", "schema", "pure"],
  schema: ["schema", "pure"],
  pure: ["schema", "pure"],
};

/** The kind that the name, or the folder, of a file promises. */
function brokenPromise(file: string, kind: Kind) {
  if (nameOf(file) === "routes" && kind !== "routes") return "answers no path";
  if (/^(schema|input|query)$/.test(nameOf(file)) && !["schema", "pure"].includes(kind))
    return "is no schema";
  if (nameOf(file) === "store" && kind !== "store") return "is no store";
  if (file.startsWith("features/automation/engine/") && !["schema", "pure"].includes(kind))
    return "is not pure";
  return undefined;
}

/** The rule that an import between files of src/features breaks, if any. */
function featureBreach(kinds: Map<string, Kind>, file: string, target: string) {
  const [from, to] = [kinds.get(file) ?? "pure", kinds.get(target) ?? "pure"];
  const isMiddleware = to === "routes" && from === "routes" && areaOf(file) === areaOf(target);
  if (!FEATURES[from].includes(to) && !(isMiddleware && nameOf(target) !== "routes"))
    return `is not for ${from} files`;
  if (from === "schema" && to === "schema") return undefined;
  const [own, other] = [file, target].map((path) => AREAS.indexOf(areaOf(path) ?? ""));
  if (own === undefined || other === undefined || own < 0 || other < 0)
    return "joins an area that has no place in the order";
  return other <= own ? undefined : "is of a higher area";
}

/** The rule that an import breaks, if any. */
function breach(sources: Sources, kinds: Map<string, Kind>, file: string, target: string) {
  const isRead = !target.startsWith("client/generated") && !/\.(json|css|svg)$/.test(target);
  if (isOurs(target) && !(target in sources) && isRead) return "is not a file";
  const layer = layerOf(file);
  if (layer) return LAYERS[layer](target) ? undefined : `is not for ${layer}`;
  if (areaOf(target)) return featureBreach(kinds, file, target);
  const kind = kinds.get(file) ?? "pure";
  return KINDS[kind](target) ? undefined : `is not for ${kind} files`;
}

function breaches(sources: Sources) {
  const kinds = kindsOf(sources);
  const promises = [...kinds].flatMap(([file, kind]) => {
    const why = brokenPromise(file, kind);
    return why ? [`${file}.ts ${why}`] : [];
  });
  const imports = Object.entries(sources).flatMap(([file, text]) =>
    importsOf(file, text).flatMap((target) => {
      const why = breach(sources, kinds, file, target);
      return why ? [`${file}.ts imports ${target}, which ${why}`] : [];
    }),
  );
  return [...promises, ...imports];
}

/**
 * A cycle among imports, as the path that closes it. Type imports are gone at run time, but the
 * reader meets them all the same.
 */
function findCycle(sources: Record<string, string>): string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file) || !(file in sources)) return undefined;
    for (const target of importsOf(file, sources[file]!)) {
      const cycle = walk(target, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of Object.keys(sources)) {
    const cycle = walk(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

describe("the architecture", () => {
  it("reads the real sources", () => {
    expect(Object.keys(files).length).toBeGreaterThan(50);
    const routes = "features/leads/tags/routes";
    expect(importsOf(routes, files[routes] ?? "")).toEqual(
      expect.arrayContaining(["hono", "env", "http/contract", "features/leads/tags/store"]),
    );
  });

  it("keeps layers, kinds of files and areas apart", () => {
    expect(breaches(files)).toEqual([]);
  });

  it.each([
    ["lib/text", `import { log } from "#http/problems";`],
    ["lib/text", `import type { Scope } from "#env";`],
    ["lib/text", `import { Hono } from "hono";`],
    ["lib/text", `import { WINDOW_MS } from "#domain/window";`],
    ["domain/window", `import type { Scope } from "#env";`],
    ["domain/window", `import * as z from "zod";`],
    ["db/scope/rows", `import { leadExists } from "#features/leads/store";`],
    ["db/scope/rows", `import { envelope } from "#http/page";`],
    ["http/allow", `import { open } from "#db/scope/scope";`],
    ["http/allow", `import { holds } from "#domain/abilities";`],
    ["http/allow", `import {\n  findPrincipal,\n} from "#features/access/tokens/store";`],
    ["http/allow", `import { sql } from "drizzle-orm";`],
    ["features/leads/tags/schema", `import { tags } from "#db/schema";`],
    ["features/leads/tags/schema", `import { allow } from "#http/allow";`],
    ["features/leads/tags/schema", `import { createTag } from "./store";`],
    ["features/leads/tags/store", `import { Hono } from "hono";`],
    ["features/leads/search/filter", `import { HTTPException } from "hono/http-exception";`],
    ["features/leads/tags/store", `import { allow } from "#http/allow";`],
    ["features/leads/store", `import { enrol } from "../automation/runs/store";`],
    ["features/links/store", `import { scenarioExists } from "../automation/scenarios/store";`],
    ["features/leads/store", `export { enrol } from "../automation/runs/store";`],
    ["features/leads/store", `const { enrol } = await import("../automation/runs/store");`],
    ["features/leads/tags/routes", `import { sql } from "drizzle-orm";`],
    ["features/leads/tags/routes", `import { open } from "#db/scope/scope";`],
    ["features/links/clicks/redirect", `import { findNearest } from "#db/scope/scope";`],
    ["features/leads/routes", `import { tags } from "./tags/routes";`],
    ["features/links/slug", `import { Hono } from "hono";`],
    ["features/automation/engine/step", `import type { Scope } from "#env";`],
    ["features/automation/engine/step", `import { createLead } from "../../leads/store";`],
    ["features/messaging/outbound/worker/object", `import { Hono } from "hono";`],
    [
      "features/leads/tags/store",
      `import { MessageSender } from "../../messaging/outbound/worker/object";`,
    ],
    ["client/pages", `import { PER_PAGE } from "#http/page";`],
    ["client/pages", `import * as z from "zod";`],
    ["features/leads/tags/store", `import { each } from "#client/pages";`],
    ["client/pages", `import { note } from "../cli/output";`],
    ["cli/session", `import { each } from "#client/pages";`],
    ["console/routes", `import { each } from "#client/pages";`],
    ["console/routes", `import { abilities } from "#domain/abilities";`],
    ["console/routes", `import { Command } from "commander";`],
    ["mcp/serve", `import { router } from "#console/routes";`],
    ["mcp/api", `import { app } from "../app";`],
    ["mcp/api", `import { createTag } from "#features/leads/tags/store";`],
    ["app", `import { serveMcp } from "./mcp/serve";`],
    ["cli/session", `import { cutPage } from "#lib/cursor";`],
    ["features/unknown/store", `import { leadExists } from "../leads/store";`],
    ["features/leads/tags/store", `import { gone } from "#lib/gone";`],
  ])("would find in %s: %s", (file, line) => {
    const planted = { ...files, [file]: `${line}\n${files[file] ?? ""}` };
    expect(breaches(planted).length).toBeGreaterThan(0);
  });

  it("calls what is far by the names of package.json", () => {
    // The client is packed by itself, without the package.json of the service.
    const far = Object.entries(files)
      .filter(([file]) => !file.startsWith("client/"))
      .flatMap(([file, text]) =>
        text
          .split("\n")
          .filter((line) => /\b(from|import)\b/.test(line) && isFar(file, line))
          .map((line) => `${file}: ${line}`),
      );
    expect(far.filter((line) => !/\.(json|css|svg|sql)"/.test(line))).toEqual([]);
    expect(isFar("features/leads/store", `import { open } from "../../db/open";`)).toBe(true);
    expect(isFar("db/batch", `import { log } from "../lib/log";`)).toBe(true);
    expect(isFar("features/leads/store", `import { tags } from "../links/store";`)).toBe(false);
  });

  it("has no import cycle", () => {
    expect(findCycle(files)).toBeUndefined();
    const circle = {
      "lib/a": `import { b } from "./b";`,
      "lib/b": `import type { A } from "./a";`,
    };
    expect(findCycle(circle)).toEqual(["lib/a", "lib/b", "lib/a"]);
  });

  it("exports Durable Objects from index.ts only", () => {
    const objects = [...kindsOf(files)]
      .filter(([, kind]) => kind === "object")
      .map(([file]) => file);
    expect(objects).toContain("features/links/clicks/counter");
    for (const [file, text] of Object.entries(files)) {
      for (const object of objects)
        if (importsOf(file, text).includes(object)) expect(file).toBe("index");
    }
  });

  it("keeps files short", () => {
    const long = Object.entries(files).filter(
      ([, text]) => text.trimEnd().split("\n").length > 250,
    );
    expect(long.map(([file]) => file)).toEqual([]);
  });

  it("has no file named after nothing in particular", () => {
    const vague = /(^|\/)(utils?|helpers?|types|services?|controllers?|common|misc|manager)(\/|$)/;
    expect(Object.keys(files).filter((file) => vague.test(file))).toEqual([]);
    expect(
      Object.keys(files).filter((file) => file.startsWith("features/") && nameOf(file) === "index"),
    ).toEqual([]);
  });

  it("touches env.DB in one place", () => {
    const touching = Object.entries(files).filter(([, text]) => /\benv\.DB\b/.test(text));
    expect(touching.map(([file]) => file)).toEqual(["db/placement/bindings"]);
  });

  // The statements that must name a workspace: test/support/statement-audit.ts.
  it("names the workspace of a statement by `within` only", () => {
    const isByHand = /\bworkspace_id"?\s*=\s*\$\{|\beq\(\s*\w+\.workspaceId\b/;
    const byHand = Object.entries(files).filter(([, text]) => isByHand.test(text));
    expect(byHand.map(([file]) => file)).toEqual(["db/scope/within"]);
  });

  it("migrates without rebuilding a table", () => {
    expect(Object.keys(migrations).length).toBeGreaterThan(0);
    for (const [path, sql] of Object.entries(migrations))
      expect(sql, path).not.toMatch(/__new_|drop\s+table/i);
  });
});
