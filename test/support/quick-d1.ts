import { testEnv } from "./env";

/** The parts of a database's client that ask it. */
type Asking = { fetcher: Pick<Fetcher, "fetch"> };
type D1Client = Asking & { alwaysPrimarySession: Asking };

const NAMES = ["DB", "DIRECTORY", "DB_1", "SECOND", "REPLICA"] as const;

/**
 * Has D1's clients, of which the Worker and its objects have the same, ask the databases of
 * `d1-database.mjs` in place of Miniflare's.
 */
export function askQuickDatabases() {
  for (const name of NAMES) {
    const client = testEnv[name] as unknown as D1Client | undefined;
    const fetcher: Asking["fetcher"] = {
      fetch: (input, init) => testEnv.QUICK_D1.getByName(name).fetch(input as RequestInfo, init),
    };
    if (!client) continue;
    client.fetcher = fetcher;
    client.alwaysPrimarySession.fetcher = fetcher;
  }
}
