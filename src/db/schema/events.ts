import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  deliveryErrors,
  deliveryStatuses,
  disableReasons,
  type EventType,
} from "../../domain/events";
import { workspaceId } from "./access";
import { scenarios } from "./automation";
import { id, stamps, tally } from "./columns";

/**
 * What has happened, in its order. Written by triggers, in the transaction of the change, through the view `new_events`. Holds ids and
 * facts; what they stand for is looked up when it is told. The id is the time in milliseconds times 1,000, or one more than the last.
 */
export const events = sqliteTable(
  "events",
  {
    id: integer().primaryKey(),
    workspaceId: workspaceId(),
    type: text().$type<EventType>().notNull(),
    leadId: integer(),
    scenarioId: integer(),
    data: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index("events_workspace").on(t.workspaceId),
    index("events_workspace_type").on(t.workspaceId, t.type),
    index("events_lead").on(t.leadId).where(sql`lead_id is not null`),
    index("events_scenario_type").on(t.scenarioId, t.type).where(sql`scenario_id is not null`),
  ],
);

/** Where events are sent: endpoints that were registered, and the `webhook_url` of scenarios, kept by triggers. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: id(),
    workspaceId: workspaceId(),
    scenarioId: integer().references(() => scenarios.id, { onDelete: "cascade" }),
    url: text().notNull(),
    /** Types, `*`, or a prefix such as `lead.*`: patterns of SQLite's GLOB. */
    eventTypes: text({ mode: "json" }).$type<string[]>().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    /** Sealed JSON (webhooks/secrets.ts), and which APP_KEY sealed it; null of scenarios, whose events the workspace's secret signs. */
    secrets: text(),
    sealedWith: text(),
    disabledReason: text({ enum: disableReasons }),
    disabledAt: integer(),
    /** Attempts that failed since one succeeded, and when the first of them did. */
    failures: tally(),
    failingSince: integer(),
    /** While it fails, nothing is sent before this. */
    pausedUntil: integer(),
    /** The first event that it may have to be sent, of any type: what comes before was sent, or is in `webhook_deliveries`. */
    nextEventId: integer(),
    /** When its sender looks at it next; null while there is nothing to send. */
    nextAt: integer(),
    ...stamps,
  },
  (t) => [
    index("webhook_endpoints_workspace").on(t.workspaceId),
    uniqueIndex("webhook_endpoints_scenario").on(t.scenarioId).where(sql`scenario_id is not null`),
    index("webhook_endpoints_idle")
      .on(t.workspaceId, t.scenarioId)
      .where(sql`next_event_id is null`),
    index("webhook_endpoints_due").on(t.workspaceId, t.nextAt).where(sql`next_at is not null`),
    index("webhook_endpoints_sealed_with").on(t.sealedWith).where(sql`sealed_with is not null`),
  ],
);

/** Events that were sent to an endpoint, or are to be sent to it again. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: id(),
    workspaceId: integer().notNull(),
    endpointId: integer()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    status: text({ enum: deliveryStatuses }).notNull(),
    /** Since it was last asked for: where it stands in the table of retries. */
    attempts: tally(),
    /** 0 of one that was asked for by itself: it is sent even in a pause. */
    nextAttemptAt: integer(),
    lastAttemptAt: integer(),
    error: text({ enum: deliveryErrors }),
    httpStatus: integer(),
    latencyMs: integer(),
    /** How the answer began. */
    answer: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_event").on(t.eventId, t.endpointId),
    index("webhook_deliveries_workspace").on(t.workspaceId),
    index("webhook_deliveries_endpoint").on(t.endpointId),
    index("webhook_deliveries_workspace_status").on(t.workspaceId, t.status),
    index("webhook_deliveries_endpoint_status").on(t.endpointId, t.status),
    index("webhook_deliveries_due")
      .on(t.endpointId, t.nextAttemptAt, t.eventId)
      .where(sql`next_attempt_at is not null`),
  ],
);
