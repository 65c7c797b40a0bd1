import { app } from "./app";
import { forgetOldKeys } from "./db/idempotency";
import { open } from "./db/scope";
import type { Bindings } from "./env";
import { resealCredentials } from "./features/channels/reseal";
import { followKnown } from "./features/clicks/redirect";
import { mergeSearch } from "./features/leads/search";
import { wakeOverdue } from "./features/messages/overdue";
import { forgetReports } from "./features/messages/reports";

export { LinkCounter } from "./features/clicks/counter";
export { ChannelSender } from "./features/messages/sender";

const EACH_MINUTE = "* * * * *";

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) => followKnown(request, env, ctx) ?? app.fetch(request, env, ctx),
  async scheduled({ cron }, env) {
    if (cron === EACH_MINUTE) return wakeOverdue(env);
    const db = open(env);
    await Promise.all([forgetOldKeys(db), forgetReports(db), mergeSearch(db), resealCredentials(env)]);
  },
} satisfies ExportedHandler<Bindings>;
