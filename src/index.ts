import { app } from "./app";
import { pruneKeys } from "./db/idempotency";
import { reseal } from "./db/reseal";
import { open } from "./db/scope";
import type { Bindings } from "./env";
import { pruneAnalyses } from "./features/analysis/store";
import { wakeAnalysisWorkers } from "./features/analysis/worker/overdue";
import { wakeRunSchedulers } from "./features/automation/runs/worker/overdue";
import { pruneEvents } from "./features/events/store";
import { wakeWebhookSenders } from "./features/events/webhooks/worker/overdue";
import { mergeSearch } from "./features/leads/search/ngram-index";
import { followCached } from "./features/links/clicks/redirect";
import { pruneReports } from "./features/messaging/outbound/reports";
import { wakeMessageSenders } from "./features/messaging/outbound/worker/overdue";
import { pruneAuditLog } from "./features/operations/audit-log/store";
import { resumeChunks } from "./features/operations/chunks/overdue";
import { retain } from "./features/operations/retention/clean-ups";

export { AnalysisWorker } from "./features/analysis/worker/object";
export { RunScheduler } from "./features/automation/runs/worker/object";
export { WebhookSender } from "./features/events/webhooks/worker/object";
export { LinkCounter } from "./features/links/clicks/counter";
export { MessageSender } from "./features/messaging/outbound/worker/object";
export { ChunkWorker } from "./features/operations/chunks/object";

const EACH_MINUTE = "* * * * *";

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) =>
    followCached(request, env, ctx) ?? app.fetch(request, env, ctx),
  async scheduled({ cron }, env) {
    if (cron === EACH_MINUTE) {
      await Promise.all([
        wakeMessageSenders(env),
        wakeRunSchedulers(env),
        wakeWebhookSenders(env),
        wakeAnalysisWorkers(env),
        resumeChunks(env),
      ]);
      return;
    }
    const db = open(env);
    await Promise.all([
      pruneKeys(db),
      pruneReports(db),
      pruneEvents(db),
      pruneAnalyses(db),
      pruneAuditLog(db),
      retain(db),
      mergeSearch(db),
      reseal(env),
    ]);
  },
} satisfies ExportedHandler<Bindings>;
