import { readdirSync, readFileSync } from "node:fs";

/** Makes the tables of an empty database. */
export async function migrate(db) {
  for (const file of readdirSync("drizzle")
    .filter((name) => name.endsWith(".sql"))
    .toSorted()) {
    const statements = readFileSync(`drizzle/${file}`, "utf8").split("--> statement-breakpoint");
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
}
