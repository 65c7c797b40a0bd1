import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import type { Writer } from "#env";
import { resumeByReport } from "../channels/pause-tries";
import { effectStatements } from "../outbound/effects";
import { pauseStatements } from "../outbound/pause-effects";
import { reportStatements } from "../outbound/reports";
import { failureOf } from "../outbound/verdict";
import type { Report } from "./webhook-events";

/** The time for which a channel backs off whose limit shows in a report. */
const BACK_OFF_MS = 5_000;

/** Stores a platform's status reports, with the effects of their errors. */
export function statusReportStatements(
  writer: Writer,
  channelId: number,
  reports: Report[],
): Statement[] {
  const now = Date.now();
  const parsed = reports.map(({ messageId = null, ...report }) => ({
    ...report,
    messageId,
    ...failureIn(report, now),
  }));
  const refused = parsed.map(({ externalId, error, effects }) => ({
    key: externalId,
    effects,
    detail: error?.message ?? "",
    backOffUntil: now + BACK_OFF_MS,
  }));
  // Repeated reports, and reports on other programs' messages, have no effects.
  const selectIds = (externalIds: string[]) => sql`
    select message_id from status_reports
    where channel_id = ${channelId}
      and external_id in (select value from json_each(${JSON.stringify(externalIds)}))
      and status = 'failed' and message_id is not null and created_at = ${now}`;
  return [
    ...reportStatements(writer, channelId, parsed, now),
    ...pauseStatements(writer, channelId, refused, { origin: "report", at: now }, selectIds),
    ...effectStatements(writer, channelId, refused, selectIds),
  ];
}

/** Ends a pause whose tried message was sent, as a platform reports. */
export function resumeByReports(writer: Writer, channelId: number, reports: Report[]) {
  const arrived = reports.flatMap(({ status, externalId }) =>
    status === "failed" ? [] : [externalId],
  );
  return arrived.length > 0 ? resumeByReport(writer, channelId, arrived) : undefined;
}

function failureIn({ status, error, to }: Pick<Report, "status" | "error" | "to">, now: number) {
  if (status !== "failed") return { error: null, effects: {} };
  const { code, detail } = error ?? { code: null, detail: "" };
  const { reason, retryAt, effects } = failureOf(code, now, to);
  return { error: { reason, code, message: detail, retry_at: retryAt }, effects };
}
