import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { databasesIn } from "../../drizzle/bindings.mjs";

const ADDED = `
[[d1_databases]]
binding = "DB_1"
database_name = "lead-engagement-1"
database_id = "00000000-0000-0000-0000-000000000001"

[[d1_databases]]
# binding = "DB_2"
binding = "DB_20"
database_name = "lead-engagement-20"
database_id = "00000000-0000-0000-0000-000000000020"
`;

describe("npm run deploy", () => {
  it("migrates every database of wrangler.toml, then deploys", () => {
    const folder = mkdtempSync(join(tmpdir(), "lead-engagement-deploy-"));
    try {
      const toml = readFileSync("wrangler.toml", "utf8") + ADDED;
      writeFileSync(join(folder, "wrangler.toml"), toml);
      const output = execFileSync(process.execPath, [resolve("drizzle/deploy.mjs"), "--dry-run"], {
        cwd: folder,
        encoding: "utf8",
      });
      expect(output.trim().split("\n")).toEqual([
        "wrangler d1 migrations apply DB --env= --remote",
        "wrangler d1 migrations apply DB_1 --env= --remote",
        "wrangler d1 migrations apply DB_20 --env= --remote",
        "wrangler deploy --env=",
      ]);
      const config = readConfig({ config: join(folder, "wrangler.toml") });
      expect(databasesIn(toml)).toEqual(
        config.d1_databases.map(({ binding }: { binding: string }) => binding),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
