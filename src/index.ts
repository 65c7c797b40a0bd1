import { app } from "./app";
import { forgetOldKeys } from "./db/idempotency";
import { open } from "./db/scope";
import { mergeSearch } from "./db/search";
import type { Bindings } from "./env";
import { followKnown } from "./features/clicks/redirect";

export { LinkCounter } from "./features/clicks/counter";

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) => followKnown(request, env, ctx) ?? app.fetch(request, env, ctx),
  async scheduled(_, env) {
    const db = open(env);
    await forgetOldKeys(db);
    await mergeSearch(db);
  },
} satisfies ExportedHandler<Bindings>;
