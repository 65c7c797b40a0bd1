import { app } from "./app";
import { forgetOldKeys } from "./db/idempotency";
import { open } from "./db/scope";
import type { Bindings } from "./env";

export { LinkCounter } from "./features/clicks/counter";

export default {
  fetch: app.fetch,
  async scheduled(_, env) {
    await forgetOldKeys(open(env));
  },
} satisfies ExportedHandler<Bindings>;
