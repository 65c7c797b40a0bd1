import { type Context, Hono } from "hono";
import { findAnswer, freeKey, keepAnswer } from "./db/writes/idempotency";
import { wakeWorkers } from "./domain/wake/objects";
import type { App } from "./env";
import { assignees } from "./features/access/assignees/routes";
import { settings } from "./features/access/settings/routes";
import {
  authenticate,
  authenticateOperator,
  useDirectory,
} from "./features/access/tokens/authenticate";
import { workspaceTokens } from "./features/access/tokens/operator-routes";
import { tokens } from "./features/access/tokens/routes";
import { workspaces } from "./features/access/workspaces/routes";
import { analysis } from "./features/analysis/routes";
import { bulkEnrolments } from "./features/automation/runs/bulk/routes";
import { enrolment } from "./features/automation/runs/enrolment";
import { runs } from "./features/automation/runs/routes";
import { simulations } from "./features/automation/runs/simulation/routes";
import { scenarioDrafts } from "./features/automation/scenarios/drafts/routes";
import { scenarios } from "./features/automation/scenarios/routes";
import { scenarioVersions } from "./features/automation/scenarios/versions/routes";
import { scenarioStats } from "./features/automation/statistics/routes";
import { testRuns } from "./features/automation/test-runs/routes";
import { triggerEvaluations } from "./features/automation/triggers/evaluations/routes";
import { triggerExplanations } from "./features/automation/triggers/explanation/routes";
import { triggers } from "./features/automation/triggers/routes";
import { docs } from "./features/docs/routes";
import { events } from "./features/events/routes";
import { orByTicket } from "./features/events/stream/authenticate";
import { stream, streamTickets } from "./features/events/stream/routes";
import { webhookDeliveries } from "./features/events/webhooks/deliveries-routes";
import { webhookEndpoints } from "./features/events/webhooks/routes";
import { exportDownloads, exports } from "./features/imports/exports/routes";
import { imports, importUploads } from "./features/imports/routes";
import { sourceDeliveries } from "./features/imports/sources/deliveries-routes";
import { sourceDoor } from "./features/imports/sources/receive";
import { sourceReplays } from "./features/imports/sources/replays/routes";
import { sources } from "./features/imports/sources/routes";
import { bookings } from "./features/leads/bookings/routes";
import { leadBatches } from "./features/leads/bulk/routes";
import { leadConsents } from "./features/leads/consents-routes";
import { leadDuplicates } from "./features/leads/duplicates/routes";
import { leadMerges } from "./features/leads/merge/routes";
import { leads } from "./features/leads/routes";
import { segments } from "./features/leads/segments/routes";
import { leadSuppressions } from "./features/leads/suppressions/routes";
import { leadTags } from "./features/leads/tags/lead-tags-routes";
import { tags } from "./features/leads/tags/routes";
import { redirects } from "./features/links/clicks/redirect";
import { clicks } from "./features/links/clicks/routes";
import { isShortUrl } from "./features/links/clicks/visited-link";
import { linkSends } from "./features/links/recipients/routes";
import { shortLinks } from "./features/links/routes";
import { cannedReplies } from "./features/messaging/canned-replies/routes";
import { channels } from "./features/messaging/channels/routes";
import { comments } from "./features/messaging/comments/routes";
import { conversations } from "./features/messaging/conversations/routes";
import { webhooks } from "./features/messaging/inbound/platform-webhooks";
import { inbound } from "./features/messaging/inbound/routes";
import { media, mediaDownloads, mediaUploads } from "./features/messaging/media/routes";
import { notes } from "./features/messaging/notes/routes";
import { messages } from "./features/messaging/outbound/routes";
import { preferences } from "./features/messaging/preferences/routes";
import { templates } from "./features/messaging/templates/routes";
import { auditLog, workspaceAuditLog } from "./features/operations/audit-log/routes";
import { backupDownloads, backupFiles } from "./features/operations/backups/files-routes";
import { recovery } from "./features/operations/backups/recovery-routes";
import { backups } from "./features/operations/backups/routes";
import { databases } from "./features/operations/databases/routes";
import { health, healthCheck, metrics } from "./features/operations/health/routes";
import { moves } from "./features/operations/moves/routes";
import { removal } from "./features/operations/removal/routes";
import { workspaceStats } from "./features/operations/statistics/routes";
import { suspension } from "./features/operations/suspension/routes";
import { usage, workspaceUsage } from "./features/operations/usage/routes";
import { bundles } from "./features/privacy/bundle/routes";
import { erasures } from "./features/privacy/erasure/routes";
import { noSniff, noStore } from "./http/answer-headers";
import { limitBody, limitTenantBody } from "./http/body";
import { configured } from "./http/configured";
import { cors } from "./http/cors";
import { notModified } from "./http/etag";
import { httpsOnly } from "./http/https";
import { idempotent } from "./http/idempotency";
import { nameIgnoredMembers } from "./http/ignored-members";
import { logRequests } from "./http/log-requests";
import { registerRoutes, requireRoute } from "./http/methods";
import { onError, onNotFound } from "./http/on-error";
import { rateLimit } from "./http/rate-limit";
import { requestId } from "./http/request-id";
import { limitUploads } from "./http/slots";
import { strict } from "./http/strict-query";
import { drainSink } from "./http/wake";

/** The key in the URL of a source is a secret: it is no short URL, which may come in clear. */
const isDoor = (path: string) => path.startsWith("/in/");

const answers = { findAnswer, keepAnswer, freeKey };
const readAgain = (request: Request, c: Context<App>) => app.fetch(request, c.env, c.executionCtx);
const idempotency = idempotent(answers, readAgain);
const streamedIdempotency = idempotent(answers, readAgain, { streams: true });
const wakeAfterwards = drainSink(wakeWorkers);

/** The requests whose bodies are passed on unread, as streams: they have limits of their own. */
const uploads = new Hono<App>()
  .on("POST", "/media", authenticate, rateLimit, limitUploads, streamedIdempotency, wakeAfterwards)
  .on(
    "POST",
    "/imports",
    authenticate,
    rateLimit,
    limitUploads,
    streamedIdempotency,
    wakeAfterwards,
  )
  .on("PUT", "/imports/:import/parts/:part", authenticate, rateLimit, limitUploads, wakeAfterwards)
  .route("/", mediaUploads)
  .route("/", importUploads);

/** Browsers name the token by a ticket. */
const streams = new Hono<App>()
  .use("/stream", orByTicket(authenticate), rateLimit)
  .route("/", stream);

const operator = new Hono<App>()
  .use("/workspaces/*", authenticateOperator, limitBody, nameIgnoredMembers, idempotency)
  .use("/databases/*", authenticateOperator, limitBody, nameIgnoredMembers, idempotency)
  .use("/health", authenticateOperator)
  .use("/moves/*", authenticateOperator)
  .use("/backups/*", authenticateOperator, limitBody, nameIgnoredMembers, idempotency)
  .route("/", databases)
  .route("/", health)
  .route("/", workspaces)
  .route("/", workspaceTokens)
  .route("/", suspension)
  .route("/", removal)
  .route("/", moves)
  .route("/", recovery)
  .route("/", backups)
  .route("/", backupFiles)
  .route("/", workspaceAuditLog)
  .route("/", workspaceUsage);

const tenant = new Hono<App>()
  .use(authenticate)
  .use("/me", useDirectory)
  .use("/tokens/*", useDirectory)
  .use("/assignees", useDirectory)
  .use(rateLimit, limitTenantBody, notModified, nameIgnoredMembers, idempotency, wakeAfterwards)
  .route("/", tokens)
  .route("/", assignees)
  .route("/", settings)
  .route("/", tags)
  .route("/", segments)
  .route("/", leadBatches)
  .route("/", leads)
  .route("/", leadTags)
  .route("/", leadMerges)
  .route("/", bookings)
  .route("/", leadDuplicates)
  .route("/", leadConsents)
  .route("/", leadSuppressions)
  .route("/", bundles)
  .route("/", erasures)
  .route("/", scenarios)
  .route("/", scenarioStats)
  .route("/", scenarioVersions)
  .route("/", scenarioDrafts)
  .route("/", testRuns)
  .route("/", triggers)
  .route("/", channels)
  .route("/", templates)
  .route("/", enrolment)
  .route("/", bulkEnrolments)
  .route("/", runs)
  .route("/", simulations)
  .route("/", triggerExplanations)
  .route("/", triggerEvaluations)
  .route("/", conversations)
  .route("/", comments)
  .route("/", cannedReplies)
  .route("/", messages)
  .route("/", notes)
  .route("/", media)
  .route("/", analysis)
  .route("/", inbound)
  .route("/", shortLinks)
  .route("/", linkSends)
  .route("/", clicks)
  .route("/", events)
  .route("/", streamTickets)
  .route("/", imports)
  .route("/", exports)
  .route("/", sources)
  .route("/", sourceDeliveries)
  .route("/", sourceReplays)
  .route("/", webhookEndpoints)
  .route("/", webhookDeliveries)
  .route("/", usage)
  .route("/", workspaceStats)
  .route("/", auditLog);

export const app = new Hono<App>()
  .onError(onError)
  .notFound(onNotFound)
  .use(
    requestId,
    noSniff,
    httpsOnly((path) => isShortUrl(path) && !isDoor(path)),
    configured,
  )
  .use("/v1/*", noStore, logRequests, cors, requireRoute)
  .use("/webhooks/*", logRequests)
  .use("/in/*", logRequests)
  .route("/v1", strict(backupDownloads))
  .route("/v1", strict(mediaDownloads))
  .route("/v1", strict(exportDownloads))
  .route("/v1", strict(operator))
  .route("/v1", strict(uploads))
  .route("/v1", strict(streams))
  .route("/v1", strict(tenant))
  .route("/webhooks", webhooks)
  .route("/", sourceDoor)
  .route("/", docs)
  .route("/", healthCheck)
  .get("/metrics", noStore, authenticateOperator)
  .route("/", metrics)
  .route("/", preferences)
  .route("/", redirects);

registerRoutes(app);
