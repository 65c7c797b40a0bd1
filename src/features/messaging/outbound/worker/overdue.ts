import { sql } from "drizzle-orm";
import { ownersOf } from "../../../../db/due";
import { open, readAll, rows } from "../../../../db/scope";
import { wakeMessageSender } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";

/** For how long a message may be due without its sender having looked. */
const OVERDUE_MS = 30_000;

/** A Worker makes at most 1,000 requests of its own at a time. Those that are left out have their turn in a minute. */
const MAX_WOKEN = 300;

/** Wakes the senders whose poke was lost, or who died: of the channels with messages that are overdue. */
export async function wakeOverdue(env: Bindings) {
  const db = open(env);
  const isOverdue = sql`next_attempt_at < ${Date.now() - OVERDUE_MS}`;
  const overdue = ownersOf(
    "messages",
    "channel_id",
    sql`next_attempt_at is not null`,
    isOverdue,
    MAX_WOKEN,
  );
  const [channels] = await readAll({ db }, [rows<{ id: number }>({ db }, overdue)]);
  await Promise.all(channels.map(({ id }: { id: number }) => wakeMessageSender(env, id)));
}
