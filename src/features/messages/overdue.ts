import { sql } from "drizzle-orm";
import { open, readAll, rows } from "../../db/scope";
import type { Bindings } from "../../env";

/** For how long a message may be due without its sender having looked. */
const OVERDUE_MS = 30_000;

/** A Worker makes at most 1,000 requests of its own at a time. Those that are left out have their turn in a minute. */
const MAX_WOKEN = 500;

/** Goes through the index from channel to channel, however many messages wait in each. */
const channelsWithin = sql`with recursive waiting(id) as (
  select min(channel_id) from messages where next_attempt_at is not null
  union all select (select min(channel_id) from messages where next_attempt_at is not null and channel_id > waiting.id) from waiting where waiting.id is not null)`;

/** Wakes the senders whose poke was lost, or who died: of the channels with messages that are overdue. */
export async function wakeOverdue(env: Bindings) {
  const db = open(env);
  const overdue = sql`${channelsWithin} select id from waiting where id is not null
    and exists (select 1 from messages where channel_id = waiting.id and next_attempt_at < ${Date.now() - OVERDUE_MS}) order by random() limit ${MAX_WOKEN}`;
  const [channels] = await readAll({ db }, [rows<{ id: number }>({ db }, overdue)]);
  await Promise.all(channels.map(({ id }: { id: number }) => env.CHANNEL_SENDER.getByName(String(id)).wake(id)));
}
