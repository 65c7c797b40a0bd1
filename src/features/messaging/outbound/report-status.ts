import { eq, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { messages } from "#db/schema/messages";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { found, Problem } from "#lib/problem";
import type { Message } from "../messages/schema";
import { messageToWire, selectMessage } from "../messages/store";
import { reportStatements } from "./reports";
import type { ReportInput } from "./schema";

/** The message and its channel's provider; `isUsed` is whether another has this external id. */
async function findReported(scope: Scope, id: number, externalIdOfReport: string | null) {
  const { channelId, externalId, direction } = messages;
  const provider = sql<string | null>`(
    select ${channels.provider} from ${channels} where ${channels.id} = ${channelId})`;
  const isUsed = sql<number>`exists (
    select 1 from messages as other
    where other.channel_id = messages.channel_id and other.external_id = ${externalIdOfReport})`;
  const message = await scope.db
    .select({ channelId, externalId, direction, provider, isUsed })
    .from(messages)
    .where(within(scope, messages, eq(messages.id, id)))
    .get();
  return found(message);
}

/** Stores a gateway's report; a `conflict` problem where the platform itself reports. */
export async function reportStatus(
  scope: Scope,
  id: number,
  { status, at, external_id, error }: ReportInput,
): Promise<Message> {
  const message = await findReported(scope, id, external_id ?? null);
  const { channelId, direction, provider } = message;
  const isReported = provider === "webhook" || provider === "sandbox";
  if (direction !== "outbound" || !isReported || channelId === null)
    throw new Problem("conflict", {
      message: "You can report only on messages that a gateway or the sandbox sends.",
    });
  const now = Date.now();
  const failure = {
    reason: "rejected" as const,
    code: error?.code ?? null,
    message: error?.message ?? "",
    retry_at: null,
  };
  const report = {
    externalId: message.externalId ?? (message.isUsed === 1 ? null : external_id) ?? `msg_${id}`,
    status,
    at: Math.min(at ?? now, now),
    messageId: id,
    error: status === "failed" ? failure : null,
  };
  const { updated } = await batch(scope, {
    reports: reportStatements(scope, channelId, [report]),
    updated: selectMessage(scope, id),
  });
  return messageToWire(scope, found(updated[0]));
}
