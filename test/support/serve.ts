import { createExecutionContext } from "cloudflare:test";
import worker from "../../src/index";
import { type testEnv, twoDatabases } from "./env";

/** A double of D1, which need know no sessions: it answers for them itself. */
export const withSessions = (DB: D1Database): D1Database =>
  new Proxy(DB, {
    get: (db, name) =>
      name === "withSession"
        ? () => ({
            prepare: (text: string) => db.prepare(text),
            batch: (statements: D1PreparedStatement[]) => db.batch(statements),
            getBookmark: () => null,
          })
        : Reflect.get(db, name),
  });

/**
 * A limiter that limits nothing. The real ones store each request, as long as D1 takes for some.
 */
const UNLIMITED: RateLimit = { limit: async () => ({ success: true }) };

/**
 * Answers a request as the service does, without waiting for the work that goes on behind the
 * answer. `bindings` replace those of the service. `exports.default.fetch` would take longer with
 * every call that the isolate has made: 4 ms at first, 60 ms after 600.
 */
export const serve = async (request: Request, bindings: Partial<typeof testEnv> = {}) =>
  worker.fetch(
    request,
    {
      ...twoDatabases,
      RATE_LIMITER: UNLIMITED,
      WORKSPACE_RATE_LIMITER: UNLIMITED,
      PREFERENCES_LIMITER: UNLIMITED,
      CHECK_LIMITER: UNLIMITED,
      FORM_LIMITER: UNLIMITED,
      ...bindings,
      ...(bindings.DB && { DB: withSessions(bindings.DB) }),
    },
    createExecutionContext(),
  );
