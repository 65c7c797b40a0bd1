import { and, desc, gte, lt, lte } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { usageDays } from "#db/schema/usage";
import { within } from "#db/scope/scope";
import { stages } from "#domain/leads";
import type { Scope } from "#env";
import { type CostRow, selectCosts } from "#features/analysis/usage";
import { daysOf } from "#lib/day-range";
import { type Part, partsOf } from "./intervals";
import type { StatsInterval, WorkspaceStats, WorkspaceStatsQuery } from "./schema";

type Row = typeof usageDays.$inferSelect;

/** The column of each stage. */
const STAGES = {
  new: "stageNew",
  contacted: "stageContacted",
  engaged: "stageEngaged",
  qualified: "stageQualified",
  call_booked: "stageCallBooked",
  won: "stageWon",
  lost: "stageLost",
} as const satisfies Record<(typeof stages)[number], keyof Row>;

/** The workspace's figures. One round trip; reads a row for each day. */
export async function getWorkspaceStats(
  scope: Scope,
  query: WorkspaceStatsQuery,
): Promise<WorkspaceStats> {
  const { interval = "day" } = query;
  const { first, last } = daysOf(query);
  const { day } = usageDays;
  const select = () => scope.db.select().from(usageDays).$dynamic();
  const { before, days, costs } = await readBatch(scope, {
    before: select()
      .where(within(scope, usageDays, lt(day, first)))
      .orderBy(desc(day))
      .limit(1),
    days: select()
      .where(within(scope, usageDays, and(gte(day, first), lte(day, last))))
      .orderBy(day),
    costs: selectCosts(scope, first, last),
  });
  let newest = before[0];
  const intervals = partsOf(first, last, interval).map((part) => {
    const rows = rowsIn(part, days);
    newest = rows.at(-1) ?? newest;
    return { ...part, stages: stagesIn(newest), ...sumsOf(rows, rowsIn(part, costs)) };
  });
  return { interval, intervals };
}

const rowsIn = <Of extends { day: string }>({ from, to }: Part, rows: Of[]) =>
  rows.filter(({ day }) => day >= from && day <= to);

/** The leads by stage, as the newest row of the usage has them. */
function stagesIn(row: Row | undefined): StatsInterval["stages"] {
  const counts = stages.map((stage) => ({ stage, leads: row?.[STAGES[stage]] ?? 0 }));
  const inStages = counts.reduce((sum, { leads }) => sum + leads, 0);
  return [...counts, { stage: null, leads: (row?.leads ?? 0) - inStages }];
}

function sumsOf(rows: Row[], costs: CostRow[]): Omit<StatsInterval, "from" | "to" | "stages"> {
  const sum = (figure: (row: Row) => number) => rows.reduce((total, row) => total + figure(row), 0);
  return {
    messages: {
      received: sum((row) => row.messagesReceived),
      sent: sum((row) => row.messagesSent),
      failed: sum((row) => row.messagesFailed),
    },
    opt_outs: sum((row) => row.optOuts),
    clicks: sum((row) => row.clicks),
    runs: { started: sum((row) => row.runsStarted), ended: sum((row) => row.runsEnded) },
    analyses: costs.reduce((total, { analyses }) => total + analyses, 0),
  };
}
