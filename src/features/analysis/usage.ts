import { and, desc, gte, lte } from "drizzle-orm";
import { analysisUsage } from "../../db/schema/analysis";
import { within } from "../../db/scope";
import type { Scope } from "../../env";
import { DAY_MS } from "../../lib/time";
import type { UsageDay, UsageQuery } from "./schema";

const DAYS = 30;

/** The day of UTC, as `YYYY-MM-DD`. */
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The costs of analyses by day and model, the newest day first. */
export async function usageOf(
  scope: Scope,
  { from, to = Date.now() }: UsageQuery,
): Promise<UsageDay[]> {
  const { day, model } = analysisUsage;
  const first = dayOf(from ?? to - (DAYS - 1) * DAY_MS);
  const days = await scope.db
    .select()
    .from(analysisUsage)
    .where(within(scope, analysisUsage, and(gte(day, first), lte(day, dayOf(to)))))
    .orderBy(desc(day), model);
  return days.map((one) => ({
    date: one.day,
    model: one.model,
    analyses: one.analyses,
    calls: one.calls,
    input_tokens: one.inputTokens,
    output_tokens: one.outputTokens,
  }));
}
