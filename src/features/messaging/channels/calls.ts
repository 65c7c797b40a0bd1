import { and, eq, lte, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { describeError, log } from "#lib/log";
import { HOUR_MS } from "#lib/time";
import type { Receiver } from "./receivers";

/** Each kind of call is noted once in this time, which spares most platform webhooks a write. */
const STEP_MS = HOUR_MS;

type Kind = "lastWebhookAt" | "webhookVerifiedAt";

/**
 * Notes, in a batch, that the platform has called a channel: with a signed webhook, or to verify
 * its URL. Undefined if memory knows of a call within the hour. This is no change of the channel,
 * so that `updated_at` stays.
 */
export function noteCall(scope: Scope, receiver: Receiver, kind: Kind) {
  const now = Date.now();
  const before = now - STEP_MS;
  if ((receiver[kind] ?? 0) > before) return undefined;
  const isDue = and(eq(channels.id, receiver.id), lte(sql`ifnull(${channels[kind]}, 0)`, before));
  return scope.db
    .update(channels)
    .set({ [kind]: now })
    .where(within(scope, channels, isDue));
}

/**
 * Counts messages that the platform has told of without handing them on: its app may lack access to
 * them. A repeated webhook counts again.
 */
export async function noteWithheld(scope: Scope, receiver: Receiver, count: number) {
  const withheld = scope.db
    .update(channels)
    .set({ withheldCount: sql`${channels.withheldCount} + ${count}`, lastWithheldAt: Date.now() })
    .where(within(scope, channels, eq(channels.id, receiver.id)));
  await batch(scope, { withheld, called: noteCall(scope, receiver, "lastWebhookAt") });
}

/**
 * Notes a call that has nothing else to store. One that can't be noted now, as that of a workspace
 * that is being moved, is answered all the same: Meta would take an error for a URL that fails.
 */
export async function noteAlone(scope: Scope, receiver: Receiver, kind: Kind) {
  const called = noteCall(scope, receiver, kind);
  if (called)
    await batch(scope, { called }).catch((error) =>
      log("warn", "call not noted", { channel_id: receiver.id, ...describeError(error) }),
    );
}
