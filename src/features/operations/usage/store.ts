import { and, desc, eq, gte, lte } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { workspaces } from "#db/schema/access";
import { usageDays } from "#db/schema/usage";
import { isWorkspaceKept } from "#db/scope/kept";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { type CostRow, costToWire, selectCosts } from "#features/analysis/usage";
import { daysOf } from "#lib/day-range";
import { found } from "#lib/problem";
import type { Usage, UsageDay, UsageQuery } from "./schema";

export { ofWorkspace } from "#db/scope/scope";

const nothing = {
  messagesReceived: 0,
  messagesSent: 0,
  runsTriggered: 0,
  clicks: 0,
  apiRequests: 0,
  webhookDeliveries: 0,
  httpRequests: 0,
  itemsReceived: 0,
  leads: 0,
  messages: 0,
  runs: 0,
  channels: 0,
  scenarios: 0,
  shortLinks: 0,
  sources: 0,
  tags: 0,
  triggers: 0,
  storedBytes: 0,
  mediaBytes: 0,
};

type Figures = typeof nothing;

const storedIn = (row: Figures): Usage["stored"] => ({
  leads: row.leads,
  messages: row.messages,
  runs: row.runs,
  channels: row.channels,
  scenarios: row.scenarios,
  short_links: row.shortLinks,
  sources: row.sources,
  tags: row.tags,
  triggers: row.triggers,
  bytes: row.storedBytes,
  media_bytes: row.mediaBytes,
});

const toWire = (date: string, row: Figures, costs: CostRow[]): UsageDay => ({
  date,
  messages_received: row.messagesReceived,
  messages_sent: row.messagesSent,
  runs_triggered: row.runsTriggered,
  clicks: row.clicks,
  analyses: costs.reduce((sum, { analyses }) => sum + analyses, 0),
  api_requests: row.apiRequests,
  webhook_deliveries: row.webhookDeliveries,
  http_requests: row.httpRequests,
  items_received: row.itemsReceived,
  stored: storedIn(row),
  models: costs.map(costToWire),
});

/** The bytes that a workspace has stored by now, and its usage by day. One round trip. */
export async function usageOf(scope: Scope, query: UsageQuery): Promise<Usage> {
  const { day } = usageDays;
  const { first, last } = daysOf(query);
  const select = () => scope.db.select().from(usageDays).$dynamic();
  const { workspace, newest, days, costs } = await readBatch(scope, {
    workspace: scope.db
      .select({ quotas: workspaces.quotas })
      .from(workspaces)
      .where(and(eq(workspaces.id, scope.workspaceId), isWorkspaceKept(scope.workspaceId))),
    newest: select().where(within(scope, usageDays)).orderBy(desc(day)).limit(1),
    days: select()
      .where(within(scope, usageDays, and(gte(day, first), lte(day, last))))
      .orderBy(desc(day)),
    costs: selectCosts(scope, first, last),
  });
  const rows = new Map(days.map((row) => [row.day, row]));
  const costsOf = Map.groupBy(costs, (cost) => cost.day);
  const dates = [...new Set([...rows.keys(), ...costsOf.keys()])].sort().reverse();
  return {
    stored: storedIn(newest[0] ?? nothing),
    quotas: { ...scope.quotas, ...found(workspace[0]).quotas },
    days: dates.map((date) => toWire(date, rows.get(date) ?? nothing, costsOf.get(date) ?? [])),
  };
}
