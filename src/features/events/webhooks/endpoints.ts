import { eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { paged } from "../../../db/page";
import { exists } from "../../../db/rows";
import { webhookEndpoints } from "../../../db/schema/events";
import { within, write } from "../../../db/scope";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { outboundErrors } from "../../../lib/outbound-url";
import { type FieldErrors, found, Problem, refuseErrors } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import { allowsLoopback } from "../../messaging/channels/store";
import type { WebhookEndpoint, WebhookEndpointInput } from "./schema";
import { firstSecrets, sealedSecrets } from "./secrets";

/** Beside those of scenarios. */
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

/** The errors that its schema can't find: a URL that nothing is sent to. */
export const endpointErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => outboundErrors("url", body.url, allowsLoopback(scope));

/** A `conflict` problem for the `webhook_url` of a scenario. */
export function refuseOfScenario({ scenarioId }: Pick<Row, "scenarioId">) {
  if (scenarioId === null) return;
  throw new Problem("conflict", {
    message: `It is the webhook_url of scenario ${scenarioId}: change it there.`,
  });
}

/** A `conflict` problem for one to which nothing is sent. */
export function refuseInactive({ isActive }: Pick<Row, "isActive">) {
  if (!isActive) throw new Problem("conflict", { message: "The endpoint is not active." });
}

export async function createEndpoint(
  scope: Scope,
  input: WebhookEndpointInput,
): Promise<WebhookEndpoint & { secret: string }> {
  refuseErrors(await endpointErrors(scope, input));
  const { url, event_types, is_active = true } = input;
  const now = Date.now();
  const secrets = firstSecrets();
  const { sealed, sealedWith } = await sealedSecrets(scope, secrets);
  const hasRoom = sql`(select count(*) from webhook_endpoints where workspace_id = ${scope.workspaceId} and scenario_id is null) < ${MAX_ENDPOINTS}`;
  // In the order of the table's columns.
  const values = sql`null, ${scope.workspaceId}, null, ${url}, ${typesOf(event_types)}, ${is_active}, ${sealed}, ${sealedWith},
    null, null, 0, null, null, null, null, ${now}, ${now}`;
  const [[row]] = await write(scope, [
    scope.db
      .insert(webhookEndpoints)
      .select(sql`select ${values} where ${hasRoom}`)
      .returning(columns),
  ]);
  if (!row)
    throw new Problem("conflict", {
      message: `A workspace has at most ${MAX_ENDPOINTS} webhook endpoints.`,
    });
  return { ...toWire(row), secret: secrets[0].secret };
}

const typesOf = (eventTypes: WebhookEndpointInput["event_types"]) =>
  JSON.stringify(eventTypes ?? ["*"]);

const HAS_WORK = sql`(next_event_id is not null
  or exists (select 1 from webhook_deliveries where endpoint_id = webhook_endpoints.id and next_attempt_at is not null))`;

/** Has its sender, which may be at work, see what has become of it. */
function interrupt(scope: Scope, id: number) {
  scope.sink.wake({ endpoints: [id] });
}

/** One that becomes active, or gets another URL, starts anew with what it is still to be sent. */
export async function replaceEndpoint(
  scope: Scope,
  id: number,
  input: WebhookEndpointInput,
): Promise<WebhookEndpoint> {
  refuseErrors(await endpointErrors(scope, input));
  const { url, event_types, is_active: isActive = true } = input;
  const now = Date.now();
  const isAnew = sql`(is_active = 0 or url <> ${url})`;
  const unlessAnew = (value: number | null, column: string) =>
    sql`iif(${isAnew}, ${value}, ${sql.raw(column)})`;
  const started = {
    disabledReason: null,
    disabledAt: null,
    failures: unlessAnew(0, "failures"),
    failingSince: unlessAnew(null, "failing_since"),
    pausedUntil: unlessAnew(null, "paused_until"),
    nextAt: sql`iif(${isAnew} and ${HAS_WORK}, 0, next_at)`,
  };
  const [replaced, [row]] = await write(scope, [
    scope.db
      .update(webhookEndpoints)
      .set({
        url,
        eventTypes: sql`${typesOf(event_types)}`,
        isActive,
        ...(isActive ? started : { nextAt: null }),
        updatedAt: now,
      })
      .where(
        within(
          scope,
          webhookEndpoints,
          eq(webhookEndpoints.id, id),
          isNull(webhookEndpoints.scenarioId),
        ),
      )
      .returning({ id: webhookEndpoints.id }),
    selectEndpoint(scope, id),
  ]);
  const endpoint = found(row);
  if (replaced.length === 0) refuseOfScenario(endpoint);
  interrupt(scope, id);
  return toWire(endpoint);
}

/** With its deliveries. */
export async function deleteEndpoint(scope: Scope, id: number) {
  const [[row]] = await write(scope, [
    selectEndpoint(scope, id),
    scope.db
      .delete(webhookEndpoints)
      .where(
        within(
          scope,
          webhookEndpoints,
          eq(webhookEndpoints.id, id),
          isNull(webhookEndpoints.scenarioId),
        ),
      ),
  ]);
  refuseOfScenario(found(row));
  interrupt(scope, id);
  return 1;
}
