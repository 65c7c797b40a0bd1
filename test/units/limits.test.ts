import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { CASING, readBatch } from "#db/batch";
import { tags } from "#db/schema/leads";
import { requireStorable } from "#db/writes/limits";
import { isRefusal } from "#lib/alarm";

const refused = (...params: unknown[]) => {
  try {
    requireStorable(params);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("requireStorable", () => {
  it("takes texts of up to 2,000,000 bytes, and everything else", () => {
    const texts = ["x".repeat(2_000_000), "é".repeat(1_000_000), "🙂".repeat(500_000)];
    expect(refused(1, null, ...texts)).toBeUndefined();
  });

  it.each([
    "x".repeat(2_000_001),
    `${"é".repeat(1_000_000)}x`,
    `${"🙂".repeat(500_000)}x`,
    "é".repeat(3e6),
  ])("refuses a longer one by its position, as D1 would", (text) => {
    const error = refused("short", text);
    expect(String(error)).toContain("parameter 2 has more than 2000000 bytes");
    expect(isRefusal(error)).toBe(true);
  });
});

describe("a batch", () => {
  const statement = { bind: () => statement };
  const asked = () => Promise.reject(new Error("D1 was asked."));
  // A database with all that a batch needs of it.
  const client = { prepare: () => statement, batch: asked } as unknown as D1Database;
  const db = drizzle(client, CASING);

  it("asks D1 nothing if a text is longer than D1 takes, whoever has built its statement", async () => {
    const run = (text: string) => [
      readBatch({ db }, { raw: sql`select ${text}` }),
      readBatch({ db }, { built: db.select().from(tags).where(sql`label = ${text}`) }),
    ];
    for (const batch of run("short")) await expect(batch).rejects.toThrow("D1 was asked.");
    for (const batch of run("x".repeat(2_000_001)))
      await expect(batch).rejects.toThrow("parameter 1 has more than 2000000 bytes");
  });
});
