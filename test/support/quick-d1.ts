import { testEnv } from "./env";

/** The members of a response that D1's client reads: a whole one takes longer to make and read. */
type Answer = { headers: Map<string, string>; text: () => string };
type Fetch = (url: string, init: { body: string }) => Promise<Answer>;
type Session = { fetcher: { fetch: Fetch } };
/** D1's client: the session that it asks by itself, and what asks for other sessions. */
type D1Client = Session & { alwaysPrimarySession: Session };

/** An object of `d1-database.mjs`. */
export type QuickD1 = Rpc.DurableObjectBranded & {
  answer(body: string, inRows: boolean): string;
  answerInSession(body: string, inRows: boolean): Promise<{ answer: string; bookmark: string }>;
};

const NAMES = ["DB", "DIRECTORY", "DB_1", "SECOND", "REPLICA"] as const;

/**
 * Has D1's clients, of which the Worker and its objects have the same, ask the databases of
 * `d1-database.mjs` in place of Miniflare's.
 */
export function askQuickDatabases() {
  for (const name of NAMES) {
    const client = testEnv[name] as unknown as D1Client | undefined;
    if (!client) continue;
    const database = () => testEnv.QUICK_D1.getByName(name);
    const isInRows = (url: string) => url.endsWith("=ROWS_AND_COLUMNS");
    const ask: Fetch = async (url, { body }) => {
      const answer = await database().answer(body, isInRows(url));
      return { headers: new Map(), text: () => answer };
    };
    client.alwaysPrimarySession.fetcher = { fetch: ask };
    const askInSession: Fetch = async (url, { body }) => {
      const { answer, bookmark } = await database().answerInSession(body, isInRows(url));
      const headers = new Map([["x-cf-d1-session-commit-token", bookmark]]);
      return { headers, text: () => answer };
    };
    client.fetcher = { fetch: askInSession };
  }
}
