import { app } from "./app";
import type { Bindings } from "./env";
import { wakeAnalysisWorkers } from "./features/analysis/worker/overdue";
import { wakeRunSchedulers } from "./features/automation/runs/worker/overdue";
import { wakeWebhookSenders } from "./features/events/webhooks/worker/overdue";
import { visitCached } from "./features/links/clicks/redirect";
import { wakeMessageSenders } from "./features/messaging/outbound/worker/overdue";
import { cleanUp } from "./features/operations/chunks/clean-ups";
import { resumeChunks } from "./features/operations/chunks/overdue";
import { settle } from "./lib/settle";

export { AnalysisWorker } from "./features/analysis/worker/object";
export { RunScheduler } from "./features/automation/runs/worker/object";
export { WebhookSender } from "./features/events/webhooks/worker/object";
export { LinkCounter } from "./features/links/clicks/counter";
export { MessageSender } from "./features/messaging/outbound/worker/object";
export { ChunkWorker } from "./features/operations/chunks/object";

const EACH_MINUTE = "* * * * *";

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) =>
    visitCached(request, env, ctx) ?? app.fetch(request, env, ctx),
  async scheduled({ cron }, env) {
    if (cron !== EACH_MINUTE) return void (await cleanUp(env));
    await settle("workers not woken", {
      messages: wakeMessageSenders(env),
      runs: wakeRunSchedulers(env),
      webhooks: wakeWebhookSenders(env),
      analyses: wakeAnalysisWorkers(env),
      chunks: resumeChunks(env),
    });
  },
} satisfies ExportedHandler<Bindings>;
