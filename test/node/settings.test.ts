import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";

// All that wrangler.toml sets, [env.local] sets too, as it inherits none of it, and the guide
// explains.

const configs = {
  deployed: readConfig({ config: "wrangler.toml" }),
  local: readConfig({ config: "wrangler.toml", env: "local" }),
};

type Config = (typeof configs)["local"];
type Bound = { binding: string };
type Named = { name: string };
type Bucket = { bucket_name: string };
type Database = { database_name: string };

/** The names of what the Worker finds in its environment, by kind. */
const boundIn = (config: Config) => ({
  variable: Object.keys(config.vars).toSorted(),
  "D1 database": config.d1_databases.map(({ binding }: Bound) => binding),
  "R2 bucket": config.r2_buckets.map(({ binding }: Bound) => binding),
  "Durable Object": config.durable_objects.bindings.map(({ name }: Named) => name).toSorted(),
  "rate limit": config.ratelimits.map(({ name }: Named) => name).toSorted(),
  "static assets": [config.assets?.binding],
});

const guide = readFileSync("src/features/docs/guides/operating.md", "utf8");

/** The names in the guide's table of settings, by kind. */
function explained() {
  const table = guide.slice(guide.indexOf("## Settings"));
  const rows = [...table.matchAll(/^\| (`[^|]+`) \| ([^|]+) \|/gm)];
  const names = rows.flatMap(([, cell = "", kind = ""]) =>
    [...cell.matchAll(/`([A-Z_0-9]+)`/g)].map(([, name = ""]) => ({
      name,
      kind: kind.trim().replace(/s$/, "").replace("asset", "assets"),
    })),
  );
  return Object.groupBy(names, ({ kind }) => kind);
}

/** Set by those who need them: no configuration has them. */
const OPTIONAL = ["DIRECTORY", "DB_1", "DB_2"];

describe("the settings", () => {
  it("are the same locally, besides the token of the demo", () => {
    const local = boundIn(configs.local);
    const variable = local.variable.filter((name) => name !== "DEMO_TOKEN");
    expect({ ...local, variable }).toEqual(boundIn(configs.deployed));
    const classes = (config: Config) =>
      config.durable_objects.bindings.map(
        ({ name, class_name }: Named & { class_name: string }) => `${name} ${class_name}`,
      );
    expect(classes(configs.local)).toEqual(classes(configs.deployed));
  });

  it("are all in the guide's table, with nothing else", () => {
    const byKind = explained();
    for (const [kind, names] of Object.entries(boundIn(configs.deployed))) {
      const found = byKind[kind]?.map(({ name }) => name) ?? [];
      const set = found.filter((name) => !OPTIONAL.includes(name));
      expect([kind, set.toSorted()]).toEqual([kind, names.toSorted()]);
    }
    for (const name of OPTIONAL) expect(guide, name).toContain(`\`${name}\``);
  });

  it("have the names that the guide's commands create and go back", () => {
    const { deployed } = configs;
    const made = (command: RegExp) => [...guide.matchAll(command)].map(([, name = ""]) => name);
    const bucket = made(/wrangler r2 bucket create (\S+)/g);
    expect(bucket).toEqual(deployed.r2_buckets.map((one: Bucket) => one.bucket_name));
    const [first, ...further] = made(/wrangler d1 create (\S+)/g);
    expect([first]).toEqual(deployed.d1_databases.map((one: Database) => one.database_name));
    expect(further).toEqual(made(/^ *database_name = "(.+)"$/gm));
    expect(made(/time-travel restore (\S+)/g)).toEqual([first]);
    expect([...new Set(made(/d1 execute (\S+)/g))]).toEqual(
      deployed.d1_databases.map(({ binding }: Bound) => binding),
    );
  });

  it("have the secrets of the guide's table, which its commands put", () => {
    const put = [...guide.matchAll(/wrangler secret put (\w+)/g)].map(([, name]) => name);
    const secrets = explained().secret?.map(({ name }) => name) ?? [];
    const bindings = readFileSync("src/env.ts", "utf8");
    const typed = [...bindings.matchAll(/^ {2}([A-Z_]+)\?: string;/gm)].map(([, name]) => name);
    expect(secrets.toSorted()).toEqual(typed.toSorted());
    expect(secrets).toEqual(expect.arrayContaining(put));
  });

  it("have nothing else to be made at Cloudflare", () => {
    const { deployed } = configs;
    const made = Object.entries(deployed).flatMap(([kind, bound]) =>
      Array.isArray(bound) && bound.some((one) => one?.binding) ? [kind] : [],
    );
    expect(made.toSorted()).toEqual(["d1_databases", "r2_buckets"]);
    expect(deployed.queues).toEqual({ producers: [], consumers: [] });
    for (const cron of deployed.triggers.crons ?? []) expect(guide).toContain(`cron \`${cron}\``);
  });
});
