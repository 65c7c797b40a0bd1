import { sql } from "drizzle-orm";
import type { Database, Databases } from "#env";
import { settle } from "#lib/settle";
import { unscopedBatch } from "../batch";
import { addFirst, recordSize } from "../statements/databases";

/** The size of a database in bytes, and how long it took to ask for it. */
export async function sizeOf(db: Database): Promise<{ sizeBytes: number; latencyMs: number }> {
  const start = Date.now();
  const { meta } = await db.run(sql`select 1`);
  return { sizeBytes: meta.size_after, latencyMs: Date.now() - start };
}

/**
 * Measures databases, and writes the sizes of those that are registered to the directory. One that
 * can't be reached is logged, and keeps its last size.
 */
export async function measure(databases: Databases, names: readonly string[] = databases.names) {
  const directory = { db: databases.directory };
  const sizes = new Map<string, number>();
  const measureOne = async (name: string) => {
    sizes.set(name, (await sizeOf(databases.open(name))).sizeBytes);
  };
  await settle(
    "database not measured",
    Object.fromEntries(names.map((name) => [name, measureOne(name)])),
  );
  await unscopedBatch(directory, {
    first: addFirst(directory),
    sizes: [...sizes].map(([name, size]) => recordSize(directory, name, size)),
  });
}
