import { and, eq } from "drizzle-orm";
import { messages } from "#db/schema/messages";
import { within } from "#db/scope/scope";
import { kindsOf } from "#domain/platforms";
import type { Scope } from "#env";
import { Problem, taken } from "#lib/problem";
import { messageToWire, selectMessages } from "../messages/store";
import { ingest } from "./ingest";
import type { MoveInput } from "./schema";
import { findReceiver } from "./simulate-inbound";
import { type IdentityMove, noEvents } from "./webhook-events";
import { idsOf } from "./whatsapp-sender";

/**
 * Stores a notice from a gateway or the sandbox that ids of a person have changed. Returns the
 * message that the lead has of it, null where the ids are nobody's yet, and whether it is new.
 */
export async function receiveMove(scope: Scope, channelId: number, input: MoveInput) {
  const receiver = await findReceiver(scope, channelId);
  if (kindsOf(receiver.platform).length === 1)
    throw new Problem("conflict", { message: "People keep their id on this platform." });
  const [externalId, now] = [input.external_id ?? `in_${crypto.randomUUID()}`, Date.now()];
  const which = and(eq(messages.channelId, receiver.id), eq(messages.externalId, externalId));
  const read = () =>
    selectMessages(scope)
      .where(within(scope, messages, which))
      .get();
  const known = await read();
  if (known && known.type !== "system") throw taken(["external_id"]);
  if (!known)
    await ingest(scope, receiver, { ...noEvents, moves: [moveOf(input, externalId, now)] });
  const row = known ?? (await read());
  return { message: row ? await messageToWire(scope, row) : null, isNew: !known };
}

function moveOf({ from, to, at }: MoveInput, externalId: string, now: number): IdentityMove {
  const next = idsOf(to.wa_id, to.bsuid, to.parent_bsuid);
  const old = idsOf(from.wa_id, from.bsuid, from.parent_bsuid);
  const [before, after] = [old, next].map((ids) => Object.values(ids).join(", "));
  const type = next.wa_id ? "user_changed_number" : "user_changed_user_id";
  return {
    externalId,
    at: Math.min(at ?? now, now),
    from: old,
    to: next,
    text: `Changed from ${before} to ${after}`,
    payload: { type, ...next },
  };
}
