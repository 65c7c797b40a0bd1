import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  type AnalysisFailure,
  analysisCauses,
  analysisStatuses,
  type SkipReason,
} from "#domain/analysis";
import { profileFields } from "#domain/leads";
import { workspaceId } from "./access";
import { id, tally, timedId } from "./columns";
import { messages } from "./messages";

/**
 * Claims that analyses make about leads, each with the quote that proves it. The profile of a lead
 * shows the claims that count (statements/leads/profiles.ts).
 *
 * Triggers: counters.sql.
 */
export const profileClaims = sqliteTable(
  "profile_claims",
  {
    id: id(),
    leadId: integer().notNull(),
    conversationId: integer().notNull(),
    field: text({ enum: profileFields }).notNull(),
    value: text({ mode: "json" }).$type<string | number | boolean>().notNull(),
    /** Between 0 and 1. */
    confidence: real().notNull(),
    /** The lead's message that contains `quote` and so proves the claim. */
    messageId: integer()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    quote: text().notNull(),
    model: text().notNull(),
    promptVersion: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("profile_claims_lead").on(t.leadId, t.field, t.messageId),
    index("profile_claims_conversation").on(t.conversationId, t.messageId),
    index("profile_claims_message").on(t.messageId),
  ],
);

/**
 * Analyses of conversations: pending, running and finished. An INSERT into the view
 * `analysis_requests` requests one, or joins the one that is pending.
 *
 * Triggers: run_events_analysis (automation.sql); counters.sql; analyses_parent (removals.sql).
 */
export const analyses = sqliteTable(
  "analyses",
  {
    workspaceId: workspaceId(),
    id: timedId(),
    leadId: integer().notNull(),
    conversationId: integer().notNull(),
    cause: text({ enum: analysisCauses }).notNull(),
    status: text({ enum: analysisStatuses }).notNull(),
    reason: text().$type<SkipReason | AnalysisFailure>(),
    /** The claim token of the worker that runs the analysis; a worker without it writes nothing. */
    taken: text(),
    attempts: tally(),
    /**
     * When a pending analysis is due (0 if it was requested), or when the claim of a running one
     * expires; null once the analysis is finished.
     */
    nextAt: integer(),
    model: text(),
    promptVersion: text(),
    messagesCount: tally(),
    claimsCount: tally(),
    droppedCount: tally(),
    calls: tally(),
    inputTokens: tally(),
    outputTokens: tally(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("analyses_workspace_status").on(t.workspaceId, t.status),
    index("analyses_lead").on(t.leadId),
    index("analyses_conversation").on(t.conversationId),
    uniqueIndex("analyses_pending").on(t.conversationId).where(sql`status = 'pending'`),
    index("analyses_due").on(t.workspaceId, t.nextAt).where(sql`next_at is not null`),
  ],
);

/** The costs of analyses by workspace, UTC day (`YYYY-MM-DD`) and model. */
export const analysisUsage = sqliteTable(
  "analysis_usage",
  {
    workspaceId: workspaceId(),
    day: text().notNull(),
    model: text().notNull(),
    analyses: tally(),
    calls: tally(),
    inputTokens: tally(),
    outputTokens: tally(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.day, t.model] }),
    index("analysis_usage_day").on(t.day, t.analyses),
  ],
);
