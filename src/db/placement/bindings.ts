import { FIRST_DATABASE } from "#domain/databases";
import type { Bindings } from "#env";
import { TtlCache } from "#lib/cache";
import { oncePer } from "#lib/memo";

// The databases as the runtime binds them. Visits, which load no Drizzle, read these.

/** The bindings of databases: `DB`, `DB_1`, `DB_2` and so on. */
const NAME = /^DB(_[1-9]\d{0,3})?$/;

/** A move waits for this long, and then no isolate takes a workspace for where it was. */
const PLACE_TTL_MS = 9_000;

/** The directory is in the first database, unless the binding `DIRECTORY` gives it another. */
class BoundDatabases {
  readonly #bindings: Map<string, D1Database>;
  readonly #places = new TtlCache<string>(PLACE_TTL_MS, 10_000);
  readonly directory: D1Database;
  readonly ofDirectory: string | null;

  constructor(env: Bindings) {
    const entries = Object.entries(env).filter(([name]) => NAME.test(name));
    this.#bindings = new Map(entries as [string, D1Database][]);
    this.directory = env.DIRECTORY ?? env.DB;
    this.ofDirectory = env.DIRECTORY ? null : FIRST_DATABASE;
  }

  get names() {
    return [...this.#bindings.keys()];
  }

  binding(name: string): D1Database {
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
    const { results } = await this.directory
      .prepare("select database from workspaces where id = ?")
      .bind(workspaceId)
      .run<{ database: string }>();
    return results[0]?.database ?? FIRST_DATABASE;
  }
}

/** An object that waits for a load lives as long as it does. */
const ignore = () => undefined;

export const boundIn = oncePer((env: Bindings) => new BoundDatabases(env));

/** The database of a workspace. */
export async function databaseOf(env: Bindings, workspaceId: number) {
  const bound = boundIn(env);
  return bound.binding(await bound.find(workspaceId));
}

/**
 * The first row of a query from the replica nearest to the caller. A replica may be seconds behind:
 * if it has no row, the primary is asked.
 */
export async function findNearest<Row>(
  db: D1Database,
  text: string,
  values: (string | number)[],
): Promise<Row | undefined> {
  const read = (constraint: D1SessionConstraint) =>
    db
      .withSession(constraint)
      .prepare(text)
      .bind(...values)
      .run<Row>();
  const nearest = await read("first-unconstrained");
  const behind = nearest.results.length === 0 && nearest.meta.served_by_primary === false;
  return (behind ? await read("first-primary") : nearest).results[0];
}
