import { sql } from "drizzle-orm";
import type { RunEventKind } from "../../../../domain/automation";
import type { AnalysisStatus, Reply, RunEvent } from "../../engine/run";

/** A row of `run_events`. `reply` is the `replyJson` of its message. */
export type EventRow = {
  runId: number;
  visit: number;
  kind: RunEventKind;
  data: string;
  reply: string | null;
};

/** A message as `replyFrom` reads it. */
export const replyJson = sql.raw("json_array(id, text, tapped)");

export function replyFrom(json: string | null): Reply | null {
  if (json === null) return null;
  const [messageId, text, tapped] = JSON.parse(json);
  return { messageId, text, tapped };
}

/** The events that were recorded for a run during one of its visits. */
export const eventsIn = (rows: EventRow[], runId: number, visit: number): RunEvent[] =>
  rows
    .filter((row) => row.visit === visit)
    .flatMap(({ kind, data, reply }) => eventFrom(kind, JSON.parse(data), reply, runId) ?? []);

/** `data` is as the triggers that insert into `run_events` write it. */
function eventFrom(
  kind: RunEventKind,
  data: Record<string, unknown>,
  reply: string | null,
  runId: number,
): RunEvent | undefined {
  const reason = (data.reason ?? null) as string | null;
  switch (kind) {
    case "reply": {
      const message = replyFrom(reply);
      return message ? { kind, ...message } : undefined;
    }
    case "sending":
      return { kind, isSent: data.status !== "failed", reason };
    case "webhook":
      return {
        kind,
        isOk: data.isOk === true,
        status: (data.status ?? null) as number | null,
        ...("saved" in data && { saved: data.saved }),
      };
    case "analysis":
      return { kind, status: data.status as AnalysisStatus, reason };
    case "link_clicked":
      return { kind, shortLinkId: data.short_link_id as number, isOwn: data.run_id === runId };
    case "message_read":
      return { kind, nodeId: (data.node_id ?? null) as string | null };
    case "tag_added":
      return { kind, tagId: data.tag_id as number };
    case "stage_changed":
      return { kind, from: data.from as string | null, to: data.to as string | null };
    case "custom":
      return {
        kind,
        name: data.name as string,
        ...(data.data !== undefined && { data: data.data as Record<string, unknown> }),
      };
  }
}
