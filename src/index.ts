import { app } from "./app";
import { forgetOldKeys } from "./db/idempotency";
import { open } from "./db/scope";
import type { Bindings } from "./env";
import { followKnown } from "./features/clicks/redirect";
import { mergeSearch } from "./features/leads/search";

export { LinkCounter } from "./features/clicks/counter";

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) => followKnown(request, env, ctx) ?? app.fetch(request, env, ctx),
  async scheduled(_, env) {
    const db = open(env);
    await Promise.all([forgetOldKeys(db), mergeSearch(db)]);
  },
} satisfies ExportedHandler<Bindings>;
