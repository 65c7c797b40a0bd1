import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ActorCode } from "#domain/actors";
import { deliveryErrors, deliveryStatuses, disableReasons, type EventType } from "#domain/events";
import { workspaceId } from "./access";
import { scenarios } from "./automation";
import { id, stamps, tally, timedId } from "./columns";

/**
 * The events, in their order. Triggers write events through the view `new_events`, in the
 * transaction of the change. An event holds ids and facts; the rows behind the ids are read when it
 * is delivered.
 *
 * Triggers: events_insert (events.sql).
 */
export const events = sqliteTable(
  "events",
  {
    workspaceId: workspaceId(),
    id: timedId(),
    type: text().$type<EventType>().notNull(),
    leadId: integer(),
    scenarioId: integer(),
    data: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    actor: text().$type<ActorCode>(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("events_workspace_type").on(t.workspaceId, t.type),
    index("events_lead").on(t.leadId).where(sql`lead_id is not null`),
    index("events_scenario_type").on(t.scenarioId, t.type).where(sql`scenario_id is not null`),
  ],
);

/**
 * Where events are sent: registered endpoints, and those of scenarios, which triggers keep equal to
 * `webhook_url`.
 *
 * Triggers: events_endpoint (events.sql); webhook_endpoints_removed (removals.sql).
 */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: id(),
    workspaceId: workspaceId(),
    scenarioId: integer().references(() => scenarios.id, { onDelete: "cascade" }),
    url: text().notNull(),
    /** Types, `*`, or a prefix such as `lead.*`: patterns for GLOB of SQLite. */
    eventTypes: text({ mode: "json" }).$type<string[]>().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    /**
     * Sealed JSON (webhooks/secrets.ts), and which APP_KEY sealed it. Null for scenarios, whose
     * events are signed with the secret of the workspace.
     */
    secrets: text(),
    sealedWith: text(),
    disabledReason: text({ enum: disableReasons }),
    disabledAt: integer(),
    /** The attempts that have failed since the last success, and when the first of them failed. */
    failures: tally(),
    failingSince: integer(),
    /** No delivery is attempted before this time, while the endpoint fails. */
    pausedUntil: integer(),
    /**
     * The first event, of any type, that may still have to be sent to the endpoint. Those before it
     * were sent, or are in `webhook_deliveries`.
     */
    nextEventId: integer(),
    /** When the endpoint is due; null while there is nothing to send. */
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
    index("webhook_endpoints_disabled")
      .on(t.disabledReason)
      .where(sql`disabled_reason is not null`),
    index("webhook_endpoints_sealed_with").on(t.sealedWith).where(sql`sealed_with is not null`),
  ],
);

/**
 * The workspaces whose stream has listeners, or had some when it last looked. What the listeners
 * are and have been sent, only the stream's object knows.
 */
export const eventStreams = sqliteTable(
  "event_streams",
  {
    workspaceId: workspaceId().primaryKey(),
    /** The first event that the stream has not looked at; null while there is none. */
    nextEventId: integer(),
  },
  (t) => [index("event_streams_due").on(t.nextEventId).where(sql`next_event_id is not null`)],
);

/**
 * Deliveries of events to an endpoint: attempted, or to be attempted again.
 *
 * Triggers: webhook_deliveries_parent (removals.sql).
 */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: id(),
    workspaceId: integer().notNull(),
    endpointId: integer().notNull(),
    eventId: integer().notNull(),
    status: text({ enum: deliveryStatuses }).notNull(),
    /** The attempts since the delivery was last requested: its place in the retry schedule. */
    attempts: tally(),
    /** 0 for a delivery that a client requested: a paused endpoint is sent it nevertheless. */
    nextAttemptAt: integer(),
    lastAttemptAt: integer(),
    error: text({ enum: deliveryErrors }),
    httpStatus: integer(),
    latencyMs: integer(),
    /** The beginning of the answer's body. */
    answer: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.workspaceId, t.eventId],
      foreignColumns: [events.workspaceId, events.id],
    }).onDelete("cascade"),
    uniqueIndex("webhook_deliveries_event").on(t.eventId, t.workspaceId, t.endpointId),
    index("webhook_deliveries_workspace").on(t.workspaceId),
    index("webhook_deliveries_endpoint").on(t.endpointId),
    index("webhook_deliveries_workspace_status").on(t.workspaceId, t.status),
    index("webhook_deliveries_endpoint_status").on(t.endpointId, t.status),
    index("webhook_deliveries_due")
      .on(t.endpointId, t.nextAttemptAt, t.eventId)
      .where(sql`next_attempt_at is not null`),
  ],
);
