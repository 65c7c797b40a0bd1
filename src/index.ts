import { app } from "./app";
import { forgetOldKeys } from "./db/idempotency";
import { reseal } from "./db/reseal";
import { open } from "./db/scope";
import type { Bindings } from "./env";
import { wakeDesks } from "./features/analysis/overdue";
import { forgetAnalyses } from "./features/analysis/store";
import { followKnown } from "./features/clicks/redirect";
import { forgetEvents } from "./features/events/store";
import { mergeSearch } from "./features/leads/search";
import { wakeOverdue } from "./features/messages/overdue";
import { forgetReports } from "./features/messages/reports";
import { wakeClocks } from "./features/runs/overdue";
import { wakeEndpoints } from "./features/webhooks/overdue";

export { AnalysisDesk } from "./features/analysis/desk";
export { LinkCounter } from "./features/clicks/counter";
export { ChannelSender } from "./features/messages/sender";
export { ScenarioClock } from "./features/runs/clock";
export { WebhookSender } from "./features/webhooks/sender";

const EACH_MINUTE = "* * * * *";

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) =>
    followKnown(request, env, ctx) ?? app.fetch(request, env, ctx),
  async scheduled({ cron }, env) {
    if (cron === EACH_MINUTE) {
      await Promise.all([wakeOverdue(env), wakeClocks(env), wakeEndpoints(env), wakeDesks(env)]);
      return;
    }
    const db = open(env);
    await Promise.all([
      forgetOldKeys(db),
      forgetReports(db),
      forgetEvents(db),
      forgetAnalyses(db),
      mergeSearch(db),
      reseal(env),
    ]);
  },
} satisfies ExportedHandler<Bindings>;
