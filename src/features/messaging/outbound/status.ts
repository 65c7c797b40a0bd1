import { eq, sql } from "drizzle-orm";
import { channels, messages } from "../../../db/schema/messaging";
import { within, writeAndRead } from "../../../db/scope";
import type { Scope } from "../../../env";
import { found, Problem } from "../../../lib/problem";
import type { Message } from "../conversations/schema";
import { messageToWire, selectMessage } from "../conversations/store";
import { reportStatements } from "./reports";
import type { ReportInput } from "./schema";

/** Takes a gateway's word for what became of a message; a `conflict` problem where the platform itself reports. */
export async function reportStatus(
  scope: Scope,
  id: number,
  { status, at, external_id, error }: ReportInput,
): Promise<Message> {
  const { channelId, externalId, direction } = messages;
  const provider = sql<
    string | null
  >`(select ${channels.provider} from ${channels} where ${channels.id} = ${channelId})`;
  const isTaken = sql<number>`exists (select 1 from messages as other where other.channel_id = messages.channel_id and other.external_id = ${external_id ?? null})`;
  const known = await scope.db
    .select({ channelId, externalId, direction, provider, isTaken })
    .from(messages)
    .where(within(scope, messages, eq(messages.id, id)))
    .get();
  const { provider: by, ...message } = found(known);
  if (message.direction !== "outbound" || (by !== "webhook" && by !== "sandbox"))
    throw new Problem("conflict", {
      message: "Only messages that were sent by a gateway or the sandbox are reported on here.",
    });
  const now = Date.now();
  const failure = {
    reason: "rejected" as const,
    code: error?.code ?? null,
    message: error?.message ?? "",
    retry_at: null,
  };
  const report = {
    externalId: message.externalId ?? (message.isTaken === 1 ? null : external_id) ?? `msg_${id}`,
    status,
    at: Math.min(at ?? now, now),
    messageId: id,
    error: status === "failed" ? failure : null,
  };
  const [row] = await writeAndRead(
    scope,
    reportStatements(scope, message.channelId!, [report]),
    selectMessage(scope, id),
  );
  return messageToWire(found(row));
}
