import { app } from "./app";
import type { Bindings } from "./env";
import { visitCached } from "./features/links/clicks/redirect";
import { cleanUpAll, eachMinute } from "./features/operations/cron";
import { isInClear, secured } from "./http/https";
import { serveMcp } from "./mcp/serve";

export { AnalysisWorker } from "./features/analysis/worker/object";
export { RunScheduler } from "./features/automation/runs/worker/object";
export { HostPacer } from "./features/events/hosts/object";
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

/** Answers at once where a visit needs nothing but what the isolate knows. */
const answer = (request: Request, env: Bindings, ctx: ExecutionContext) =>
  visitCached(request, env, ctx) ??
  (isForAgents(request) && !isInClear(request, env)
    ? serveMcp(request, env, async (call) => app.fetch(call, env, ctx))
    : app.fetch(request, env, ctx));

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) =>
    secured(request, env, answer(request, env, ctx)),
  scheduled: ({ cron }, env) => (cron === EACH_MINUTE ? eachMinute(env) : cleanUpAll(env)),
} satisfies ExportedHandler<Bindings>;
