import { eq } from "drizzle-orm";
import { FIRST_DATABASE } from "../domain/databases";
import type { Bindings, Databases, OpenDatabase } from "../env";
import { TtlCache } from "../lib/cache";
import { oncePer } from "../lib/memo";
import { workspaces } from "./schema/access";
import { drizzleOn, openSession } from "./sessions";

/** The bindings of databases: `DB`, `DB_1`, `DB_2` and so on. */
const NAME = /^DB(_[1-9]\d{0,3})?$/;

/** A move waits for this long, and then no isolate takes a workspace for where it was. */
const PLACE_TTL_MS = 9_000;

const openBinding = oncePer((binding: D1Database): OpenDatabase => drizzleOn(binding));

/** The directory is in the first database, unless the binding `DIRECTORY` gives it another. */
class BoundDatabases implements Databases {
  readonly #bindings: Map<string, D1Database>;
  readonly #places = new TtlCache<string>(PLACE_TTL_MS, 10_000);
  readonly #directory: D1Database;
  readonly ofDirectory: string | null;

  constructor(env: Bindings) {
    const entries = Object.entries(env).filter(([name]) => NAME.test(name));
    this.#bindings = new Map(entries as [string, D1Database][]);
    this.#directory = env.DIRECTORY ?? env.DB;
    this.ofDirectory = env.DIRECTORY ? null : FIRST_DATABASE;
  }

  get names() {
    return [...this.#bindings.keys()];
  }

  get directory(): OpenDatabase {
    return openBinding(this.#directory);
  }

  open(name: string): OpenDatabase {
    return openBinding(this.#binding(name));
  }

  session(name: string, from: D1SessionConstraint | D1SessionBookmark) {
    return openSession(this.#binding(name), from);
  }

  #binding(name: string): D1Database {
    const binding = this.#bindings.get(name);
    if (!binding) throw new Error(`The Worker has no binding ${name}.`);
    return binding;
  }

  async find(workspaceId: number): Promise<string> {
    if (this.ofDirectory !== null && this.#bindings.size === 1) return FIRST_DATABASE;
    const key = String(workspaceId);
    return this.#places.get(key, Date.now(), () => this.#load(workspaceId), ignore);
  }

  async #load(workspaceId: number) {
    const row = await this.directory
      .select({ database: workspaces.database })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .get();
    return row?.database ?? FIRST_DATABASE;
  }
}

/** An object that waits for a load lives as long as it does. */
const ignore = () => undefined;

export const databasesOf = oncePer((env: Bindings): Databases => new BoundDatabases(env));
