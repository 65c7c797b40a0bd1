import { app } from "./app";
import type { Bindings } from "./env";
import { visitCached } from "./features/links/clicks/redirect";
import { cleanUpAll, eachMinute } from "./features/operations/cron";
import { serveMcp } from "./mcp/serve";

export { AnalysisWorker } from "./features/analysis/worker/object";
export { RunScheduler } from "./features/automation/runs/worker/object";
export { EventStream } from "./features/events/stream/object";
export { WebhookSender } from "./features/events/webhooks/worker/object";
export { Exporter } from "./features/imports/exports/worker/object";
export { ImportWorker } from "./features/imports/worker/object";
export { LinkCounter } from "./features/links/clicks/counter";
export { MediaFetcher } from "./features/messaging/media/worker/object";
export { MessageSender } from "./features/messaging/outbound/worker/object";
export { Archivist } from "./features/operations/backups/object";
export { ChunkWorker } from "./features/operations/chunks/object";
export { WorkspaceMover } from "./features/operations/moves/object";

const EACH_MINUTE = "* * * * *";

const isForAgents = ({ url }: Request) => new URL(url).pathname === "/mcp";

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) =>
    visitCached(request, env, ctx) ??
    (isForAgents(request)
      ? serveMcp(request, env, async (call) => app.fetch(call, env, ctx))
      : app.fetch(request, env, ctx)),
  scheduled: ({ cron }, env) => (cron === EACH_MINUTE ? eachMinute(env) : cleanUpAll(env)),
} satisfies ExportedHandler<Bindings>;
