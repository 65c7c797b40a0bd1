import { eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { paged } from "#db/lists/page";
import { FIRST_CHUNK, removeChunk } from "#db/removal/tombstones";
import { webhookEndpoints } from "#db/schema/events";
import { exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { reserveId } from "#db/writes/reserve";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { outboundErrors, outboundRules } from "#lib/outbound-url";
import { type FieldErrors, found, Problem, throwErrors } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import type { WebhookEndpoint, WebhookEndpointInput } from "./schema";
import { firstSecrets, ofEndpoint, sealedSecrets } from "./secrets";

/** The most endpoints of a workspace, not counting those of scenarios. */
export const MAX_ENDPOINTS = 50;

const { workspaceId, secrets, sealedWith, nextEventId, nextAt, ...columns } =
  getTableColumns(webhookEndpoints);
type Row = Pick<typeof webhookEndpoints.$inferSelect, keyof typeof columns>;

function statusOf({ disabledAt, isActive, failures }: Row) {
  if (disabledAt !== null) return "disabled";
  if (!isActive) return "inactive";
  return failures > 0 ? "failing" : "active";
}

const toWire = (row: Row): WebhookEndpoint => ({
  id: row.id,
  scenario_id: row.scenarioId,
  url: row.url,
  event_types: row.eventTypes,
  is_active: row.isActive,
  status: statusOf(row),
  failing_since: isoOrNull(row.failingSince),
  paused_until: isoOrNull(row.pausedUntil),
  disabled_reason: row.disabledReason,
  disabled_at: isoOrNull(row.disabledAt),
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

export const ofId = (scope: Scope, id: number | SQL) =>
  within(scope, webhookEndpoints, eq(webhookEndpoints.id, id));

export const activeEndpoint = (scope: Scope, id: number | SQL) =>
  within(scope, webhookEndpoints, eq(webhookEndpoints.id, id), eq(webhookEndpoints.isActive, true));

/** The endpoint unless it is a scenario's. */
const registeredEndpoint = (scope: Scope, id: number) =>
  within(scope, webhookEndpoints, eq(webhookEndpoints.id, id), isNull(webhookEndpoints.scenarioId));

export const endpointExists = exists(webhookEndpoints);

const select = (scope: Scope) => scope.db.select(columns).from(webhookEndpoints).$dynamic();

export const selectEndpoint = (scope: Scope, id: number) => select(scope).where(ofId(scope, id));

export const listEndpoints = async (
  scope: Scope,
  page: PageRequest,
): Promise<Page<WebhookEndpoint>> =>
  cutPage(await paged(select(scope), scope, webhookEndpoints, page), page, toWire);

export const getEndpoint = async (scope: Scope, id: number): Promise<WebhookEndpoint> =>
  toWire(found(await selectEndpoint(scope, id).get()));

/** The errors that the schema can't find: a URL that the service does not send to. */
export const endpointErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => outboundErrors("url", body.url, outboundRules(scope));

/** Throws a `conflict` problem when the endpoint is the `webhook_url` of a scenario. */
export function requireRegistered({ scenarioId }: Pick<Row, "scenarioId">) {
  if (scenarioId === null) return;
  throw new Problem("conflict", {
    message: `The endpoint is the webhook_url of scenario ${scenarioId}: change it there.`,
  });
}

/** Throws a `conflict` problem when the endpoint is not active. */
export function requireActive({ isActive }: Pick<Row, "isActive">) {
  if (!isActive) throw new Problem("conflict", { message: "The endpoint is not active." });
}

export async function createEndpoint(
  scope: Scope,
  input: WebhookEndpointInput,
): Promise<WebhookEndpoint & { secret: string }> {
  throwErrors(await endpointErrors(scope, input));
  const { url, event_types, is_active: isActive = true } = input;
  const eventTypes = event_types ?? ALL_TYPES;
  const now = Date.now();
  const secrets = firstSecrets();
  const id = await reserveId(scope, "webhook_endpoints");
  const { sealed, sealedWith } = await sealedSecrets(scope, ofEndpoint(id), secrets);
  const registered = within(scope, webhookEndpoints, isNull(webhookEndpoints.scenarioId));
  const { created } = await batch(scope, {
    created: sql<{ id: number }>`
      insert into webhook_endpoints (id, workspace_id, url, event_types, is_active, secrets,
        sealed_with, created_at, updated_at)
      select ${id}, ${scope.workspaceId}, ${url}, ${JSON.stringify(eventTypes)}, ${isActive},
        ${sealed},
        ${sealedWith}, ${now}, ${now}
      where (select count(*) from webhook_endpoints where ${registered}) < ${MAX_ENDPOINTS}
      returning id`,
  });
  const [endpoint] = created;
  if (!endpoint)
    throw new Problem("quota_reached", {
      message: `A workspace has at most ${MAX_ENDPOINTS} webhook endpoints.`,
    });
  const row = { ...endpoint, url, eventTypes, isActive, createdAt: now, updatedAt: now };
  return { ...toWire({ ...neverFailed, ...row }), secret: secrets[0].secret };
}

const ALL_TYPES: NonNullable<WebhookEndpointInput["event_types"]> = ["*"];

const neverFailed = {
  scenarioId: null,
  disabledReason: null,
  disabledAt: null,
  failures: 0,
  failingSince: null,
  pausedUntil: null,
};

const HAS_WORK = sql`(
  next_event_id is not null
  or exists (
    select 1 from webhook_deliveries
    where endpoint_id = webhook_endpoints.id and next_attempt_at is not null))`;

/** Wakes the endpoint's sender, which ends a batch that is under way. */
function interruptSender(scope: Scope, id: number) {
  scope.sink.wake({ endpoints: [id] });
}

/** An endpoint that becomes active or gets another URL loses its failures and its pause. */
export async function replaceEndpoint(
  scope: Scope,
  id: number,
  input: WebhookEndpointInput,
): Promise<WebhookEndpoint> {
  throwErrors(await endpointErrors(scope, input));
  const { url, event_types, is_active: isActive = true } = input;
  const now = Date.now();
  const isRestarted = sql`(is_active = 0 or url <> ${url})`;
  const unlessRestarted = (value: number | null, column: string) =>
    sql`iif(${isRestarted}, ${value}, ${sql.raw(column)})`;
  const restarted = {
    disabledReason: null,
    disabledAt: null,
    failures: unlessRestarted(0, "failures"),
    failingSince: unlessRestarted(null, "failing_since"),
    pausedUntil: unlessRestarted(null, "paused_until"),
    nextAt: sql`iif(${isRestarted} and ${HAS_WORK}, 0, next_at)`,
  };
  const { replaced, endpoint } = await batch(scope, {
    replaced: scope.db
      .update(webhookEndpoints)
      .set({
        url,
        eventTypes: event_types ?? ALL_TYPES,
        isActive,
        ...(isActive ? restarted : { nextAt: null }),
        updatedAt: now,
      })
      .where(registeredEndpoint(scope, id))
      .returning({ id: webhookEndpoints.id }),
    endpoint: selectEndpoint(scope, id),
  });
  const row = found(endpoint[0]);
  if (replaced.length === 0) requireRegistered(row);
  interruptSender(scope, id);
  return toWire(row);
}

/** Deletes the endpoint and its deliveries. */
export async function deleteEndpoint(scope: Scope, id: number) {
  const { endpoint } = await batch(scope, {
    endpoint: selectEndpoint(scope, id),
    deletion: scope.db.delete(webhookEndpoints).where(registeredEndpoint(scope, id)),
    behind: removeChunk(scope, FIRST_CHUNK, ["webhook_endpoint"]),
  });
  requireRegistered(found(endpoint[0]));
  interruptSender(scope, id);
  return 1;
}
