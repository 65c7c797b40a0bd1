import { sql } from "drizzle-orm";
import type { Statement } from "../../../db/scope";
import type { Scope } from "../../../env";
import { effectStatements } from "../outbound/effects";
import { reportStatements } from "../outbound/reports";
import { failureOf } from "../outbound/verdict";
import type { Report } from "./webhook-events";

/** Stores what a provider reports, and does what its errors ask for. */
export function reportedStatements(
  scope: Scope,
  channelId: number,
  reports: Report[],
): Statement[] {
  const now = Date.now();
  const judged = reports.map((report) => {
    if (report.status !== "failed")
      return { ...report, messageId: report.messageId ?? null, error: null, effects: {} };
    const { code, detail } = report.error ?? { code: null, detail: "" };
    const { reason, retryAt, effects } = failureOf(code, now);
    return {
      ...report,
      messageId: report.messageId ?? null,
      error: { reason, code, message: detail, retry_at: retryAt },
      effects,
    };
  });
  const refused = judged.map(({ externalId, error, effects }) => ({
    key: externalId,
    effects,
    detail: error?.message ?? "",
  }));
  // Of what is told again, and of other programs' messages, nothing follows.
  const idsOf = (keys: string[]) => sql`select message_id from status_reports
    where channel_id = ${channelId} and external_id in (select value from json_each(${JSON.stringify(keys)})) and status = 'failed'
      and message_id is not null and created_at = ${now}`;
  return [
    ...reportStatements(scope, channelId, judged, now),
    ...effectStatements(scope.db, channelId, refused, idsOf),
  ];
}
