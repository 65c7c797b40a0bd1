import { gzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";

const KIB = 1_024;
const MAX_VISIT_KIB = 40;
/** All that is uploaded. It may grow, but on purpose. */
const MAX_UPLOAD_KIB = 785;

/** The most of a part of the app, as it stands, which is loaded at once. */
const MAX_PART_KIB = 520;

/** The modules that are served to the tests in Node. */
const modules = Object.fromEntries(inject("modules").map((module) => [module.path, module]));
type Module = (typeof modules)[string];

/** A module with all that it imports as it is loaded. */
function loadedWith(name: string, known = new Set<string>()): Set<string> {
  const module = modules[name];
  if (!module || known.has(name)) return known;
  known.add(name);
  for (const other of module.imports) loadedWith(other, known);
  return known;
}

const partsOf = (name: string) => [...loadedWith(name)].flatMap((one) => modules[one] ?? []);
const sourcesOf = (name: string) => partsOf(name).flatMap(({ sources }) => sources);
const kibOf = (parts: Module[]) =>
  parts.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0) / KIB;

describe("a visit", () => {
  it("loads the entry and one module", () => {
    expect([...loadedWith("index.js")]).toEqual(["index.js", "visits.js"]);
    expect(kibOf(partsOf("index.js"))).toBeLessThanOrEqual(MAX_VISIT_KIB);
  });

  it("loads no library but the list of bots", () => {
    const libraries = sourcesOf("index.js").flatMap(
      (source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
    );
    expect([...new Set(libraries)]).toEqual(["isbot"]);
  });
});

describe("the API", () => {
  it("is loaded in parts, none of which keeps visits waiting for long", () => {
    const loaded = new Set(loadedWith("index.js"));
    const parts = ["database.js", "zod.js", "shared.js", "app.js"].map((name) => {
      const more = [...loadedWith(name)].filter((one) => !loaded.has(one));
      for (const one of more) loaded.add(one);
      return more.reduce((sum, one) => sum + (modules[one]?.contents.length ?? 0), 0) / KIB;
    });
    for (const part of parts) {
      expect(part).toBeGreaterThan(100);
      expect(part).toBeLessThan(MAX_PART_KIB);
    }
  });

  it.each([
    ["the server for agents", "mcp-serve.js", /modelcontextprotocol|src\/mcp\//],
    ["patterns", "automation-scenarios-references.js", /node_modules\/re2js/],
    ["simulation", "automation-runs-simulation-store.js", /automation\/engine\/simulate/],
    ["the reading of files", "imports.js", /fflate|imports\/reading\/xlsx/],
    ["the writing of exports", "imports-exports.js", /imports\/exports\/worker\/object/],
    ["moves", "operations-moves.js", /operations\/moves\/object/],
    ["archives", "operations-backups.js", /db\/archive\/restore/],
    ["analyses", "analysis.js", /analysis\/worker/],
  ])("loads without %s, which %s has", (_, module, source) => {
    expect(sourcesOf("app.js").length).toBeGreaterThan(300);
    expect(sourcesOf("app.js").filter((one) => source.test(one))).toEqual([]);
    expect(sourcesOf(module).some((one) => source.test(one))).toBe(true);
  });
});

/** A way from a module to itself. */
function cycleFrom(name: string, path: string[] = []): string[] | undefined {
  if (path.includes(name)) return [...path, name];
  for (const other of modules[name]?.imports ?? []) {
    const cycle = cycleFrom(other, [...path, name]);
    if (cycle) return cycle;
  }
  return undefined;
}

describe("all modules", () => {
  it("are loaded before those that need them", () => {
    expect(Object.keys(modules).length).toBeGreaterThan(15);
    for (const name of Object.keys(modules)) expect(cycleFrom(name)).toBeUndefined();
  });

  it(`have at most ${MAX_UPLOAD_KIB} KiB, compressed`, () => {
    expect(kibOf(Object.values(modules))).toBeGreaterThan(100);
    expect(kibOf(Object.values(modules))).toBeLessThanOrEqual(MAX_UPLOAD_KIB);
  });

  it.each([
    ["the renderer of the document", /hono-openapi|standard-community|src\/http\/openapi\//],
    ["zod's translations", /zod\/v4\/locales\/(?!en\.js)/],
    ["the document's own texts", /src\/features\/docs\/(?!routes\.ts)/],
  ])("lack %s", (_, unwanted) => {
    const sources = Object.values(modules).flatMap((module) => module.sources);
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((source) => unwanted.test(source))).toEqual([]);
  });
});
