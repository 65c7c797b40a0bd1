import { and, desc, gte, lte } from "drizzle-orm";
import { analysisUsage } from "#db/schema/analysis";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import type { AnalysisCost } from "./schema";

export type CostRow = typeof analysisUsage.$inferSelect;

/** The costs of analyses by day and model, the newest day first. `first` and `last` are days. */
export function selectCosts(scope: Scope, first: string, last: string) {
  const { day, model } = analysisUsage;
  return scope.db
    .select()
    .from(analysisUsage)
    .where(within(scope, analysisUsage, and(gte(day, first), lte(day, last))))
    .orderBy(desc(day), model);
}

export const costToWire = ({
  model,
  analyses,
  calls,
  inputTokens,
  outputTokens,
}: CostRow): AnalysisCost => ({
  model,
  analyses,
  calls,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
});
