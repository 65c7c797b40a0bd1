import { sql } from "drizzle-orm";
import { open, readAll, rows } from "../../../../db/scope";
import { wakeWebhookSender } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";

/** For how long an endpoint may be due without its sender having looked. */
const OVERDUE_MS = 30_000;

/** A Worker makes at most 1,000 requests of its own at a time. Those that are left out have their turn in a minute. */
const MAX_WOKEN = 300;

/** Wakes the senders whose poke was lost, or who died: of the endpoints that are overdue. */
export async function wakeEndpoints(env: Bindings) {
  const db = open(env);
  const overdue = sql`select id from webhook_endpoints where next_at is not null and next_at < ${Date.now() - OVERDUE_MS} order by random() limit ${MAX_WOKEN}`;
  const [endpoints] = await readAll({ db }, [rows<{ id: number }>({ db }, overdue)]);
  await Promise.all(endpoints.map(({ id }: { id: number }) => wakeWebhookSender(env, id)));
}
