import type { Bindings } from "./env";
import { visit } from "./features/links/clicks/visit";
import { isConfigured } from "./http/configuration";
import { problems, RETRY_AFTER_SECONDS } from "./http/problems";
import { isInClear, secured } from "./http/strict-transport";
import { beginWith, lazily } from "./lib/lazy";
import { describeError, log } from "./lib/log";
import { requestIdOf } from "./lib/request-id";
import { shimOf } from "./shim";

// The entry answers visits by itself, and loads everything else when it is first needed: a location
// that has not run the service for a while parses no more than a redirect takes.

const EACH_MINUTE = "* * * * *";

beginWith(
  () => import("./db/scope/scope"),
  () => import("./lib/fields"),
  () => import("./features/leads/store"),
);
const loadApp = lazily(() => import("./app"));
const loadAgents = lazily(() => import("./mcp/serve"));
const loadCron = lazily(() => import("./features/operations/cron"));

/** The answer to a request for which a module can't be loaded, as the app's own would be. */
function unavailable(request: Request, error: unknown) {
  const requestId = requestIdOf(request);
  log("error", "service not loaded", { request_id: requestId, ...describeError(error) });
  const { status, message } = problems.unavailable;
  const headers = {
    "Retry-After": String(RETRY_AFTER_SECONDS),
    "X-Request-Id": requestId,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  };
  return Response.json({ message, code: "unavailable" }, { status, headers });
}

const isForAgents = ({ url }: Request) => new URL(url).pathname === "/mcp";

/** The function that answers a request which is no visit. */
async function loadAnswer(request: Request, env: Bindings, ctx: ExecutionContext) {
  const { app } = await loadApp();
  const ask = async (call: Request) => app.fetch(call, env, ctx);
  if (!isForAgents(request) || isInClear(request, env)) return ask;
  const { serveMcp } = await loadAgents();
  return (call: Request) => serveMcp(call, env, ask);
}

const serve = (request: Request, env: Bindings, ctx: ExecutionContext) =>
  loadAnswer(request, env, ctx).then(
    (answer) => answer(request),
    (error: unknown) => unavailable(request, error),
  );

/** A visit that needs nothing but what the isolate knows is answered at once. */
const answer = (request: Request, env: Bindings, ctx: ExecutionContext) =>
  (isConfigured(env, request.url) && visit(request, env, ctx)) || serve(request, env, ctx);

export default {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) =>
    secured(request, env, answer(request, env, ctx)),
  async scheduled({ cron }, env) {
    const { cleanUpAll, eachMinute } = await loadCron();
    return cron === EACH_MINUTE ? eachMinute(env) : cleanUpAll(env);
  },
} satisfies ExportedHandler<Bindings>;

export { LinkCounter } from "./features/links/clicks/counter";

export class AnalysisWorker extends shimOf(
  async () => (await import("./features/analysis/worker/object")).AnalysisWorker,
  { wake: true, finished: true, clear: true },
) {}

export class Archivist extends shimOf(
  async () => (await import("./features/operations/backups/object")).Archivist,
  { wake: true },
) {}

export class ChunkWorker extends shimOf(
  async () => (await import("./features/operations/chunks/object")).ChunkWorker,
  { wake: true },
) {}

export class EventStream extends shimOf(
  async () => (await import("./features/events/stream/object")).EventStream,
  { wake: true, watch: true, clear: true },
) {}

export class Exporter extends shimOf(
  async () => (await import("./features/imports/exports/worker/object")).Exporter,
  { wake: true },
) {}

export class HostPacer extends shimOf(
  async () => (await import("./features/events/hosts/object")).HostPacer,
  { take: true, end: true, clear: true },
) {}

export class ImportWorker extends shimOf(
  async () => (await import("./features/imports/worker/object")).ImportWorker,
  { wake: true },
) {}

export class MediaFetcher extends shimOf(
  async () => (await import("./features/messaging/media/worker/object")).MediaFetcher,
  { wake: true, clear: true },
) {}

export class MessageSender extends shimOf(
  async () => (await import("./features/messaging/outbound/worker/object")).MessageSender,
  { wake: true, clear: true, used: true },
) {}

export class PortfolioAllowance extends shimOf(
  async () => (await import("./features/messaging/outbound/worker/portfolio")).PortfolioAllowance,
  { learn: true, begin: true, forget: true, used: true },
) {}

export class RunScheduler extends shimOf(
  async () => (await import("./features/automation/runs/worker/object")).RunScheduler,
  { wake: true, clear: true },
) {}

export class SourceInbox extends shimOf(
  async () => (await import("./features/imports/sources/inbox/object")).SourceInbox,
  { receive: true, replay: true, wake: true, clear: true, forget: true },
) {}

export class TriggerWorker extends shimOf(
  async () => (await import("./features/automation/triggers/worker/object")).TriggerWorker,
  { wake: true, clear: true },
) {}

export class WebhookSender extends shimOf(
  async () => (await import("./features/events/webhooks/worker/object")).WebhookSender,
  { wake: true, clear: true },
) {}

export class WorkspaceMover extends shimOf(
  async () => (await import("./features/operations/moves/object")).WorkspaceMover,
  { wake: true },
) {}
