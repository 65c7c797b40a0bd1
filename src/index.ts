import { app } from "./app";
import { pruneKeys } from "./db/idempotency";
import { reseal } from "./db/reseal";
import { open } from "./db/scope";
import type { Bindings } from "./env";
import { forgetAnalyses } from "./features/analysis/store";
import { wakeAnalysisWorkers } from "./features/analysis/worker/overdue";
import { wakeRunSchedulers } from "./features/automation/runs/worker/overdue";
import { forgetEvents } from "./features/events/store";
import { wakeEndpoints } from "./features/events/webhooks/worker/overdue";
import { mergeSearch } from "./features/leads/search/ngram-index";
import { followKnown } from "./features/links/clicks/redirect";
import { forgetReports } from "./features/messaging/outbound/reports";
import { wakeOverdue } from "./features/messaging/outbound/worker/overdue";

export { AnalysisWorker } from "./features/analysis/worker/object";
export { RunScheduler } from "./features/automation/runs/worker/object";
export { WebhookSender } from "./features/events/webhooks/worker/object";
export { LinkCounter } from "./features/links/clicks/counter";
export { MessageSender } from "./features/messaging/outbound/worker/object";

const EACH_MINUTE = "* * * * *";

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) =>
    followKnown(request, env, ctx) ?? app.fetch(request, env, ctx),
  async scheduled({ cron }, env) {
    if (cron === EACH_MINUTE) {
      await Promise.all([
        wakeOverdue(env),
        wakeRunSchedulers(env),
        wakeEndpoints(env),
        wakeAnalysisWorkers(env),
      ]);
      return;
    }
    const db = open(env);
    await Promise.all([
      pruneKeys(db),
      forgetReports(db),
      forgetEvents(db),
      forgetAnalyses(db),
      mergeSearch(db),
      reseal(env),
    ]);
  },
} satisfies ExportedHandler<Bindings>;
