import { and, eq, lte, sql } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { channels } from "../../../db/schema/messaging";
import { within } from "../../../db/scope";
import type { Scope } from "../../../env";
import { HOUR_MS } from "../../../lib/time";
import type { Receiver } from "./receivers";

/** Each kind of call is noted once in this time, which spares most platform webhooks a write. */
const STEP_MS = HOUR_MS;

/**
 * Notes, in a batch, that the platform has called a channel: with a signed webhook, or to verify its
 * URL. Undefined if memory knows of a call within the hour. This is no change of the channel, so
 * that `updated_at` stays.
 */
export function noteCall(
  scope: Scope,
  receiver: Receiver,
  kind: "lastWebhookAt" | "webhookVerifiedAt",
) {
  const now = Date.now();
  const before = now - STEP_MS;
  if ((receiver[kind] ?? 0) > before) return undefined;
  const isDue = and(eq(channels.id, receiver.id), lte(sql`ifnull(${channels[kind]}, 0)`, before));
  return scope.db
    .update(channels)
    .set({ [kind]: now })
    .where(within(scope, channels, isDue));
}

/** Notes that the platform has verified the URL of a channel. */
export async function noteHandshake(scope: Scope, receiver: Receiver) {
  const verified = noteCall(scope, receiver, "webhookVerifiedAt");
  if (verified) await batch(scope, { verified });
}
