import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const migrations = import.meta.glob<string>("../drizzle/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Files by their path in src, without `.ts`. */
const files = Object.fromEntries(
  Object.entries(sources).map(([path, text]) => [
    path.replace(/^\.\.\/src\//, "").replace(/\.ts$/, ""),
    text,
  ]),
);

/** What a file imports: files of ours by their path in src, packages by their name. Type imports count. */
function importsOf(file: string, text: string) {
  const specifiers = [
    ...text.matchAll(
      /^\s*(?:import|export)\b(?:[^;"'=(]*?\bfrom)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm,
    ),
  ];
  return specifiers.map(([, fixed, dynamic]) => {
    const specifier = (fixed ?? dynamic)!;
    return specifier.startsWith(".")
      ? new URL(specifier, `http://src/${file}`).pathname.slice(1)
      : specifier;
  });
}

const isOurs = (target: string) =>
  target === "env" ||
  target === "app" ||
  target === "index" ||
  /^(lib|db|http|features)\//.test(target);
const isPackage = (name: string) => (target: string) =>
  target === name || target.startsWith(`${name}/`);
const [isHono, isDrizzle] = [isPackage("hono"), isPackage("drizzle-orm")];
const nameOf = (file: string) => file.split("/").at(-1)!;
const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1];

const RANKS: Record<string, number> = {
  workspaces: 0,
  settings: 0,
  tokens: 0,
  tags: 0,
  leads: 1,
  links: 2,
  channels: 2,
  sends: 3,
  conversations: 4,
  clicks: 4,
  messages: 5,
  analysis: 5,
  scenarios: 6,
  engine: 7,
  runs: 8,
  inbound: 9,
  events: 9,
  webhooks: 10,
};

/** Names of files that read and write the database. */
const STORES = new Set(
  "store read page filter identity tagging counts targets moments search recipient principals lead-tags profile write consents platform-identities situation link-sends insert queue outbox results effects reports status statements authors overdue reported ingest played receivers replace stop reseal apply-changes pausing leads due commit outgoing rounds references steps explain bulk migrate custom-events endpoints deliveries secrets rotate replay pins done apply usage".split(
    " ",
  ),
);
const SCHEMAS = new Set([
  "schema",
  "query",
  "input",
  "nodes",
  "clauses",
  "settings",
  "warnings",
  "documented",
  "subjects",
]);
/** Names of files that answer paths. */
const ROUTES = ["routes", "redirect", "webhooks", "enrolment", "deliveries-routes"];
const HTTP = new Set([...ROUTES, "authenticate"]);

type Kind =
  | "index"
  | "app"
  | "env"
  | "lib"
  | "db"
  | "http"
  | "schema"
  | "store"
  | "routes"
  | "object"
  | "pure";

function kindOf(file: string, text: string): Kind {
  const layer = /^(lib|db|http)\//.exec(file)?.[1] as Kind | undefined;
  if (layer) return layer;
  if (file === "index" || file === "app" || file === "env") return file;
  const name = nameOf(file);
  if (SCHEMAS.has(name)) return "schema";
  if (STORES.has(name)) return "store";
  if (HTTP.has(name)) return "routes";
  return /extends DurableObject\b/.test(text) ? "object" : "pure";
}

/** Which imports a kind of file may have, of ours and of packages. */
const ALLOWED: Record<Kind, (target: string, file: string) => boolean> = {
  index: () => true,
  app: (target) => !isDrizzle(target),
  env: (target) => isDrizzle(target) || target.startsWith("lib/"),
  lib: (target) =>
    isOurs(target)
      ? target.startsWith("lib/")
      : !isHono(target) && !isDrizzle(target) && target !== "cloudflare:workers",
  db: (target) =>
    isOurs(target) ? /^(lib|db)\//.test(target) || target === "env" : !isHono(target),
  http: (target) =>
    isOurs(target) ? /^(lib|http)\//.test(target) || target === "env" : !isDrizzle(target),
  schema: (target) =>
    isOurs(target)
      ? target === "http/page" ||
        target.startsWith("lib/") ||
        isSibling(target, ["schema"]) ||
        isPure(target)
      : target === "zod",
  store: (target) =>
    isOurs(target)
      ? target === "env" ||
        /^(lib|db)\//.test(target) ||
        isSibling(target, ["schema", "store"]) ||
        isPure(target)
      : !isHono(target) && target !== "zod",
  routes: (target, file) =>
    isOurs(target)
      ? target === "env" ||
        /^(lib|http)\//.test(target) ||
        isSibling(target, ["schema", "store"]) ||
        isPure(target) ||
        (nameOf(target) === "authenticate" && featureOf(target) === featureOf(file))
      : !isDrizzle(target),
  object: (target) =>
    isOurs(target)
      ? target === "env" ||
        target.startsWith("lib/") ||
        isSibling(target, ["schema", "store"]) ||
        isPure(target)
      : !isHono(target),
  pure: (target) =>
    isOurs(target)
      ? target.startsWith("lib/") || isSibling(target, ["schema"]) || isPure(target)
      : !isHono(target) && !isDrizzle(target) && target !== "cloudflare:workers",
};

const kinds = new Map(Object.entries(files).map(([file, text]) => [file, kindOf(file, text)]));
const isSibling = (target: string, wanted: Kind[]) =>
  wanted.includes(kinds.get(target) ?? kindOf(target, "")) && target.startsWith("features/");
const isPure = (target: string) => target.startsWith("features/") && kinds.get(target) === "pure";

/** What an import breaks; undefined when it is allowed. */
function breach(file: string, text: string, target: string) {
  if (isOurs(target) && !(target in files)) return "is not a file";
  if (!ALLOWED[kindOf(file, text)](target, file)) return `is not for ${kindOf(file, text)} files`;
  if (file !== "app" && file !== "index" && ROUTES.includes(nameOf(target)) && featureOf(target))
    return "is for app.ts only";
  const [from, to] = [featureOf(file), featureOf(target)];
  if (!from || !to || from === to || kindOf(target, "") === "schema") return undefined;
  if (!(from in RANKS) || !(to in RANKS)) return "joins a feature that has no place in the order";
  const atBottom = RANKS[from] === 0 && RANKS[to] === 0;
  return RANKS[to]! < RANKS[from]! || atBottom ? undefined : "is not a lower feature";
}

const breaches = (sources: Record<string, string>) =>
  Object.entries(sources).flatMap(([file, text]) =>
    importsOf(file, text).flatMap((target) => {
      const why = breach(file, text, target);
      return why ? [`${file}.ts imports ${target}, which ${why}`] : [];
    }),
  );

/** A cycle among imports, as the path that closes it. Type imports are gone at run time, but the reader meets them all the same. */
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
    expect(importsOf("features/tags/routes", files["features/tags/routes"]!)).toEqual(
      expect.arrayContaining(["hono", "env", "http/contract", "features/tags/store"]),
    );
  });

  it("lets nobody import what is not theirs to use", () => {
    expect(breaches(files)).toEqual([]);
  });

  it.each([
    ["lib/text", `import { log } from "../http/problems";`],
    ["lib/text", `import type { Scope } from "../env";`],
    ["lib/text", `import { Hono } from "hono";`],
    ["db/rows", `import { leadExists } from "../features/leads/store";`],
    ["db/rows", `import { envelope } from "../http/page";`],
    ["http/allow", `import { open } from "../db/scope";`],
    ["http/allow", `import {\n  findPrincipal,\n  stampUse,\n} from "../features/tokens/store";`],
    ["http/allow", `import { sql } from "drizzle-orm";`],
    ["features/tags/schema", `import { tags } from "../../db/schema";`],
    ["features/tags/schema", `import { allow } from "../../http/allow";`],
    ["features/tags/schema", `import { createTag } from "./store";`],
    ["features/tags/store", `import { Hono } from "hono";`],
    ["features/leads/filter", `import { HTTPException } from "hono/http-exception";`],
    ["features/tags/store", `import { envelope } from "../../http/page";`],
    ["features/tags/store", `import { leadExists } from "../leads/store";`],
    ["features/leads/store", `import { enrol } from "../runs/store";`],
    ["features/links/store", `import { scenarioExists } from "../scenarios/store";`],
    ["features/leads/store", `export { enrol } from "../runs/store";`],
    ["features/leads/store", `const { enrol } = await import("../runs/store");`],
    ["features/tags/routes", `import { sql } from "drizzle-orm";`],
    ["features/tags/routes", `import { open } from "../../db/scope";`],
    ["features/clicks/redirect", `import { findNearest } from "../../db/scope";`],
    ["features/leads/routes", `import { tags } from "../tags/routes";`],
    ["features/links/slug", `import { Hono } from "hono";`],
    ["features/links/slug", `import { createShortLink } from "./store";`],
    ["features/unheard/store", `import { leadExists } from "../leads/store";`],
    ["features/tags/store", `import { gone } from "../../lib/gone";`],
  ])("would find in %s: %s", (file, line) => {
    expect(breaches({ [file]: `${line}\nexport const nothing = 1;\n` })).toHaveLength(1);
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
    const objects = [...kinds].filter(([, kind]) => kind === "object").map(([file]) => file);
    expect(objects).toContain("features/clicks/counter");
    for (const [file, text] of Object.entries(files)) {
      for (const object of objects)
        if (importsOf(file, text).includes(object)) expect(file).toBe("index");
    }
  });

  it("keeps files short, save the tables", () => {
    const long = Object.entries(files).filter(
      ([file, text]) => text.trimEnd().split("\n").length > 250 && file !== "db/schema",
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

  it("touches env.DB in one place, and a workspace's rows only within their scope", () => {
    expect(Object.keys(files).filter((file) => /\benv\.DB\b/.test(files[file]!))).toEqual([
      "db/scope",
    ]);
  });

  it("migrates without rebuilding a table", () => {
    expect(Object.keys(migrations).length).toBeGreaterThan(0);
    for (const [path, sql] of Object.entries(migrations))
      expect(sql, path).not.toMatch(/__new_|drop\s+table/i);
  });
});
